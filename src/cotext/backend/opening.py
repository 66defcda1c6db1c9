"""Opens a matrix in its home, and reads numbers, rows and columns of one that needs no home."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from cotext.backend.chunks.source import Chunks, Entries
from cotext.backend.homes import open_in_memory
from cotext.backend.matrix import Matrix

if TYPE_CHECKING:
    from cotext.backend.chunks.matrix import ChunkMatrix


def open_matrix(X: Entries, device: str = "cpu", n_threads: int | None = None) -> Matrix:
    """Open a CSR matrix, or one in chunks, in its home.

    Examples
    --------
    >>> X = open_matrix(sparse.csr_array(np.eye(3)))
    >>> (X @ np.ones((3, 1))).ravel()
    array([1., 1., 1.])
    """
    if isinstance(X, Chunks):
        return open_blocks(X, n_threads, device)
    return open_in_memory(X, device, n_threads)


def open_blocks(X: Chunks, n_threads: int | None = None, device: str = "cpu") -> ChunkMatrix:
    """Open chunks here, or on the workers of the surrounding client; with "cuda" one by one on a GPU."""
    from cotext.backend.chunks.matrix import ChunkMatrix
    from cotext.backend.chunks.scratch_dirs import sweep_up
    from cotext.backend.dask.cluster import client_here

    sweep_up(X.room)
    if (client := client_here()) is None:
        return ChunkMatrix(X, n_threads, device=device)
    from cotext.backend.dask.matrix import DaskMatrix

    return DaskMatrix(X, n_threads, device=device, client=client)


def is_elsewhere(X: Entries) -> bool:
    """Whether the workers of a cluster open X."""
    from cotext.backend.dask.cluster import client_here

    return isinstance(X, Chunks) and client_here() is not None


def open_slices(
    slices: Sequence[sparse.csr_array],
    products: Container[int] = (),
    device: str = "cpu",
    n_threads: int | None = None,
) -> Matrix:
    """Open the slices of a tensor in their home; those numbered in ``products`` are factors B of B B'."""
    from cotext.backend.stack import ProductMatrix, Stack

    homes = [open_matrix(one, device, n_threads) for one in slices]
    return Stack([ProductMatrix(home) if i in products else home for i, home in enumerate(homes)])


def row_lengths(X: Entries) -> np.ndarray:
    """Entries of each document."""
    return open_blocks(X).row_lengths() if isinstance(X, Chunks) else np.diff(X.indptr)


def word_spread(X: Entries) -> np.ndarray:
    """Documents that have each word."""
    if isinstance(X, Chunks):
        return open_blocks(X).word_spread()
    return np.bincount(X.indices, minlength=X.shape[1])


def spread_of_used(X: Entries) -> np.ndarray:
    """Documents that have each of the words in use; needs little memory if most are unused."""
    if isinstance(X, Chunks) or X.shape[1] <= X.nnz:
        spread = word_spread(X)
        return spread[spread > 0]
    return np.unique(X.indices, return_counts=True)[1]


def sum_over(X: Entries, of: Callable[[np.ndarray], float]) -> float:
    """The sum of ``of`` over all entries."""
    return open_blocks(X).sum_over(of) if isinstance(X, Chunks) else of(X.data)


def squares_in(X: Entries) -> float:
    """Sum of all squares, in float64."""
    return sum_over(X, lambda values: float(np.square(values, dtype=np.float64).sum()))


def some_rows(X: Entries, index: np.ndarray) -> sparse.csr_array:
    """Some documents, in memory."""
    return X.rows(index) if isinstance(X, Chunks) else sparse.csr_array(X[index])


def some_columns(X: Entries, index: np.ndarray) -> Entries:
    """All documents by some words."""
    if isinstance(X, Chunks):
        return X.changed(partial(_columns, index=index))
    return _columns(X, index)


def _columns(X: sparse.csr_array, index: np.ndarray) -> sparse.csr_array:
    return sparse.csr_array(X[:, index])
