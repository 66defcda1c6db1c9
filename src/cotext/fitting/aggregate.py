"""From the rows that a fit has seen to the documents they are parts of, or copies of."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import numpy as np
from scipy import sparse

from cotext.cooccurrence import MOST, sppmi
from cotext.models.engine import DOCUMENTS, LABELS, OPEN_LABELS, SHARES, SIMILARITY, Fit
from cotext.models.families.contexts import Ties
from cotext.recipe import Prepared, Recipe
from cotext.result import CoClustering, Floats, Segments


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
    new, fit = copy.copy(model), model.fit_
    kinds, found = fit.kinds(), {"row_labels": clusters, "row_factor": _factor(fit, parts, memberships)}
    for name, value, axes in fit.arrays():
        if DOCUMENTS in axes and name not in found:
            found[name] = _aggregated(fit, parts, clusters, value, axes.index(DOCUMENTS), kinds[name])
    new.fit_ = replace(fit, **found)
    return new


def _aggregated(
    fit: Fit, parts: sparse.csr_array, clusters: np.ndarray, value: Any, axis: int, kind: str
) -> Any:
    """An array with an axis of documents, by what it holds."""
    if kind == SIMILARITY:
        M = _means(parts)
        return (M @ (M @ value).T).T.astype(value.dtype)
    rows = np.moveaxis(value, axis, -1)
    each = rows.reshape(-1, rows.shape[-1])
    if kind in (LABELS, OPEN_LABELS):
        new = [_majority(parts, labels) for labels in each]
    elif kind == SHARES:
        new = [_agreement(fit, parts, clusters, share) for share in each]
    else:
        new = [_means(parts) @ numbers for numbers in each]
    shape = (*rows.shape[:-1], len(clusters))
    return np.moveaxis(np.array(new, dtype=value.dtype).reshape(shape), -1, axis)


def _factor(fit: Fit, parts: sparse.csr_array, memberships: Floats) -> np.ndarray:
    """The row of the only part; else what ``memberships`` would read again, or the mean of the parts."""
    Z = np.asarray(fit.row_factor)
    if (np.diff(parts.indptr) == 1).all():
        return np.asarray(Z[parts.indices])
    if Z.shape[1] != memberships.shape[1] or Z.min() < 0:
        return np.asarray(_means(parts) @ Z, dtype=Z.dtype)
    return np.asarray(memberships * fit.row_norms, dtype=Z.dtype)


def _majority(parts: sparse.csr_array, labels: np.ndarray) -> np.ndarray:
    """The label of most parts; of several such, the first."""
    columns = labels.astype(np.int64) + 1  # -1 where there is none
    said = sparse.csr_array((np.ones(len(labels)), columns, np.arange(len(labels) + 1)))
    return np.asarray((parts @ said).toarray().argmax(axis=1) - 1)


def _agreement(fit: Fit, parts: sparse.csr_array, clusters: np.ndarray, share: Floats) -> Floats:
    """Mean over the parts, where those in another cluster do not agree at all."""
    document = np.repeat(np.arange(len(clusters)), np.diff(parts.indptr))
    same = fit.row_labels[parts.indices] == clusters[document]
    sums = np.bincount(document, share[parts.indices] * same, minlength=len(clusters))
    return np.asarray(sums / np.diff(parts.indptr), dtype=share.dtype)


def _means(parts: sparse.csr_array) -> sparse.csr_array:
    return sparse.csr_array(parts / np.diff(parts.indptr)[:, None])


def with_associations(ready: Prepared, model: Any, *, spend: bool = False) -> Prepared:
    """The word associations that a fit of the model would make, in place of the counts they are made of.

    ``spend`` empties the counts, which are many more.
    """
    C = ready.cooccurrence
    if C is None or isinstance(C, Ties) or not model.algorithm.uses_cooccurrence:
        return ready
    model.algorithm.check_room(ready.weighted.X, **ready.beside)
    return replace(ready, cooccurrence=Ties(sppmi(C, model.shift, most=MOST, spend=spend)))


def result_of(model: Any, ready: Prepared, recipe: Recipe) -> CoClustering:
    """One row per document that came in, whatever of them the estimator was fitted on."""
    seen = CoClustering.from_fit(model, ready.weighted, counts=ready.counts, texts=ready.texts, recipe=recipe)
    if ready.whole is None:
        return seen
    parts = ready.whole.parts
    labels = np.asarray(model.row_labels_)
    clusters, memberships = gathered(parts, labels, seen.memberships, seen.is_empty)
    result = CoClustering.from_fit(
        of_documents(model, parts, clusters, memberships),
        ready.whole.docword,
        counts=ready.whole.counts,
        texts=ready.whole.texts,
        recipe=recipe,
    )
    if recipe.segment is not None:
        result.pieces = Segments(parts, seen.counts, seen.row_labels_, seen.confidence, seen.excerpts)
    return result
