"""The home of a matrix in memory: a GPU, the C++ kernels, or SciPy on threads."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from cotext.backend.matrix import Matrix
from cotext.backend.native import kernels
from cotext.backend.threads import usable_cores


def open_in_memory(X: sparse.csr_array, device: str = "cpu", n_threads: int | None = None) -> Matrix:
    if device == "cuda":
        from cotext.backend.cuda.matrix import CudaMatrix

        return CudaMatrix(X)
    if kernels() and X.shape[1] < 2**31 and X.dtype in (np.float32, np.float64):
        from cotext.backend.native.matrix import NativeMatrix

        return NativeMatrix(X, n_threads)
    from cotext.backend.cpu import CpuMatrix

    return CpuMatrix(X, n_threads)


def sums_at_once(n: int, d: int, nnz: int) -> int:
    """Copies of the sums over all documents that a sweep holds at once."""
    from cotext.backend import cpu
    from cotext.backend.native.matrix import MOST_PARTS

    size = max(cpu.BLOCK_NONZEROS, cpu.NONZEROS_PER_WORD * d)
    if kernels():
        return int(min(MOST_PARTS, 1 << ((nnz + n) // (2 * size)).bit_length()))
    return min(max(1, round((nnz + n) / size)), 2 * usable_cores() + 2)
