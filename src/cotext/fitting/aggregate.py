"""From the rows that a fit has seen to the documents they are parts of, or copies of."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from scipy import sparse

from cotext.result import Floats


def gathered(
    parts: sparse.csr_array, labels: np.ndarray, memberships: Floats, empty: np.ndarray
) -> tuple[np.ndarray, Floats]:
    """Cluster and memberships of each document, from those of its parts.

    The memberships of a document are the mean of those of its parts, and its cluster is the largest of them;
    parts that are ``empty`` have no say. A document of one part has the cluster of that part.

    Examples
    --------
    >>> parts = sparse.csr_array([[1, 1, 0], [0, 0, 1]])
    >>> shares = np.array([[0.9, 0.1], [0.4, 0.6], [0.2, 0.8]])
    >>> z, Z = gathered(parts, np.array([0, 1, 1]), shares, np.zeros(3, dtype=bool))
    >>> z.tolist(), Z.round(2).tolist()
    ([0, 1], [[0.65, 0.35], [0.2, 0.8]])
    """
    heard = parts @ np.where(empty, 0.0, 1.0)
    sums = np.asarray(parts @ np.where(empty[:, None], 0.0, memberships))
    first = parts.indices[parts.indptr[:-1]]
    sums[heard == 0] = memberships[first[heard == 0]]
    alone = (np.diff(parts.indptr) == 1) | (heard == 0)
    clusters = np.where(alone, labels[first], sums.argmax(axis=1))
    return clusters.astype(labels.dtype), sums / np.maximum(heard, 1.0)[:, None]


def of_documents(model: Any, parts: sparse.csr_array, clusters: np.ndarray, memberships: Floats) -> Any:
    """The same fitted estimator with the documents in place of the rows it was fitted on."""
    new = copy.copy(model)
    new.row_labels_ = new.labels_ = clusters
    if hasattr(model, "row_factor_"):
        new.row_factor_ = _factor(model, parts, memberships)
    for name in ("restart_labels_", "opinion_labels_"):
        if hasattr(model, name):
            tried = np.asarray(getattr(model, name))
            setattr(new, name, np.array([_majority(parts, labels) for labels in tried], dtype=tried.dtype))
    if hasattr(model, "agreement_"):
        new.agreement_ = _agreement(model, parts, clusters, model.agreement_)
    if hasattr(model, "level_agreement_"):
        levels = [_agreement(model, parts, clusters, share) for share in model.level_agreement_]
        new.level_agreement_ = np.stack(levels)
    if hasattr(model, "document_similarity_"):
        M, S = _means(parts), model.document_similarity_
        new.document_similarity_ = (M @ (M @ S).T).T.astype(S.dtype)
    return new


def _factor(model: Any, parts: sparse.csr_array, memberships: Floats) -> np.ndarray:
    """The row of the only part; else what ``memberships`` would read again, or the mean of the parts."""
    Z = np.asarray(model.row_factor_)
    if (np.diff(parts.indptr) == 1).all():
        return np.asarray(Z[parts.indices])
    if Z.shape[1] != memberships.shape[1] or Z.min() < 0:
        return np.asarray(_means(parts) @ Z, dtype=Z.dtype)
    norms = np.asarray(getattr(model, "row_norms_", 1.0))
    return np.asarray(memberships * norms, dtype=Z.dtype)


def _majority(parts: sparse.csr_array, labels: np.ndarray) -> np.ndarray:
    """The label of most parts; of several such, the first."""
    columns = labels.astype(np.int64) + 1  # -1 where there is none
    said = sparse.csr_array((np.ones(len(labels)), columns, np.arange(len(labels) + 1)))
    return np.asarray((parts @ said).toarray().argmax(axis=1) - 1)


def _agreement(model: Any, parts: sparse.csr_array, clusters: np.ndarray, share: Floats) -> Floats:
    """Mean over the parts, where those in another cluster do not agree at all."""
    document = np.repeat(np.arange(len(clusters)), np.diff(parts.indptr))
    same = model.row_labels_[parts.indices] == clusters[document]
    sums = np.bincount(document, share[parts.indices] * same, minlength=len(clusters))
    return np.asarray(sums / np.diff(parts.indptr), dtype=share.dtype)


def _means(parts: sparse.csr_array) -> sparse.csr_array:
    return sparse.csr_array(parts / np.diff(parts.indptr)[:, None])
