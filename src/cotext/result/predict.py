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
from cotext.result.table import Table

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering


def predict_new(result: CoClustering, documents: Any, note: Listener, **reading: Any) -> Table:
    """id, cluster and confidence of each new document."""
    model = result.model
    if not hasattr(model, "predict"):
        raise UsageError(f"{model.cli_name} cannot place new documents: fit again with them.")
    new = _prepared(result, documents, reading)
    for remark in new.notes:
        note(remark)
    Z = model.transform(new.X) if hasattr(model, "transform") else None
    alone = Z is not None and hasattr(model, "assign")
    clusters = model.assign(Z) if alone else model.predict(new.X)
    empty = np.diff(new.X.indptr) == 0
    shares = memberships(
        Z,
        clusters,
        result.n_clusters[0],
        empty,
        getattr(model, "row_norms_", None),
        prior=np.bincount(result.row_labels_, minlength=result.n_clusters[0]) / len(result.row_labels_),
    )
    rows = zip(new.ids, clusters.tolist(), result.sure.of(shares, empty).tolist(), strict=True)
    return with_levels(model, Table(("id", "cluster", "confidence"), rows))


def _prepared(result: CoClustering, documents: Any, reading: dict[str, Any]) -> DocWord:
    """By the recipe; without one only a matrix will do, as it comes."""
    if result.recipe is not None:
        return result.recipe.transform(documents, **reading)
    new = open_source(documents, **{name: value for name, value in reading.items() if value is not None})
    if not isinstance(new, DocWord):
        raise UsageError("nothing is known of how texts became the matrix of this result: give a matrix.")
    check_width(new, len(result.docword.vocabulary))
    X = sparse.csr_array(new.X, dtype=result.docword.X.dtype)
    return DocWord(X, new.vocabulary, new.ids, notes=new.notes)
