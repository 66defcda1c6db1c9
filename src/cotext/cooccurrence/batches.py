"""Large counts: stacked block by block, added up batch by batch, and mirrored at the diagonal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import numpy as np
from scipy import sparse

from cotext.backend import SpillArray, ordered_map, rows_of, threads_here
from cotext.corpus import row_blocks

AT_ONCE = 1 << 22  # entries of all blocks that threads hold together; 8 bytes each
MOST_PAIRS = 100_000_000  # 0.8 GB; 20 Newsgroups have 74 million


def block_size(n_threads: int) -> int:
    """Return the entries of a block if each thread works on one and has two that wait."""
    return max(AT_ONCE // (3 * n_threads), 1)


def stack_rows(
    blocks: Iterable[sparse.csr_array], n_columns: int, dtype: type, room: Path | None = None
) -> sparse.csr_array:
    """Put blocks of rows below each other as they come, so that the result never exists twice.

    With a ``room``, a folder, a large result is in files there, which are deleted with it.
    """
    data, indices = SpillArray(dtype, room), SpillArray(np.int32 if n_columns < 2**31 else np.int64, room)
    sizes = [np.zeros(1, np.int64)]
    for block in blocks:
        data.extend(block.data)
        indices.extend(block.indices)
        sizes.append(np.diff(block.indptr))
    indptr = np.cumsum(np.concatenate(sizes))
    index_type = np.int32 if max(indptr[-1], n_columns) < 2**31 else np.int64
    parts = (data.finish(), indices.finish().astype(index_type, copy=False), indptr.astype(index_type))
    return sparse.csr_array(parts, shape=(len(indptr) - 1, n_columns))


class Pairs:
    """A sum of tables of one shape; tables of similar size are added, so that a large sum is rarely copied.

    If there are more than ``most`` pairs, those with the fewest meetings so far are forgotten: pairs that met
    by chance, of which the tables of a large collection mostly consist. With a ``room``, a folder, large sums
    are in files there.
    """

    def __init__(self, most: int | None = None, room: Path | None = None) -> None:
        self.most, self.room = most, room
        self.forgotten = 0  # pairs with so many meetings or fewer may be missing
        self._waiting: list[sparse.csr_array] = []

    def add(self, table: sparse.csr_array) -> None:
        """Add a table."""
        waiting = self._waiting
        waiting.append(table)
        while len(waiting) > 1 and waiting[-2].nnz <= 2 * waiting[-1].nnz:
            self._join()
        self._forget()

    def total(self) -> sparse.csr_array:
        """Return the sum of all tables; there must be one."""
        while len(self._waiting) > 1:
            self._join()
        self._forget()
        return self._waiting[0]

    def _join(self) -> None:
        a, b = self._waiting.pop(), self._waiting.pop()
        self._waiting.append(self._by_rows(lambda x, y: x + y, a, b))

    def _forget(self) -> None:
        table, least = self._waiting[-1], 0
        if self.most is None or table.nnz <= self.most:
            return
        size = block_size(1)
        parts = [table.data[i : i + size] for i in range(0, table.nnz, size)]
        while sum(int(np.count_nonzero(part > least)) for part in parts) > self.most:
            least += 1
        self._waiting[-1] = self._by_rows(partial(_above, least), table)
        self.forgotten += least

    def _by_rows(self, make: Callable[..., sparse.csr_array], *tables: sparse.csr_array) -> sparse.csr_array:
        """Apply a function to some rows of each table at a time."""
        n_threads = threads_here()
        work = sum(table.indptr.astype(np.int64) for table in tables)
        blocks = ordered_map(
            lambda span: make(*(rows_of(table, *span) for table in tables)),
            row_blocks(np.asarray(work), block_size(n_threads)),
            n_threads,
        )
        return stack_rows(blocks, tables[0].shape[1], tables[0].dtype.type, self.room)


def _above(least: int, block: sparse.csr_array) -> sparse.csr_array:
    """Return the pairs with more than ``least`` meetings."""
    often = block.data > least
    starts = np.concatenate([[0], np.cumsum(often, dtype=np.int64)])[block.indptr]
    return sparse.csr_array((block.data[often], block.indices[often], starts), shape=block.shape)


def added_up(tables: Iterable[sparse.csr_array], most: int | None = None) -> sparse.csr_array:
    """Add up tables, at least one.

    Examples
    --------
    >>> tables = [sparse.csr_array([[0, 3], [3, 0]]), sparse.csr_array([[1, 1], [1, 0]])]
    >>> added_up(tables).toarray().tolist(), added_up(tables, most=2).toarray().tolist()
    ([[1, 4], [4, 0]], [[0, 4], [4, 0]])
    """
    pairs = Pairs(most)
    for table in tables:
        pairs.add(table)
    return pairs.total()


def mirrored(U: sparse.csr_array, room: Path | None = None) -> sparse.csr_array:
    """Return ``U + U'`` for U above the diagonal, a few rows at a time; a large result is in ``room``.

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
        lambda span: rows_of(U, *span) + _transposed(U, *span, size=size), row_blocks(work, size), n_threads
    )
    return stack_rows(blocks, n, U.dtype.type, room)


def _transposed(U: sparse.csr_array, start: int, stop: int, *, size: int) -> sparse.csr_array:
    """Return columns of U as rows; rows of U from ``stop`` on have nothing in them."""
    parts = []
    for first, last in row_blocks(U.indptr[: stop + 1], size):
        block = rows_of(U, first, last)
        own = (block.indices >= start) & (block.indices < stop)
        rows = np.repeat(np.arange(first, last, dtype=block.indices.dtype), np.diff(block.indptr))
        parts.append((block.data[own], block.indices[own] - start, rows[own]))
    data, columns, rows = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return sparse.csr_array((data, (columns, rows)), shape=(stop - start, U.shape[0]))
