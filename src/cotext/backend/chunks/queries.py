"""Questions to a matrix in memory or in blocks, for those who have no need of a home."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from scipy import sparse

from cotext.backend.chunks.source import Blocks, Entries
from cotext.backend.opening import open_blocks


def row_lengths(X: Entries) -> np.ndarray:
    """Entries of each document."""
    return open_blocks(X).row_lengths() if isinstance(X, Blocks) else np.diff(X.indptr)


def word_spread(X: Entries) -> np.ndarray:
    """Documents that have each word."""
    if isinstance(X, Blocks):
        return open_blocks(X).word_spread()
    return np.bincount(X.indices, minlength=X.shape[1])


def spread_of_used(X: Entries) -> np.ndarray:
    """Documents that have each of the words in use; makes nothing as long as the words if most are unused."""
    if isinstance(X, Blocks) or X.shape[1] <= X.nnz:
        spread = word_spread(X)
        return spread[spread > 0]
    return np.unique(X.indices, return_counts=True)[1]


def sum_over(X: Entries, of: Callable[[np.ndarray], float]) -> float:
    """What ``of`` says of all entries, a sum over them, block by block where there are blocks."""
    return open_blocks(X).sum_over(of) if isinstance(X, Blocks) else of(X.data)


def squares_in(X: Entries) -> float:
    """Sum of all squares, in float64."""
    return sum_over(X, lambda values: float(np.square(values, dtype=np.float64).sum()))


def some_rows(X: Entries, index: np.ndarray) -> sparse.csr_array:
    """Some documents, in memory."""
    return X.rows(index) if isinstance(X, Blocks) else sparse.csr_array(X[index])


def some_columns(X: Entries, index: np.ndarray) -> Entries:
    """All documents by some words."""
    if isinstance(X, Blocks):
        return X.changed(partial(_columns, index=index))
    return _columns(X, index)


def _columns(X: sparse.csr_array, index: np.ndarray) -> sparse.csr_array:
    return sparse.csr_array(X[:, index])
