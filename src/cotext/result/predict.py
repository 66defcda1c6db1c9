"""New documents, counted and weighted as the first ones were, then sent to their clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from cotext.corpus import Documents, DocWord, read
from cotext.errors import UsageError
from cotext.matrix import Weighting, count_words
from cotext.result.memberships import memberships
from cotext.result.table import Table
from cotext.tokens import TokenSettings

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering


def predict_new(result: CoClustering, documents: Any) -> Table:
    """id, cluster and confidence of each new document."""
    model = result.model
    if not hasattr(model, "predict"):
        raise UsageError(f"{model.cli_name} cannot place new documents: fit again with them.")
    new = read(documents)
    X = _weigh(result, _count(result, new))
    clusters = model.predict(X)
    shares = memberships(
        model.transform(X) if hasattr(model, "transform") else None,
        clusters,
        result.n_clusters[0],
        np.diff(X.indptr) == 0,
        getattr(model, "row_norms_", None),
        prior=np.bincount(result.row_labels_, minlength=result.n_clusters[0]) / len(result.row_labels_),
    )
    return Table(
        ("id", "cluster", "confidence"),
        zip(new.ids, clusters.tolist(), shares.max(axis=1).tolist(), strict=True),
    )


def _count(result: CoClustering, new: Documents | DocWord) -> sparse.csr_array:
    words = result.docword.vocabulary
    if isinstance(new, DocWord):
        if new.X.shape[1] != len(words):
            raise UsageError(
                f"the new matrix has {new.X.shape[1]} words, the run has {len(words)}: count the same words."
            )
        return new.X
    if "text" not in result.config:
        raise UsageError(
            "the run was fitted on a matrix, so texts cannot be counted as it was: give a matrix."
        )
    return count_words(new, words, TokenSettings.from_dict(result.config["text"]))


def _weigh(result: CoClustering, counts: sparse.csr_array) -> sparse.csr_array:
    dtype = result.docword.X.dtype.type
    if "weighting" not in result.config:
        return sparse.csr_array(counts, dtype=dtype)
    return Weighting(**result.config["weighting"]).fit(result.counts).transform(counts, dtype=dtype)
