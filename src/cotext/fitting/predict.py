"""New documents, prepared as the first ones were, then sent to their clusters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from cotext.corpus import DocWord, excerpt
from cotext.errors import UsageError
from cotext.fitting.aggregate import gathered
from cotext.recipe import Listener, Prepared, check_width, open_source
from cotext.result import (
    NOWHERE,
    CoClustering,
    Floats,
    Table,
    cluster_sizes,
    document_table,
    memberships,
    placed,
    predicts,
    shares_of,
    where_known,
    with_names,
    without_words,
)


@dataclass(frozen=True)
class Arrived:
    """New documents in the clusters of a result: clusters, shares in each, what is known, how texts begin."""

    result: CoClustering
    docword: DocWord
    clusters: np.ndarray
    shares: np.ndarray
    known: Known
    excerpts: list[str] | None

    def table(self) -> Table:
        """The columns of ``documents()``, and how much is known; cluster -1, confidence 0 if too little."""
        table = document_table(
            self.result.tree,
            self.docword,
            self.clusters,
            self.shares,
            self.confidence(),
            self.excerpts,
            self.known.columns(),
        )
        return with_names(self.result.names, table)

    def confidence(self) -> Floats:
        """That of the lead, less if little is known; NaN in clusters of which it is not estimated."""
        result, nowhere = self.result, self.clusters == NOWHERE
        sure = result.certainty.of(self.shares, nowhere)
        sure[~nowhere & np.isin(self.clusters, unestimated(result))] = np.nan
        return np.asarray(sure * self.known.trusted(usual_words(result.counts), result.n_clusters[0]))


def unestimated(result: CoClustering) -> np.ndarray:
    """The clusters none of whose documents has a confidence that is estimated."""
    known = np.isfinite(result.confidence) & (result.row_labels_ != NOWHERE)
    sizes = cluster_sizes(result.row_labels_[known], result.n_clusters[0])
    return np.flatnonzero((sizes == 0) & (result.sizes > 0))


def predict_new(result: CoClustering, documents: Any, note: Listener, **reading: Any) -> Arrived:
    """New documents, prepared and sent to their clusters."""
    check_predicts(result.model)
    ready = _prepared(result, documents, reading)
    for remark in ready.weighted.notes:
        note(remark)
    clusters, shares = place(result, ready)
    texts = ready.texts if ready.whole is None else ready.whole.texts
    known = Known.of(ready)
    clusters = in_clusters(result, clusters, known)
    if lost := int((clusters == NOWHERE).sum()):
        note(
            f"{lost:,} of {len(clusters):,} documents have no known words, or too few of them: they are in "
            "cluster -1"
        )
    excerpts = None if texts is None else [excerpt(text) for text in texts]
    return Arrived(result, ready.documents, clusters, shares, known, excerpts)


def in_clusters(result: CoClustering, clusters: np.ndarray, known: Known) -> np.ndarray:
    """The clusters of new documents, -1 for those of which too little is known."""
    return np.where(known.too_little(usual_words(result.counts)), NOWHERE, clusters)


def place(result: CoClustering, ready: Prepared) -> tuple[np.ndarray, np.ndarray]:
    """Cluster of each document, and its share in every cluster; by its pieces, where these were fitted."""
    clusters, shares = place_new(result, ready.weighted.X)
    if ready.whole is None:
        return clusters, shares
    return gathered(ready.whole.parts, clusters, shares, without_words(ready.weighted.X))


def check_predicts(model: Any) -> None:
    """Refuse a model that knows the documents of its fit only."""
    if not predicts(model):
        raise UsageError(f"{model.cli_name} cannot place new documents: fit again with them.")


def place_new(result: CoClustering, X: sparse.csr_array) -> tuple[np.ndarray, np.ndarray]:
    """Cluster of each document of a prepared matrix, and its share in every cluster."""
    g, empty = result.n_clusters[0], without_words(X)
    check_predicts(result.model)
    found, Z = placed(result.model, X)
    clusters, prior = where_known(found, empty), shares_of(result.row_labels_, g)
    return clusters, memberships(Z, clusters, g, empty, result.fit.row_norms, prior=prior)


def _prepared(result: CoClustering, documents: Any, reading: dict[str, Any]) -> Prepared:
    """By the recipe; without one only a matrix will do, as it comes."""
    if result.recipe is not None:
        return result.recipe.prepare(documents, **reading)
    reading.pop("tokenizer", None)
    new = open_source(documents, **{name: value for name, value in reading.items() if value is not None})
    if not isinstance(new, DocWord):
        raise UsageError("nothing is known of how texts became the matrix of this result: give a matrix.")
    check_width(new, len(result.docword.vocabulary))
    X = sparse.csr_array(new.X.astype(result.docword.X.dtype, copy=False))
    return Prepared(DocWord(X, new.vocabulary, new.ids, notes=new.notes), X)


FEW = 3  # different known words: documents with fewer are in no cluster
HALF = 0.5  # of its words: with two known words, a document is placed if they are so many
SHORTEST = 0.05  # share of the fitted documents that count as unusually short
# python -m benchmarks known_words, five collections alike: so many words, times log g, tell half of what can
# be told; slope and middle of the curve of known shares
TRUST = (0.53, 13.9, 0.65)
ORDINARY = 0.85  # share of known words from which on a document is like those that were fitted


@dataclass(frozen=True, eq=False)
class Known:
    """What is known of new documents.

    Attributes
    ----------
    words : ndarray of int
        How many different words of each the fit has kept.
    share : ndarray or None
        The share of its words that these are, stop words aside; None for a matrix, which has no others.
    """

    words: np.ndarray
    share: Floats | None = None

    @classmethod
    def of(cls, ready: Prepared) -> Known:
        """By the words that were counted."""
        return cls(*ready.known())

    def columns(self) -> dict[str, list[Any]]:
        """For a table of new documents."""
        share = [None] * len(self.words) if self.share is None else self.share.tolist()
        return {"known_words": self.words.tolist(), "known_share": share}

    def too_little(self, usual: int) -> np.ndarray:
        """Which documents are in no cluster; ``usual`` is what the shortest of the fitted ones have.

        Fewer words than three, or than those have; two are enough if they are half of the document.

        Examples
        --------
        >>> Known(np.array([1, 2, 2, 3]), np.array([1.0, 1.0, 0.1, 0.1])).too_little(10).tolist()
        [True, False, True, False]
        """
        few = self.words < max(min(FEW, usual), 1)
        if self.share is None:
            return np.asarray(few)
        return np.asarray(few & ~((self.words >= FEW - 1) & (self.share >= HALF)))

    def trusted(self, usual: int, n_clusters: int, trust: tuple[float, float, float] = TRUST) -> Floats:
        """The part of a confidence that is left: 1 for a document as well known as those that were fitted.

        Examples
        --------
        >>> known = Known(np.array([20, 5, 2, 20, 20]), np.array([0.9, 0.9, 0.9, 0.6, 0.1]))
        >>> known.trusted(10, 8).round(2).tolist()
        [1.0, 0.91, 0.72, 0.35, 0.0]
        """
        words, slope, middle = trust
        half = words * np.log(n_clusters)
        left = np.minimum(1.0, _told(self.words, half) / _told(usual, half))
        if self.share is not None:
            ours, ordinary = (1 / (1 + np.exp(slope * (middle - share))) for share in (self.share, ORDINARY))
            left = left * np.minimum(1.0, ours / ordinary)
        return np.asarray(left)


def usual_words(counts: Any) -> int:
    """How many different words the shortest documents of a fit have, leaving out the very shortest."""
    sizes = np.diff(counts.indptr)
    sizes = sizes[sizes > 0]
    return int(np.quantile(sizes, SHORTEST, method="lower")) if len(sizes) else 1


def _told(words: Any, half: float) -> Any:
    return words / (words + half) if half else np.ones_like(words, dtype=np.float64)
