"""Documents as the kernels take them: every index is walked once, here, and trusted from then on."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend.native.library import kernels
from cotext.backend.threads import threads_here


def checked_rows(X: sparse.csr_array) -> Any:
    """The kernels' view of X; ValueError names the array that would lead them out of it."""
    nnz, columns = int(X.indptr[-1]), X.indices
    if columns.dtype != np.int32 and columns.size and not 0 <= columns.min() <= columns.max() < 2**31:
        raise ValueError(
            f"words holds {columns.min()} to {columns.max()}, expected 0 to {X.shape[1] - 1}: make X anew"
        )
    if len(X.indptr) != X.shape[0] + 1:
        raise ValueError(f"starts has {len(X.indptr)} numbers, expected {X.shape[0] + 1}: make X anew")
    return kernels().Rows(
        np.ascontiguousarray(X.indptr, dtype=np.int64),
        np.ascontiguousarray(columns[:nnz], dtype=np.int32),
        np.ascontiguousarray(X.data[:nnz]),
        X.shape[1],
    )


def rows_and_columns(X: sparse.csr_array, rows: np.ndarray, columns: np.ndarray) -> sparse.csr_array:
    """``X[rows][:, columns]`` for ascending columns.

    Examples
    --------
    >>> X = sparse.csr_array([[1.0, 2.0, 3.0], [4.0, 0.0, 6.0]])
    >>> rows_and_columns(X, np.array([1, 0]), np.array([1, 2])).toarray().tolist()
    [[0.0, 6.0], [2.0, 3.0]]
    """
    if kernels() is None or X.dtype.char not in "fd" or X.indices.dtype != np.int32:
        return sparse.csr_array(X[rows][:, columns])
    places = np.full(X.shape[1], -1, np.int32)
    places[columns] = np.arange(len(columns))
    given = checked_rows(X), np.ascontiguousarray(rows, dtype=np.int64), places
    starts = np.zeros(len(rows) + 1, np.int64)
    kernels().part_sizes(*given, starts[1:], threads_here())
    np.cumsum(starts, out=starts)
    words, values = np.empty(starts[-1], np.int32), np.empty(starts[-1], X.dtype)
    kernels().fill_part(*given, starts, words, values, threads_here())
    short = starts.astype(np.int32 if starts[-1] < 2**31 else np.int64)
    return sparse.csr_array((values, words, short), shape=(len(rows), len(columns)))
