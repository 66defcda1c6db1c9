"""Counts that come batch by batch, added up."""

from __future__ import annotations

from collections.abc import Iterable

from scipy import sparse

MOST_PAIRS = 400_000_000  # of which counts and columns take some 3 GB


def added_up(tables: Iterable[sparse.csr_array], most: int | None = None) -> sparse.csr_array:
    """The sum of some tables, at least one; like is added to like, so that a large sum is copied seldom.

    Where more than ``most`` pairs come together, those met least often so far are forgotten: pairs met by
    chance, of which nearly all the tables of a large collection consist.

    Examples
    --------
    >>> tables = [sparse.csr_array([[0, 3], [3, 0]]), sparse.csr_array([[1, 1], [1, 0]])]
    >>> added_up(tables).toarray().tolist(), added_up(tables, most=2).toarray().tolist()
    ([[1, 4], [4, 0]], [[0, 4], [4, 0]])
    """
    waiting: list[sparse.csr_array] = []
    for table in tables:
        waiting.append(table)
        while len(waiting) > 1 and waiting[-2].nnz <= 2 * waiting[-1].nnz:
            waiting.append(waiting.pop() + waiting.pop())
        waiting[-1] = _fewer(waiting[-1], most)
    while len(waiting) > 1:
        waiting.append(waiting.pop() + waiting.pop())
    return sparse.csr_array(_fewer(waiting[0], most))


def _fewer(table: sparse.csr_array, most: int | None) -> sparse.csr_array:
    least = 0
    while most is not None and table.nnz > most:
        least += 1
        table.data[table.data <= least] = 0
        table.eliminate_zeros()
    return table
