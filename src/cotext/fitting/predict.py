"""Prepare new documents like the fitted ones, place them in clusters, and estimate their confidence.

A document with few known words is nearest to some cluster by chance, and its lead over the next may be large.
So the confidence from its lead is multiplied by two factors: how much that few words can say, and how likely
a document with that share of known words belongs to this kind of collection.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from cotext.corpus import DocWord, excerpt
from cotext.errors import UsageError
from cotext.fitting.aggregate import gathered
from cotext.models.engine import Estimator
from cotext.recipe import Listener, Prepared, check_width, open_source
from cotext.result import (
    NOWHERE,
    CoClustering,
    Floats,
    Table,
    document_table,
    memberships,
    placed,
    predicts,
    shares_of,
    where_known,
    with_names,
    without_words,
)

FEW = 3  # different known words: documents with fewer are in no cluster
HALF = 0.5  # share of known words from which two of them are enough
SHORTEST = 0.05  # share of the fitted documents that count as unusually short
# python -m benchmarks known_words, five collections weighted equally: this many words, times log g, give half
# of the full confidence; slope and middle of the curve of known shares
TRUST = (0.53, 13.9, 0.65)
ORDINARY = 0.85  # share of known words from which a document is like the fitted ones


@dataclass(frozen=True)
class Predictions:
    """New documents in the clusters of a result: clusters, shares in each, known words, excerpts."""

    result: CoClustering
    docword: DocWord
    clusters: np.ndarray
    shares: np.ndarray
    known: Known
    excerpts: list[str] | None

    def table(self) -> Table:
        """Return the columns of ``documents()`` and known words; cluster -1, confidence 0 for too few."""
        columns = self.clusters, self.shares, self.confidence(), self.excerpts, self.known.columns()
        return with_names(self.result.names, document_table(self.result.tree, self.docword, *columns))

    def confidence(self) -> Floats:
        """Return the confidence by lead, less for few known words; NaN in clusters without an estimate."""
        result, nowhere = self.result, self.clusters == NOWHERE
        confidence = result.certainty.of(self.shares, nowhere)
        estimated = result.row_labels_[np.isfinite(result.confidence)]
        has_estimate = np.isin(self.clusters, estimated) | (result.sizes[self.clusters] == 0)
        confidence[~nowhere & ~has_estimate] = np.nan
        return np.asarray(confidence * self.known.trusted(usual_words(result.counts), result.n_clusters[0]))


def predict_new(result: CoClustering, documents: object, note: Listener, **reading: Any) -> Predictions:
    """Prepare new documents and place them in clusters."""
    check_predicts(result.model)
    ready = _prepared(result, documents, reading)
    for remark in ready.weighted.notes:
        note(remark)
    clusters, shares = place(result, ready)
    texts = ready.texts if ready.whole is None else ready.whole.texts
    known = Known.of(ready)
    clusters = in_clusters(result, clusters, known)
    if n_nowhere := int((clusters == NOWHERE).sum()):
        note(
            f"{n_nowhere:,} of {len(clusters):,} documents have too few known words or none: they are in "
            "cluster -1"
        )
    excerpts = None if texts is None else [excerpt(text) for text in texts]
    return Predictions(result, ready.documents, clusters, shares, known, excerpts)


def in_clusters(result: CoClustering, clusters: np.ndarray, known: Known) -> np.ndarray:
    """Return the clusters of new documents, -1 for those with too few known words."""
    return np.where(known.too_little(usual_words(result.counts)), NOWHERE, clusters)


def place(result: CoClustering, ready: Prepared) -> tuple[np.ndarray, np.ndarray]:
    """Return the cluster of each document, and its share in every cluster, from its segments if any."""
    clusters, shares = place_new(result, ready.weighted.X)
    if ready.whole is None:
        return clusters, shares
    return gathered(ready.whole.parts, clusters, shares, without_words(ready.weighted.X))


def check_predicts(model: Estimator) -> None:
    """Refuse a model without ``predict``."""
    if not predicts(model):
        raise UsageError(f"{model.cli_name} cannot place new documents: fit again with them.")


def place_new(result: CoClustering, X: sparse.csr_array) -> tuple[np.ndarray, np.ndarray]:
    """Return the cluster of each document of a prepared matrix, and its share in every cluster."""
    g, empty = result.n_clusters[0], without_words(X)
    check_predicts(result.model)
    labels, Z = placed(result.model, X)
    clusters, prior = where_known(labels, empty), shares_of(result.row_labels_, g)
    return clusters, memberships(Z, clusters, g, empty, result.fit.row_norms, prior=prior)


def _prepared(result: CoClustering, documents: object, reading: dict[str, Any]) -> Prepared:
    """Prepare documents by the recipe; a result without one takes only a matrix, unchanged."""
    if result.recipe is not None:
        return result.recipe.prepare(documents, **reading)
    reading.pop("tokenizer", None)
    new = open_source(documents, **{name: value for name, value in reading.items() if value is not None})
    if not isinstance(new, DocWord):
        raise UsageError("this result has no recipe that turns texts into a matrix: give a matrix.")
    check_width(new, len(result.docword.vocabulary))
    X = sparse.csr_array(new.X.astype(result.docword.X.dtype, copy=False))
    return Prepared(DocWord(X, new.vocabulary, new.ids, notes=new.notes), X)


@dataclass(frozen=True, eq=False)
class Known:
    """How many words of new documents the fit knows."""

    words: np.ndarray  # different known words of each
    share: Floats | None = None  # of its words without stop words; None for a matrix, all of known words

    @classmethod
    def of(cls, ready: Prepared) -> Known:
        return cls(*ready.known())

    def columns(self) -> dict[str, list[Any]]:
        share = [None] * len(self.words) if self.share is None else self.share.tolist()
        return {"known_words": self.words.tolist(), "known_share": share}

    def too_little(self, usual: int) -> np.ndarray:
        """Return which documents are in no cluster; ``usual`` words have the shortest fitted documents.

        They have fewer than three words, or than ``usual``. Two are enough if they are half of the document.

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
        """Return a factor for confidence: 1 for a document with as many known words as the fitted ones.

        Examples
        --------
        >>> known = Known(np.array([20, 5, 2, 20, 20]), np.array([0.9, 0.9, 0.9, 0.6, 0.1]))
        >>> known.trusted(10, 8).round(2).tolist()
        [1.0, 0.91, 0.72, 0.35, 0.0]
        """
        words, slope, middle = trust
        half = words * np.log(n_clusters)
        factor = np.ones(len(self.words))
        if half:
            factor = np.minimum(1.0, self.words / (self.words + half) / (usual / (usual + half)))
        if self.share is not None:
            ours, ordinary = (1 / (1 + np.exp(slope * (middle - share))) for share in (self.share, ORDINARY))
            factor = factor * np.minimum(1.0, ours / ordinary)
        return np.asarray(factor)


def usual_words(counts: sparse.csr_array) -> int:
    """Return how many different words the shortest documents of a fit have, without the very shortest."""
    sizes = np.diff(counts.indptr)
    sizes = sizes[sizes > 0]
    return int(np.quantile(sizes, SHORTEST, method="lower")) if len(sizes) else 1
