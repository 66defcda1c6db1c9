"""Leave documents without words out of a fit, and give them a place in the fitted arrays.

They carry no information about clusters, so nothing in a fit may depend on them: neither starts, document
counts and random numbers nor the criterion. A class declares in ``fitted_axes`` which fitted arrays have an
axis of documents. There, empty documents are zero or in the largest cluster.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from scipy import sparse

from cotext.backend import empty_array, is_sparse

if TYPE_CHECKING:
    from cotext.models.engine.coclusterer import CoClusterer

Axes: TypeAlias = Mapping[str, str]  # fitted arrays by name: a letter for each axis, these or any other
DOCUMENTS, WORDS, ALL_WORDS = "n", "d", "c"


class Kept(NamedTuple):
    """Documents that take part in a fit, and words: None, unless the words are the documents."""

    documents: np.ndarray
    words: np.ndarray | None = None


def worth_keeping(has_words: np.ndarray, least: int) -> np.ndarray | None:
    """The documents that take part in a fit; None if all do, or if none has words.

    A fit needs as many documents as clusters. If fewer have words, the first empty ones make up the number.

    Examples
    --------
    >>> worth_keeping(np.array([True, False, False, True]), 3).tolist()
    [True, True, False, True]
    """
    if has_words.all() or not has_words.any():
        return None
    kept = has_words.copy()
    kept[np.flatnonzero(~has_words)[: max(least - int(has_words.sum()), 0)]] = True
    return None if kept.all() else kept


def fitted_axes_of(Model: type) -> Axes:
    """The axes of fitted arrays, as a class and its bases declare them."""
    each = [vars(base).get("fitted_axes", {}) for base in reversed(Model.__mro__)]
    return {name: axes for one in each for name, axes in one.items()}


def put_back(model: CoClusterer, kept: Kept, before: Mapping[str, Any]) -> None:
    """Give the documents that were left out a place in every array fitted since ``before``."""
    sides = {DOCUMENTS: kept.documents, WORDS: kept.words}
    if kept.words is not None:
        sides[ALL_WORDS] = np.tile(kept.words, getattr(model, "n_slices_", 1))
    for name, axes in fitted_axes_of(type(model)).items():
        if (value := getattr(model, name, None)) is None or value is before.get(name):
            continue
        for axis, letter in enumerate(axes):
            if (side := sides.get(letter)) is not None:
                value = widened(value, axis, side, _usual(model, name, value))
        setattr(model, name, value)
    model.labels_ = model.row_labels_


def widened(value: Any, axis: int, kept: np.ndarray, other: Any = 0) -> Any:
    """An array, or sparse matrix, with ``other`` at the places of an axis that are not kept.

    Examples
    --------
    >>> widened(np.array([[1, 2], [3, 4]]), 0, np.array([True, False, True])).tolist()
    [[1, 2], [0, 0], [3, 4]]
    """
    if is_sparse(value):
        return _widened_sparse(sparse.csr_array(value), axis, kept)
    shape = (*value.shape[:axis], len(kept), *value.shape[axis + 1 :])
    on_disk = isinstance(value, np.memmap) or isinstance(value.base, np.memmap)
    new = empty_array(shape, value.dtype, None) if on_disk else np.empty(shape, value.dtype)
    new, before = np.moveaxis(new, axis, 0), np.moveaxis(value, axis, 0)
    new[kept], new[~kept] = before, other
    return np.moveaxis(new, 0, axis)


def _widened_sparse(X: sparse.csr_array, axis: int, kept: np.ndarray) -> sparse.csr_array:
    if axis == 0:
        lengths = np.zeros(len(kept), X.indptr.dtype)
        lengths[kept] = np.diff(X.indptr)
        indptr = np.concatenate([X.indptr[:1], np.cumsum(lengths, dtype=X.indptr.dtype)])
        return sparse.csr_array((X.data, X.indices, indptr), shape=(len(kept), X.shape[1]))
    places = np.flatnonzero(kept).astype(X.indices.dtype)
    return sparse.csr_array((X.data, places[X.indices], X.indptr), shape=(X.shape[0], len(kept)))


def _usual(model: CoClusterer, name: str, value: Any) -> Any:
    """The largest cluster, in each of several labelings; 0 in arrays that hold no labels."""
    if name in ("row_labels_", "labels_"):
        return model.row_shares_.argmax()
    if is_sparse(value) or value.dtype.kind not in "iu":
        return 0
    each = [np.bincount(labels[labels >= 0], minlength=1).argmax() for labels in np.atleast_2d(value)]
    return np.array(each, value.dtype)[0 if value.ndim == 1 else slice(None)]
