"""One exact step of a pruned co-similarity from CSR to CSR, without the dense matrix.

Equals ``sandwich``, ``divide_by`` and ``prune`` of ``products`` one after the other.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from cotext.backend.arrays import below, inverse, rows_of
from cotext.backend.similarity.products import BLOCK_ROWS
from cotext.backend.threads import ordered_map, thread_count

SAMPLE_ROWS = 256
MARGIN = 0.03  # subtracted from the share for the first guess of the threshold


def thin_step(
    Y: sparse.csr_array,
    S: sparse.csr_array | None,
    *,
    power: float,
    sizes: np.ndarray | None,
    share: float,
    n_jobs: int | None = None,
) -> sparse.csr_array:
    """(Y S Y') ** power over the sizes of row and column, without its lowest ``share`` of entries.

    The sizes are by default the roots of the powered diagonal. A lower bound of the threshold from a sample
    of rows drops most entries at once; the threshold itself is exact.
    """
    if sizes is None:
        sizes = _diagonal(Y, S, n_jobs) ** (power / 2)
    step = _Step(Y, S, power, inverse(sizes, Y.dtype), thread_count(n_jobs))
    n = Y.shape[0]
    rank = int(share * (n * n - 1))
    new = step.above(step.guess(share))
    if n * n - new.nnz >= rank:  # the guess was too high
        new = step.above(0.0)
    dropped = n * n - new.nnz
    if share > 0 and rank >= dropped:
        cut = np.partition(new.data, rank - dropped)[rank - dropped]
        new.data[new.data < below(cut)] = 0
        new.eliminate_zeros()
    return new


def _half(Y: sparse.csr_array, S: sparse.csr_array | None) -> np.ndarray:
    return np.asarray((Y if S is None else Y @ S).toarray())


def _diagonal(Y: sparse.csr_array, S: sparse.csr_array | None, n_jobs: int | None) -> np.ndarray:
    def block(start: int) -> np.ndarray:
        part = rows_of(Y, start, start + BLOCK_ROWS)
        return np.asarray(part.multiply(_half(part, S)).sum(axis=1), dtype=np.float64)

    return np.concatenate(list(ordered_map(block, range(0, Y.shape[0], BLOCK_ROWS), thread_count(n_jobs))))


class _Step:
    """Scaled rows of Y S Y'."""

    def __init__(
        self, Y: sparse.csr_array, S: sparse.csr_array | None, power: float, scale: np.ndarray, n_threads: int
    ) -> None:
        self.Y, self.S, self.power, self.scale, self.n_threads = Y, S, power, scale, n_threads

    def rows(self, which: slice | np.ndarray, first: int = 0) -> np.ndarray:
        """Some rows, from column ``first`` on."""
        Y = rows_of(self.Y, which.start, which.stop) if isinstance(which, slice) else self.Y[which]
        half = _half(Y, self.S)
        block = (rows_of(self.Y, first, self.Y.shape[0]) @ np.ascontiguousarray(half.T)).T
        if self.power != 1:
            block = np.power(block, block.dtype.type(self.power))
        scaled: np.ndarray = block * (self.scale[which, None] * self.scale[first:])
        return scaled

    def guess(self, share: float) -> float:
        """A value below which there is most likely less than ``share`` of all entries."""
        n = self.Y.shape[0]
        some = np.unique(np.linspace(0, n - 1, min(n, SAMPLE_ROWS)).astype(int))
        return float(np.quantile(self.rows(some), max(share - MARGIN, 0)))

    def above(self, bound: float) -> sparse.csr_array:
        """The positive entries not below ``bound``; the lower triangle is a copy of the upper one."""

        def block(start: int) -> sparse.csr_array:
            dense = np.triu(self.rows(slice(start, start + BLOCK_ROWS), start))
            dense[dense < bound] = 0
            rows = sparse.csr_array(dense)
            shape = (rows.shape[0], self.Y.shape[0])
            return sparse.csr_array((rows.data, rows.indices + start, rows.indptr), shape=shape)

        starts = range(0, self.Y.shape[0], BLOCK_ROWS)
        upper = sparse.vstack(list(ordered_map(block, starts, self.n_threads)), format="csr")
        return sparse.csr_array(upper + sparse.triu(upper, 1, format="csr").T.tocsr())
