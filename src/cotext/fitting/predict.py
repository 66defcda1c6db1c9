"""New documents, prepared as the first ones were, then sent to their clusters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from cotext.corpus import DocWord, excerpt
from cotext.errors import UsageError
from cotext.fitting.aggregate import gathered
from cotext.fitting.known_words import Known, usual_words
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
