"""Products Y S Y' of a sparse matrix with a dense similarity, scaling and pruning: in place, in threads.

Y stays sparse: a product costs nnz(Y) times the two sizes, never the cube of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

import numpy as np
from scipy import sparse

from cotext.backend.arrays import Float, below, entry_of_rank, inverse, rows_of
from cotext.backend.native import pairs as native
from cotext.backend.threads import ordered_map, thread_count

Part = TypeVar("Part")
BLOCK_ROWS = 96  # columns for which SciPy's product is quickest


def sandwich(
    Y: sparse.csr_array, S: np.ndarray | None, out: np.ndarray, n_jobs: int | None = None
) -> np.ndarray:
    """``out = Y S Y'`` for a symmetric S, or ``Y Y'`` when S is None (the identity)."""
    if native.sandwich(Y, S, out, n_jobs) is not None:
        return out

    def rows(start: int) -> None:
        part = rows_of(Y, start, start + BLOCK_ROWS)
        half = part.toarray() if S is None else part @ S
        out[start : start + BLOCK_ROWS] = (Y @ np.ascontiguousarray(half.T)).T

    def mirror(start: int) -> None:
        stop = min(start + BLOCK_ROWS, len(out))
        out[start:stop, :start] = out[:start, start:stop].T
        own = out[start:stop, start:stop]
        np.copyto(own, np.triu(own) + np.triu(own, 1).T)

    _each(rows, Y.shape[0], n_jobs)
    _each(mirror, Y.shape[0], n_jobs)  # rounding must not separate s_ij from s_ji
    return out


def divide_by(S: np.ndarray, sizes: np.ndarray, power: float = 1.0, n_jobs: int | None = None) -> None:
    """s_ij ** power / (size_i size_j), in place; zero if a size is zero."""
    scale = inverse(sizes, S.dtype)
    if native.power_by(S, scale, power, n_jobs):
        return

    def rows(start: int) -> None:
        block = S[start : start + BLOCK_ROWS]
        if power != 1:
            np.power(block, S.dtype.type(power), out=block)
        block *= scale[start : start + BLOCK_ROWS, None] * scale  # one factor per pair, the same both ways

    _each(rows, len(S), n_jobs)


def prune(S: np.ndarray, share: float, n_jobs: int | None = None) -> None:
    """Set the entries strictly below the ``share`` quantile of all of them to zero, in place."""
    if share <= 0:
        return
    threshold = below(quantile(S, share, n_jobs))
    if native.below(S, threshold, n_jobs):
        return

    def rows(start: int) -> None:
        block = S[start : start + BLOCK_ROWS]
        block[block < threshold] = 0

    _each(rows, len(S), n_jobs)


def quantile(S: np.ndarray, share: float, n_jobs: int | None = None) -> Float:
    """The entry of rank ``floor(share * (size - 1))``; no copy of S is sorted."""

    def count(shift: int, width: int, prefix: int) -> np.ndarray:
        counts = native.count(S, shift, prefix, n_jobs)
        if counts is None:
            parts = _map(partial(_histogram, S, shift=shift, prefix=prefix), len(S), n_jobs)
            counts = sum(parts, np.zeros(1 << width, dtype=np.int64))
        return counts

    return entry_of_rank(int(share * (S.size - 1)), S.dtype, 16, count)


def _histogram(S: np.ndarray, start: int, shift: int, prefix: int) -> np.ndarray:
    """Counts of the 16 bits at ``shift`` among entries whose higher bits are ``prefix``."""
    bits = np.dtype(f"u{S.itemsize}").type
    block = np.ascontiguousarray(S[start : start + BLOCK_ROWS]).view(bits).ravel()
    width = block.dtype.itemsize * 8
    if shift + 16 < width:
        block = block[(block >> bits(shift + 16)) == bits(prefix)]
    digits = ((block >> bits(shift)) & bits(0xFFFF)).astype(np.int64)
    return np.bincount(digits, minlength=1 << 16)


def _map(f: Callable[[int], Part], n: int, n_jobs: int | None) -> Iterator[Part]:
    return ordered_map(f, range(0, n, BLOCK_ROWS), thread_count(n_jobs))


def _each(f: Callable[[int], None], n: int, n_jobs: int | None) -> None:
    for _ in _map(f, n, n_jobs):
        pass
