"""The verbs of :mod:`cotext.backend.similarity.products` for a similarity that lives on the GPU."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from cotext.backend.arrays import Array, Float, below, entry_of_rank, inverse, padded
from cotext.backend.cuda.launch import compiled, gather
from cotext.backend.cuda.segments import cut_rows
from cotext.backend.memory import free_of_gpu, gigabytes
from cotext.errors import UsageError

DIGIT = 11  # bits of one histogram


class CudaSandwich:
    """Y with what is needed to form Y S Y' again and again."""

    def __init__(self, Y: sparse.csr_array) -> None:
        import cupy

        self.shape, self.dtype = Y.shape, Y.dtype
        self.segments = cut_rows(Y.indptr).moved(cupy.asarray)
        self.indices, self.data = cupy.asarray(Y.indices, dtype=np.int32), cupy.asarray(Y.data)
        self.host = Y

    def __call__(self, S: Array | None) -> Array:
        """``Y S Y'``, or ``Y Y'`` where S is None; padded columns are cut off as a view."""
        import cupy

        half = self._scattered() if S is None else self._times(S)
        return self._times(cupy.ascontiguousarray(half.T))

    def _times(self, B: Array) -> Array:
        import cupy

        width = padded(B.shape[1], self.dtype)
        if width != B.shape[1] or not B.flags.c_contiguous:
            wide = cupy.zeros((B.shape[0], width), self.dtype)
            wide[:, : B.shape[1]] = B
        else:
            wide = B
        product: Array = gather(self.segments, self.indices, self.data, wide[None])[0][:, : B.shape[1]]
        return product

    def _scattered(self) -> Array:
        import cupyx.scipy.sparse as cusparse

        half: Array = cusparse.csr_matrix(self.host).toarray()
        return half


def scale(S: Array, sizes: Array, power: float) -> Array:
    """s_ij ** power / (size_i size_j), C-ordered and symmetric to the last bit; zero where a size is zero."""
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

    def count(shift: int, width: int, found: int) -> np.ndarray:
        counts = cupy.zeros(1 << width, np.uint64)
        arguments = (np.int64(S.size), S, np.int32(shift), np.int32(width), bits(found), counts)
        function((528,), (512,), arguments, shared_mem=4 << width)
        return np.asarray(counts.get().astype(np.int64))

    return entry_of_rank(int(share * (S.size - 1)), S.dtype, DIGIT, count)


def refuse_too_large_for_gpu(n: int, d: int, itemsize: int) -> None:
    """An error before the first allocation."""
    need = float(itemsize) * (2 * (n * n + d * d) + 2 * n * d)
    free = free_of_gpu()
    if need > free:
        raise UsageError(
            f"similarities of {n:,} documents and {d:,} words need {gigabytes(need)} on the GPU, "
            f"{gigabytes(free)} are free: use device='cpu' or select fewer words."
        )
