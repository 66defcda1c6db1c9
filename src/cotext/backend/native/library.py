"""The compiled kernels if they are built, sparse matrices as they take them, and both in words."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend.threads import threads_here


@cache
def _find() -> Any:
    try:
        return import_module("cotext.backend.native._kernels")
    except ImportError:
        return None


def kernels() -> Any:
    """The compiled kernels, or None if they were not built or are switched off."""
    return None if os.environ.get("COTEXT_NATIVE") == "0" else _find()


def is_plain(A: object) -> bool:
    """Whether the kernels can read an array: NumPy's, in C order, of a precision that they know."""
    return isinstance(A, np.ndarray) and A.dtype in (np.float32, np.float64) and A.flags.c_contiguous


def checked_rows(X: sparse.csr_array) -> Any:
    """The kernels' view of X, whose indices are checked once, here; ValueError names the array at fault."""
    nnz, columns = int(X.indptr[-1]), X.indices
    if columns.dtype != np.int32 and columns.size and not 0 <= columns.min() <= columns.max() < 2**31:
        raise ValueError(
            f"words holds {columns.min()} to {columns.max()}, expected 0 to {X.shape[1] - 1}: make X again"
        )
    if len(X.indptr) != X.shape[0] + 1:
        raise ValueError(f"starts has {len(X.indptr)} numbers, expected {X.shape[0] + 1}: make X again")
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
    arguments = checked_rows(X), np.ascontiguousarray(rows, dtype=np.int64), places
    starts = np.zeros(len(rows) + 1, np.int64)
    kernels().part_sizes(*arguments, starts[1:], threads_here())
    np.cumsum(starts, out=starts)
    words, values = np.empty(starts[-1], np.int32), np.empty(starts[-1], X.dtype)
    kernels().fill_part(*arguments, starts, words, values, threads_here())
    short = starts.astype(np.int32 if starts[-1] < 2**31 else np.int64)
    return sparse.csr_array((values, words, short), shape=(len(rows), len(columns)))


def describe() -> str:
    """Describe the home of sweeps on the CPU, and how to make it faster."""
    if native := kernels():
        return f"native (C++ kernels, {native.instruction_set})"
    if _find():
        return "scipy (row blocks in threads): COTEXT_NATIVE=0 switches the C++ kernels off"
    return (
        "scipy (row blocks in threads): the C++ kernels are not built. Install a C++17 compiler (on Debian: "
        "apt install g++) and then cotext again: pip install --force-reinstall --no-deps cotext"
    )


def describe_texts() -> str:
    """Describe the engine that tokenizes texts and counts words."""
    return "native (C++, on all cores)" if kernels() else "Python (on one core): see where sweeps run"
