"""Results of fits, also if the fitted rows are parts or copies of documents."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import numpy as np
from scipy import sparse

from cotext.cooccurrence import MOST, sppmi
from cotext.models.engine import DOCUMENTS, LABELS, OPEN_LABELS, SHARES, SIMILARITY, Estimator, Fit
from cotext.models.families.contexts import Ties
from cotext.recipe import Prepared, Recipe
from cotext.result import CoClustering, Floats, Segments


def gathered(
    parts: sparse.csr_array, labels: np.ndarray, memberships: Floats, empty: np.ndarray
) -> tuple[np.ndarray, Floats]:
    """Return the cluster and memberships of each document, from those of its parts.

    The memberships of a document are the mean of those of its parts, and its cluster is the largest of them.
    Parts that are ``empty`` do not count. A document of one part has the cluster of that part.

    Examples
    --------
    >>> parts = sparse.csr_array([[1, 1, 0], [0, 0, 1]])
    >>> shares = np.array([[0.9, 0.1], [0.4, 0.6], [0.2, 0.8]])
    >>> z, Z = gathered(parts, np.array([0, 1, 1]), shares, np.zeros(3, dtype=bool))
    >>> z.tolist(), Z.round(2).tolist()
    ([0, 1], [[0.65, 0.35], [0.2, 0.8]])
    """
    n_used = parts @ np.where(empty, 0.0, 1.0)
    sums = np.asarray(parts @ np.where(empty[:, None], 0.0, memberships))
    first = parts.indices[parts.indptr[:-1]]
    sums[n_used == 0] = memberships[first[n_used == 0]]
    has_one = (np.diff(parts.indptr) == 1) | (n_used == 0)
    clusters = np.where(has_one, labels[first], sums.argmax(axis=1))
    return clusters.astype(labels.dtype), sums / np.maximum(n_used, 1.0)[:, None]


def of_documents(
    model: Estimator, parts: sparse.csr_array, clusters: np.ndarray, memberships: Floats
) -> Estimator:
    """Return the fitted estimator with documents instead of the rows it was fitted on."""
    new, fit = copy.copy(model), model.fit_
    kinds, factor = fit.kinds(), _factor(fit, parts, memberships)
    values: dict[str, Any] = {"row_labels": clusters, "row_factor": factor}
    for name, value, axes in fit.arrays():
        if DOCUMENTS in axes and name not in values:
            values[name] = _aggregated(fit, parts, clusters, value, axes.index(DOCUMENTS), kinds[name])
    new.fit_ = replace(fit, **values)
    return new


def _aggregated(
    fit: Fit, parts: sparse.csr_array, clusters: np.ndarray, value: Any, axis: int, kind: str
) -> Any:
    """Aggregate an array with an axis of documents, by the kind of its values."""
    if kind == SIMILARITY:
        M = _means(parts)
        return (M @ (M @ value).T).T.astype(value.dtype)
    rows = np.moveaxis(value, axis, -1)
    vectors = rows.reshape(-1, rows.shape[-1])
    if kind in (LABELS, OPEN_LABELS):
        new = [_majority(parts, labels) for labels in vectors]
    elif kind == SHARES:
        new = [_agreement(fit, parts, clusters, share) for share in vectors]
    else:
        new = [_means(parts) @ numbers for numbers in vectors]
    shape = (*rows.shape[:-1], len(clusters))
    return np.moveaxis(np.array(new, dtype=value.dtype).reshape(shape), -1, axis)


def _factor(fit: Fit, parts: sparse.csr_array, memberships: Floats) -> np.ndarray:
    """Return the row of the only part; else a factor with these ``memberships``, or the mean of the parts."""
    Z = np.asarray(fit.row_factor)
    if (np.diff(parts.indptr) == 1).all():
        return np.asarray(Z[parts.indices])
    if Z.shape[1] != memberships.shape[1] or Z.min() < 0:
        return np.asarray(_means(parts) @ Z, dtype=Z.dtype)
    return np.asarray(memberships * fit.row_norms, dtype=Z.dtype)


def _majority(parts: sparse.csr_array, labels: np.ndarray) -> np.ndarray:
    """Return the label of most parts; of several, the smallest."""
    columns = labels.astype(np.int64) + 1  # -1 means no label
    votes = sparse.csr_array((np.ones(len(labels)), columns, np.arange(len(labels) + 1)))
    return np.asarray((parts @ votes).toarray().argmax(axis=1) - 1)


def _agreement(fit: Fit, parts: sparse.csr_array, clusters: np.ndarray, share: Floats) -> Floats:
    """Return the mean over the parts; a part in another cluster counts as 0."""
    document = np.repeat(np.arange(len(clusters)), np.diff(parts.indptr))
    same = fit.row_labels[parts.indices] == clusters[document]
    sums = np.bincount(document, share[parts.indices] * same, minlength=len(clusters))
    return np.asarray(sums / np.diff(parts.indptr), dtype=share.dtype)


def _means(parts: sparse.csr_array) -> sparse.csr_array:
    return sparse.csr_array(parts / np.diff(parts.indptr)[:, None])


def with_associations(ready: Prepared, model: Estimator, *, spend: bool = False) -> Prepared:
    """Replace co-occurrence counts by the word associations of a fit; ``spend`` empties the larger counts."""
    C = ready.cooccurrence
    if C is None or isinstance(C, Ties) or not model.algorithm.uses_cooccurrence:
        return ready
    model.algorithm.check_room(ready.weighted.X, **ready.beside)
    return replace(ready, cooccurrence=Ties(sppmi(C, model.shift, most=MOST, spend=spend)))


def result_of(model: Estimator, ready: Prepared, recipe: Recipe) -> CoClustering:
    """Return a result with one row per document, also if the fit saw parts of documents or unique texts."""
    fitted, whole = ready.weighted, ready.whole
    of_rows = CoClustering.from_fit(model, fitted, counts=ready.counts, texts=ready.texts, recipe=recipe)
    if whole is None:
        return of_rows
    labels, parts = np.asarray(model.row_labels_), whole.parts
    model = of_documents(model, parts, *gathered(parts, labels, of_rows.memberships, of_rows.is_empty))
    result = CoClustering.from_fit(
        model, whole.docword, counts=whole.counts, texts=whole.texts, recipe=recipe
    )
    if recipe.segment is not None:
        rows = of_rows.counts, of_rows.row_labels_, of_rows.confidence, of_rows.excerpts
        result.pieces = Segments(parts, *rows)
    return result
