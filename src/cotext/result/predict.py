"""New documents, prepared as the first ones were, then sent to their clusters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from cotext.corpus import DocWord
from cotext.corpus.documents import excerpt
from cotext.errors import UsageError
from cotext.recipe import Listener, Prepared, open_source
from cotext.recipe.sources import check_width
from cotext.result.documents import document_table
from cotext.result.memberships import memberships
from cotext.result.names import with_names
from cotext.result.parts import gathered
from cotext.result.placed import NOWHERE, shares_of, where_known, without_words
from cotext.result.table import Table

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering


@dataclass(frozen=True)
class Arrived:
    """New documents in the clusters of a result: clusters, shares in each, and how texts begin."""

    result: CoClustering
    docword: DocWord
    clusters: np.ndarray
    shares: np.ndarray
    excerpts: list[str] | None

    def table(self) -> Table:
        """The columns of ``documents()``; cluster -1 and confidence 0 where no word is known."""
        sure = self.result.sure.of(self.shares, without_words(self.docword.X))
        table = document_table(
            self.result.model, self.docword, self.clusters, self.shares, sure, self.excerpts
        )
        return with_names(self.result, table)


def predict_new(result: CoClustering, documents: Any, note: Listener, **reading: Any) -> Arrived:
    """New documents, prepared and sent to their clusters."""
    check_predicts(result.model)
    ready = _prepared(result, documents, reading)
    for remark in ready.weighted.notes:
        note(remark)
    clusters, shares = place(result, ready)
    texts = ready.texts if ready.whole is None else ready.whole.texts
    if lost := int((clusters == NOWHERE).sum()):
        note(f"{lost:,} of {len(clusters):,} documents have no known words: they are in cluster -1")
    excerpts = None if texts is None else [excerpt(text) for text in texts]
    return Arrived(result, ready.documents, clusters, shares, excerpts)


def place(result: CoClustering, ready: Prepared) -> tuple[np.ndarray, np.ndarray]:
    """Cluster of each document, and its share in every cluster; by its pieces, where these were fitted."""
    clusters, shares = place_new(result, ready.weighted.X)
    if ready.whole is None:
        return clusters, shares
    return gathered(ready.whole.parts, clusters, shares, without_words(ready.weighted.X))


def check_predicts(model: Any) -> None:
    """Refuse a model that knows the documents of its fit only."""
    if not hasattr(model, "predict"):
        raise UsageError(f"{model.cli_name} cannot place new documents: fit again with them.")


def place_new(result: CoClustering, X: sparse.csr_array) -> tuple[np.ndarray, np.ndarray]:
    """Cluster of each document of a prepared matrix, and its share in every cluster."""
    model, g, empty = result.model, result.n_clusters[0], without_words(X)
    check_predicts(model)
    Z = model.transform(X) if hasattr(model, "transform") else None
    alone = Z is not None and hasattr(model, "assign")
    clusters = where_known(model.assign(Z) if alone else model.predict(X), empty)
    norms, prior = getattr(model, "row_norms_", None), shares_of(result.row_labels_, g)
    return clusters, memberships(Z, clusters, g, empty, norms, prior=prior)


def _prepared(result: CoClustering, documents: Any, reading: dict[str, Any]) -> Prepared:
    """By the recipe; without one only a matrix will do, as it comes."""
    if result.recipe is not None:
        return result.recipe.prepare(documents, **reading)
    reading.pop("tokenizer", None)
    new = open_source(documents, **{name: value for name, value in reading.items() if value is not None})
    if not isinstance(new, DocWord):
        raise UsageError("nothing is known of how texts became the matrix of this result: give a matrix.")
    check_width(new, len(result.docword.vocabulary))
    X = sparse.csr_array(new.X, dtype=result.docword.X.dtype)
    return Prepared(DocWord(X, new.vocabulary, new.ids, notes=new.notes), X)
