"""Y S Y' and Y'S Y, scaled and pruned, in memory, on disk or on a GPU."""

from __future__ import annotations

from typing import TypeAlias, cast

import numpy as np
from scipy import sparse

from cotext.backend.arrays import Array
from cotext.backend.similarity.memory_plan import Room
from cotext.backend.similarity.products import divide_by, prune, sandwich
from cotext.backend.similarity.pruned_product import thin_step

Similarity: TypeAlias = np.ndarray | sparse.csr_array  # an array of CuPy on a GPU


def open_pairs(
    Y: sparse.csr_array, room: Room, device: str = "cpu", n_jobs: int | None = None
) -> HostPairs | CudaPairs:
    """The home for the similarities of the rows and of the columns of Y."""
    return CudaPairs(Y) if device == "cuda" else HostPairs(Y, room, n_jobs)


class HostPairs:
    """Similarities in memory, whole or pruned, or on disk."""

    def __init__(self, Y: sparse.csr_array, room: Room, n_jobs: int | None) -> None:
        self.sides = Y, sparse.csr_array(Y.T.tocsr())
        self.room, self.n_jobs = room, n_jobs

    def step(
        self, side: int, S: Similarity | None, *, power: float, sizes: Array | None = None, share: float = 0.0
    ) -> Similarity:
        """The new similarity of rows (side 0) or columns (1) from that of the others; None is the identity.

        s_ij ** power / (size_i size_j), sizes by default such that s_ii is 1, without the lowest share.
        """
        Y = self.sides[side]
        if self.room.kind == "sparse":
            return thin_step(
                Y, cast(sparse.csr_array | None, S), power=power, sizes=sizes, share=share, n_jobs=self.n_jobs
            )
        new = sandwich(Y, cast(np.ndarray | None, S), self.room.empty(Y.shape[0], Y.dtype), self.n_jobs)
        if sizes is None:
            sizes = new.diagonal().astype(np.float64) ** (power / 2)
        divide_by(new, sizes, power, self.n_jobs)
        prune(new, share, self.n_jobs)
        return new

    def get(self, S: Similarity) -> Similarity:
        """The similarity on the host."""
        return S


class CudaPairs:
    """Similarities in the memory of a GPU."""

    def __init__(self, Y: sparse.csr_array) -> None:
        from cotext.backend.cuda import require_cupy
        from cotext.backend.cuda.matrix import CudaMatrix
        from cotext.backend.cuda.similarity import refuse_too_large_for_gpu

        require_cupy()
        refuse_too_large_for_gpu(Y.shape[0], Y.shape[1], Y.dtype.itemsize)
        self.sides = CudaMatrix(Y), CudaMatrix(sparse.csr_array(Y.T.tocsr()))

    def step(
        self, side: int, S: Similarity | None, *, power: float, sizes: Array | None = None, share: float = 0.0
    ) -> Similarity:
        from cotext.backend.cuda.similarity import cut_lowest, sandwich, scale

        new = sandwich(self.sides[side], cast(Array | None, S))
        if sizes is None:
            sizes = new.diagonal().astype(np.float64) ** (power / 2)
        new = scale(new, self.sides[side].xp.asarray(sizes), power)
        cut_lowest(new, share)
        return new

    def get(self, S: Similarity) -> Similarity:
        return self.sides[0].get(cast(Array, S))
