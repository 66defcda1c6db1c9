"""Questions to a matrix in memory or in blocks, for those who have no need of a home."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import add

import numpy as np
from scipy import sparse

from cotext.backend.blocks.source import Blocks, Entries
from cotext.backend.blocks.tree import add_in_tree


def row_lengths(X: Entries) -> np.ndarray:
    """Entries of each document."""
    if not isinstance(X, Blocks):
        return np.diff(X.indptr)
    return np.concatenate([np.diff(block.indptr) for _, block in X.spans()])


def word_spread(X: Entries) -> np.ndarray:
    """Documents that have each word."""
    if not isinstance(X, Blocks):
        return np.bincount(X.indices, minlength=X.shape[1])
    return add_in_tree((word_spread(block) for _, block in X.spans()), add)


def sum_over(X: Entries, of: Callable[[np.ndarray], float]) -> float:
    """What ``of`` says of all entries, a sum over them, block by block where there are blocks."""
    if not isinstance(X, Blocks):
        return of(X.data)
    return add_in_tree((of(block.data) for _, block in X.spans()), add)


def squares_in(X: Entries) -> float:
    """Sum of all squares, in float64."""
    return sum_over(X, lambda values: float(np.square(values, dtype=np.float64).sum()))


def some_rows(X: Entries, index: np.ndarray) -> sparse.csr_array:
    """Some documents, in memory."""
    return X.rows(index) if isinstance(X, Blocks) else sparse.csr_array(X[index])


def some_columns(X: Entries, index: np.ndarray) -> Entries:
    """All documents by some words."""
    if isinstance(X, Blocks):
        return X.changed(partial(some_columns, index=index))
    return sparse.csr_array(X[:, index])
