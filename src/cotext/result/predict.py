"""New documents, prepared as the first ones were, then sent to their clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from cotext.corpus import DocWord
from cotext.errors import UsageError
from cotext.recipe import Listener, open_source
from cotext.recipe.sources import check_width
from cotext.result.levels import with_levels
from cotext.result.memberships import memberships
from cotext.result.placed import shares_of, where_known, without_words
from cotext.result.table import Table

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering


def predict_new(result: CoClustering, documents: Any, note: Listener, **reading: str | None) -> Table:
    """id, cluster and confidence of each new document; -1 and 0 where no word of it is known."""
    check_predicts(result.model)
    new = _prepared(result, documents, reading)
    for remark in new.notes:
        note(remark)
    clusters, shares = place_new(result, new.X)
    empty = without_words(new.X)
    if lost := int(empty.sum()):
        note(f"{lost:,} of {len(empty):,} documents have no known words: they are in cluster -1")
    sure = result.sure.of(shares, empty)
    rows = zip(new.ids, clusters.tolist(), sure.tolist(), strict=True)
    return with_levels(result.model, Table(("id", "cluster", "confidence"), rows))


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


def _prepared(result: CoClustering, documents: Any, reading: dict[str, str | None]) -> DocWord:
    """By the recipe; without one only a matrix will do, as it comes."""
    if result.recipe is not None:
        return result.recipe.transform(documents, **reading)
    new = open_source(documents, **{name: value for name, value in reading.items() if value is not None})
    if not isinstance(new, DocWord):
        raise UsageError("nothing is known of how texts became the matrix of this result: give a matrix.")
    check_width(new, len(result.docword.vocabulary))
    X = sparse.csr_array(new.X, dtype=result.docword.X.dtype)
    return DocWord(X, new.vocabulary, new.ids, notes=new.notes)
