"""The functions of :mod:`cotext.backend.similarity.products` for a similarity on the GPU."""

from __future__ import annotations

import numpy as np

from cotext.backend.arrays import Array, Float, below, entry_of_rank, inverse
from cotext.backend.cuda.launch import compiled
from cotext.backend.cuda.matrix import CudaMatrix
from cotext.backend.memory import free_of_gpu, gigabytes
from cotext.errors import UsageError

DIGIT = 11  # bits of one histogram


def sandwich(Y: CudaMatrix, S: Array | None) -> Array:
    """``Y S Y'``, or ``Y Y'`` if S is None."""
    half = Y.csr.toarray() if S is None else Y @ S
    half = Y.xp.ascontiguousarray(half.T)
    return Y @ half


def scale(S: Array, sizes: Array, power: float) -> Array:
    """s_ij ** power / (size_i size_j), C-ordered and symmetric to the last bit; zero if a size is zero."""
    import cupy

    n = len(S)
    S = cupy.ascontiguousarray(S)
    factor = inverse(sizes, S.dtype)
    function = compiled("similarity.cu", S.dtype.char).get_function("power_and_scale")
    function((-(-n // 32), -(-n // 8)), (32, 8), (np.int64(n), S.dtype.type(power), factor, S))
    return S


def cut_lowest(S: Array, share: float) -> None:
    """Set the entries below the ``share`` quantile to zero, in place."""
    if share <= 0:
        return
    threshold = below(quantile(S, share))
    function = compiled("similarity.cu", S.dtype.char).get_function("cut_below")
    function((1056,), (256,), (np.int64(S.size), S.dtype.type(threshold), S))


def quantile(S: Array, share: float) -> Float:
    """The entry of rank ``floor(share * (size - 1))``, from histograms of the entries' bits."""
    import cupy

    bits = np.uint32 if S.dtype == np.float32 else np.uint64
    function = compiled("similarity.cu", S.dtype.char).get_function("histogram")

    def count(shift: int, width: int, prefix: int) -> np.ndarray:
        counts = cupy.zeros(1 << width, np.uint64)
        arguments = (np.int64(S.size), S, np.int32(shift), np.int32(width), bits(prefix), counts)
        function((528,), (512,), arguments, shared_mem=4 << width)
        return np.asarray(counts.get().astype(np.int64))

    return entry_of_rank(int(share * (S.size - 1)), S.dtype, DIGIT, count)


def refuse_too_large_for_gpu(n: int, d: int, itemsize: int) -> None:
    """Raise an error before the first allocation."""
    need = float(itemsize) * (2 * (n * n + d * d) + 2 * n * d)
    free = free_of_gpu()
    if need > free:
        raise UsageError(
            f"similarities of {n:,} documents and {d:,} words need {gigabytes(need)} on the GPU, "
            f"{gigabytes(free)} are free: use device='cpu' or select fewer words."
        )
