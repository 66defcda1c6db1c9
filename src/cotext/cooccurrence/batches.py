"""Counts that come batch by batch, added up."""

from __future__ import annotations

from collections.abc import Iterable

from scipy import sparse

MOST_PAIRS = 100_000_000  # 0.8 GB, three times that while tables are added; 20 Newsgroups have 74 million


class Pairs:
    """A sum of tables of one shape; like is added to like, so that a large sum is copied seldom.

    Where more than ``most`` pairs come together, those met least often so far are forgotten: pairs met by
    chance, of which nearly all the tables of a large collection consist.
    """

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self.forgotten = 0  # pairs met no more often than this may be missing
        self._waiting: list[sparse.csr_array] = []

    def add(self, table: sparse.csr_array) -> None:
        """One more table."""
        waiting = self._waiting
        waiting.append(table)
        while len(waiting) > 1 and waiting[-2].nnz <= 2 * waiting[-1].nnz:
            waiting.append(waiting.pop() + waiting.pop())
        self._forget()

    def total(self) -> sparse.csr_array:
        """The sum of all tables, of which there was at least one."""
        while len(self._waiting) > 1:
            self._waiting.append(self._waiting.pop() + self._waiting.pop())
        self._forget()
        return sparse.csr_array(self._waiting[0])

    def _forget(self) -> None:
        table, least = self._waiting[-1], 0
        while self.most is not None and table.nnz > self.most:
            least += 1
            table.data[table.data <= least] = 0
            table.eliminate_zeros()
        self.forgotten += least


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
