"""Counts that come batch by batch, added up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import numpy as np
from scipy import sparse

from cotext.backend import ordered_map, rows_of, threads_here
from cotext.cooccurrence.rows import block_size, stack_rows
from cotext.corpus import row_blocks

MOST_PAIRS = 100_000_000  # 0.8 GB; 20 Newsgroups have 74 million


class Pairs:
    """A sum of tables of one shape; like is added to like, so that a large sum is copied seldom.

    Where more than ``most`` pairs come together, those met least often so far are forgotten: pairs met by
    chance, of which nearly all the tables of a large collection consist.

    With a ``room``, a folder, large sums lie in files there.
    """

    def __init__(self, most: int | None = None, room: Path | None = None) -> None:
        self.most, self.room = most, room
        self.forgotten = 0  # pairs met no more often than this may be missing
        self._waiting: list[sparse.csr_array] = []

    def add(self, table: sparse.csr_array) -> None:
        """One more table."""
        waiting = self._waiting
        waiting.append(table)
        while len(waiting) > 1 and waiting[-2].nnz <= 2 * waiting[-1].nnz:
            self._join()
        self._forget()

    def total(self) -> sparse.csr_array:
        """The sum of all tables, of which there was at least one."""
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
        """What is made of some rows of each table at a time."""
        n_threads = threads_here()
        work = sum(table.indptr.astype(np.int64) for table in tables)
        blocks = ordered_map(
            lambda span: make(*(rows_of(table, *span) for table in tables)),
            row_blocks(np.asarray(work), block_size(n_threads)),
            n_threads,
        )
        return stack_rows(blocks, tables[0].shape[1], tables[0].dtype.type, self.room)


def _above(least: int, block: sparse.csr_array) -> sparse.csr_array:
    """The pairs that were met more often."""
    kept = block.data > least
    starts = np.concatenate([[0], np.cumsum(kept, dtype=np.int64)])[block.indptr]
    return sparse.csr_array((block.data[kept], block.indices[kept], starts), shape=block.shape)


def added_up(tables: Iterable[sparse.csr_array], most: int | None = None) -> sparse.csr_array:
    """The sum of some tables, at least one.

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
