"""Estimates the memory of a fit, without X itself, before it begins and from sizes alone.

A sweep holds a few arrays as long as the documents and a few as long as the words, one column per cluster of
every restart that runs side by side, and each part of its work has separate sums; a start from spherical
k-means keeps several runs for each of those restarts. ``python -m benchmarks memory`` compares estimates with
measurements.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from cotext.backend import Chunks, available_memory, free_of_gpu, gigabytes, sums_at_once
from cotext.errors import UsageError

WORTH_A_WORD = 1e9  # bytes

Moment: TypeAlias = tuple[float, float]  # arrays along documents and along words that are held
STARTING: Moment = (2.2, 4.0)  # in a sweep of spherical k-means
ANSWERING: Moment = (5.1, 2.0)  # when documents give shares and the criterion is computed again


class Size(NamedTuple):
    """Documents, words (over all slices), entries, bytes of a number, slices."""

    n: int
    d: int
    nnz: int
    itemsize: int
    slices: int = 1

    @classmethod
    def of(cls, X: Any) -> Size:
        """Of a matrix or tensor, checked or not; of the largest chunk."""
        if isinstance(X, Chunks):
            return cls(int(np.diff(X.cuts).max()), X.n_words, int(X.sizes.max()), X.dtype.itemsize)
        slices = getattr(X, "slices", None) or (X if _holds_matrices(X) else [X])
        each = [getattr(one, "B", one) for one in slices]
        nnz = sum(int(one.nnz) if hasattr(one, "nnz") else int(np.count_nonzero(one)) for one in each)
        n, d = each[0].shape
        return cls(n, d * len(each), nnz, 4 if each[0].dtype == np.float32 else 8, len(each))

    @property
    def turned(self) -> Size:
        """Words as documents."""
        return self._replace(n=self.d, d=self.n)

    def sweep(self, columns: int, documents: float, words: float, parts: int | None = None) -> float:
        """Bytes of a sweep with so many columns: arrays along documents, along words, and sums of parts."""
        parts = sums_at_once(self.n, self.d, self.nnz) if parts is None else parts
        return self.itemsize * (columns * (documents * self.n + (words + parts) * self.d) + self.nnz)

    def spherical(self, k: int, runs: int, width: int) -> float:
        """Bytes of some runs of spherical k-means, one group after the other; half of the group has ended."""
        together = min(runs, max(1, width // k))
        run, rest = float(self.itemsize) * k * (self.n + self.d), runs % together
        whole = (runs - rest - together / 2) * run + self.sweep(k * together, *STARTING)
        return max(whole, (runs - rest / 2) * run + self.sweep(k * rest, *STARTING))


def _holds_matrices(X: object) -> bool:
    """Whether X is a list of slices."""
    return isinstance(X, list | tuple) and len(getattr(X[0], "shape", ())) == 2


def check_room(name: str, X: Any, needed: float, advice: str, device: str = "cpu") -> None:
    """Refuse a fit that cannot have the memory it needs."""
    free, where = (free_of_gpu(), " on the GPU") if device == "cuda" else (available_memory(), "")
    if needed > free:
        size = Size.of(X)
        n = X.shape[0] if isinstance(X, Chunks) else size.n
        raise UsageError(
            f"{name} of {n:,} documents and {size.d:,} words needs about {gigabytes(needed)} of memory"
            f"{where}, and {gigabytes(free)} are free: {advice}."
        )
