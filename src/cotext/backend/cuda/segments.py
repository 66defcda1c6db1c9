"""Rows of a sparse matrix in pieces of bounded length, one per warp, so that long rows take no longer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from scipy import sparse

from cotext.errors import UsageError

if TYPE_CHECKING:
    from cotext.backend.arrays import Array

LONGEST = 1024  # nonzeros of a segment
Csr = TypeVar("Csr", bound=sparse.csr_array)  # CuPy's answer alike
MOST_SEGMENTS = 2**27 - 1  # with 32 threads each, numbered with 32 bits


@dataclass(frozen=True)
class GpuSegments:
    """Segment s covers nonzeros begin[s]:end[s] and writes row target[s]; rows after ``n_rows`` are partial.

    Row joined[r] is the sum of the ``count[r]`` partial rows from ``first[r]`` on.
    """

    n_rows: int
    height: int  # rows of the output with the partial ones
    begin: Array
    end: Array
    target: Array
    joined: Array
    first: Array
    count: Array

    def moved(self, put: Callable[[Array], Array]) -> GpuSegments:
        """The same with every array sent through ``put``, say to a GPU."""
        arrays = (self.begin, self.end, self.target, self.joined, self.first, self.count)
        return GpuSegments(self.n_rows, self.height, *(put(array) for array in arrays))


def with_short_indices(csr: Csr) -> Csr:
    """``csr`` itself, with index arrays of 32 bits, as the kernels read them."""
    csr.indices, csr.indptr = (part.astype(np.int32, copy=False) for part in (csr.indices, csr.indptr))
    return csr


def cut_rows(indptr: np.ndarray, longest: int | None = None) -> GpuSegments:
    """Segments of every row, empty rows included; a function of the matrix alone."""
    longest = longest or LONGEST
    lengths = np.diff(indptr)
    pieces = np.maximum(1, -(-lengths // longest))
    if (n := int(pieces.sum())) > MOST_SEGMENTS:
        raise UsageError(
            f"a GPU takes at most {MOST_SEGMENTS:,} documents or words, and long ones count several times, "
            f'which makes {n:,}: use device="cpu".'
        )
    row = np.repeat(np.arange(len(lengths)), pieces)
    number = np.arange(len(row)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    begin = indptr[row] + number * longest
    end = np.minimum(begin + longest, indptr[row + 1])
    joined = np.flatnonzero(pieces > 1)
    first = len(lengths) + np.cumsum(pieces[joined]) - pieces[joined]
    target = row.copy()
    split = pieces[row] > 1
    target[split] = len(lengths) + np.arange(split.sum())
    parts = (begin, end, target, joined, first, pieces[joined])
    height = len(lengths) + int(split.sum())
    return GpuSegments(len(lengths), height, *(part.astype(np.int32) for part in parts))
