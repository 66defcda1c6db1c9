"""Counts of word ids in C++; each function returns None if the kernels do not apply.

Rows are (values, indices, starts), as in SciPy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cotext.backend.native.library import kernels
from cotext.backend.threads import threads_here

Rows = tuple[np.ndarray, np.ndarray, np.ndarray]
_MOST = 2**31 - 2


def count_rows(ids: np.ndarray, bounds: np.ndarray, columns: np.ndarray, n_columns: int) -> Rows | None:
    """How often each column occurs in each stretch ``bounds[i]:bounds[i + 1]`` of ids."""
    arguments = _given(ids, bounds, columns, n_columns)
    if arguments is None:
        return None
    starts = np.zeros(len(bounds), dtype=np.int64)
    kernels().row_sizes(*arguments, starts[1:], threads_here())
    np.cumsum(starts, out=starts)
    values, indices = (np.empty(starts[-1], dtype=np.int32) for _ in range(2))
    kernels().fill_rows(*arguments, starts, indices, values, threads_here())
    return _rows(values, indices, starts)


def spread(ids: np.ndarray, bounds: np.ndarray, columns: np.ndarray, n_columns: int) -> np.ndarray | None:
    """In how many stretches each column occurs."""
    arguments = _given(ids, bounds, columns, n_columns)
    if arguments is None:
        return None
    counts = np.empty(n_columns, dtype=np.int64)
    kernels().spread(*arguments, counts, threads_here())
    return counts


def windows(
    ids: np.ndarray, bounds: np.ndarray, columns: np.ndarray, n_columns: int, length: int, upper: bool
) -> Callable[[int, int, int], Rows] | None:
    """A function that counts how often two columns are less than ``length`` positions apart in one stretch.

    It returns the rows from ``first`` to ``last``; with ``upper`` only entries above the diagonal.
    """
    arguments = _given(ids, bounds, columns, n_columns)
    if arguments is None or len(ids) > _MOST:
        return None
    counter = kernels().Windows(*arguments, min(length, _MOST))

    def rows(first: int, last: int, n_threads: int) -> Rows:
        size = counter.count(first, last, upper, n_threads)
        starts = np.empty(last - first + 1, dtype=np.int64)
        values, indices = (np.empty(size, dtype=np.int32) for _ in range(2))
        counter.lay_out(starts, indices, values)
        return _rows(values, indices, starts)

    return rows


def _given(ids: np.ndarray, bounds: np.ndarray, columns: np.ndarray, n_columns: int) -> Any:
    fits = n_columns <= _MOST and len(bounds) <= _MOST and ids.dtype == columns.dtype == np.int32
    if kernels() is None or not fits:
        return None
    return ids, np.ascontiguousarray(bounds, dtype=np.int64), columns, n_columns


def _rows(values: np.ndarray, indices: np.ndarray, starts: np.ndarray) -> Rows:
    return values, indices, starts.astype(np.int32) if len(indices) < 2**31 else starts
