"""New documents, prepared as the first ones were, then sent to their clusters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from cotext.corpus import DocWord
from cotext.errors import UsageError
from cotext.recipe import Listener, Prepared, open_source
from cotext.recipe.sources import check_width
from cotext.result.documents import document_table
from cotext.result.fitted import excerpt
from cotext.result.memberships import memberships
from cotext.result.names import with_names
from cotext.result.parts import gathered
from cotext.result.table import Table

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering


@dataclass(frozen=True)
class Placed:
    """New documents in the clusters of a result: where each is, and its share in all of them."""

    result: CoClustering
    new: DocWord
    clusters: np.ndarray
    shares: np.ndarray
    texts: Sequence[str] | None

    def table(self) -> Table:
        """The columns of ``documents()`` for new ones."""
        sure = self.result.sure.of(self.shares, _is_empty(self.new))
        excerpts = None if self.texts is None else [excerpt(text) for text in self.texts]
        model = self.result.model
        table = document_table(model, self.new, self.clusters, self.shares, sure, excerpts)
        return with_names(self.result, table)


def predict_new(result: CoClustering, documents: Any, note: Listener, **reading: Any) -> Table:
    """The columns of ``documents()`` for new ones."""
    return place_new(result, documents, note, **reading).table()


def place_new(result: CoClustering, documents: Any, note: Listener, **reading: Any) -> Placed:
    """New documents, prepared and sent to their clusters."""
    model = result.model
    if not hasattr(model, "predict"):
        raise UsageError(f"{model.cli_name} cannot place new documents: fit again with them.")
    ready = _prepared(result, documents, reading)
    new = ready.weighted
    for remark in new.notes:
        note(remark)
    Z = model.transform(new.X) if hasattr(model, "transform") else None
    alone = Z is not None and hasattr(model, "assign")
    clusters = model.assign(Z) if alone else model.predict(new.X)
    shares = memberships(
        Z,
        clusters,
        result.n_clusters[0],
        _is_empty(new),
        getattr(model, "row_norms_", None),
        prior=np.bincount(result.row_labels_, minlength=result.n_clusters[0]) / len(result.row_labels_),
    )
    texts = ready.texts
    if ready.whole is not None:
        clusters, shares = gathered(ready.whole.parts, clusters, shares, _is_empty(new))
        new, texts = ready.whole.docword, ready.whole.texts
    return Placed(result, new, clusters, shares, texts)


def _is_empty(new: DocWord) -> np.ndarray:
    return np.asarray(np.diff(new.X.indptr) == 0)


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
