"""Counts of which only one half was kept, made whole."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy import sparse

from cotext.backend import ordered_map, rows_of, threads_here
from cotext.cooccurrence.rows import block_size, stack_rows
from cotext.corpus import row_blocks


def mirrored(U: sparse.csr_array, room: Path | None = None) -> sparse.csr_array:
    """``U + U'`` for U above the diagonal, a few rows at a time; ``room`` is a folder for a large result.

    Examples
    --------
    >>> mirrored(sparse.csr_array([[0, 2, 0], [0, 0, 3], [0, 0, 0]])).toarray().tolist()
    [[0, 2, 0], [2, 0, 3], [0, 3, 0]]
    """
    n, n_threads = U.shape[0], threads_here()
    size = block_size(n_threads)
    below = sum(np.bincount(U.indices[i : i + size], minlength=n) for i in range(0, max(U.nnz, 1), size))
    work = U.indptr + np.concatenate([[0], np.cumsum(below)])
    blocks = ordered_map(
        lambda span: rows_of(U, *span) + _turned(U, *span, size=size), row_blocks(work, size), n_threads
    )
    return stack_rows(blocks, n, U.dtype.type, room)


def _turned(U: sparse.csr_array, start: int, stop: int, *, size: int) -> sparse.csr_array:
    """Columns of U as rows; rows from the last of these on have nothing in them."""
    found = []
    for first, last in row_blocks(U.indptr[: stop + 1], size):
        part = rows_of(U, first, last)
        own = (part.indices >= start) & (part.indices < stop)
        rows = np.repeat(np.arange(first, last, dtype=part.indices.dtype), np.diff(part.indptr))
        found.append((part.data[own], part.indices[own] - start, rows[own]))
    data, columns, rows = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return sparse.csr_array((data, (columns, rows)), shape=(stop - start, U.shape[0]))
