"""The ``cuda`` home: the same verbs on a GPU, through CuPy and a few kernels of our own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from cotext.backend.arrays import Array, Namespace, narrow, padded, widen
from cotext.backend.cuda import require_cupy
from cotext.backend.cuda.launch import filled, gather
from cotext.backend.cuda.segments import GpuSegments, cut_rows, with_short_indices
from cotext.backend.matrix import Matrix
from cotext.backend.rules import Argmax, CoordinateDescent, Multiplicative, Rule, Sums, one_hot
from cotext.errors import UsageError

if TYPE_CHECKING:
    from cupyx.scipy.sparse import csr_matrix

WIDER = 8  # restarts side by side save launches, of which a GPU waits for each,
NUMBERS = 400_000  # as long as so many documents and words times all columns are little of its memory


class CudaMatrix(Matrix):
    """A CSR matrix on the GPU. ``X'`` is kept as a second CSR: cuSPARSE scatters slowly."""

    def __init__(self, X: sparse.csr_array | csr_matrix) -> None:
        cupy, self._sparse = require_cupy()
        self.xp: Namespace = cupy
        if max(X.nnz, *X.shape) >= 2**31:
            raise UsageError(
                f"the matrix has {X.shape[0]:,} rows, {X.shape[1]:,} columns and {X.nnz:,} nonzeros; "
                "on a GPU each may be at most 2^31 - 1: use device='cpu'."
            )
        self.csr = with_short_indices(self._sparse.csr_matrix(X))
        self._host = X if isinstance(X, sparse.csr_array) else None
        self.shape, self.dtype = X.shape, X.dtype
        self.wider = max(1, min(WIDER, NUMBERS // max(1, sum(X.shape))))
        self._transpose: CudaMatrix | None = None
        self._segments: GpuSegments | None = None

    def put(self, array: np.ndarray) -> Array:
        return self.xp.asarray(np.ascontiguousarray(array, dtype=self.dtype))

    def get(self, array: Array) -> np.ndarray:
        return np.asarray(self.xp.asnumpy(array))

    def host(self) -> sparse.csr_array:
        if self._host is None:
            self._host = sparse.csr_array(self.csr.get())
        return self._host

    def beside(self, M: sparse.csr_array) -> CudaMatrix:
        return CudaMatrix(M.astype(self.dtype))

    def unit_rows(self) -> CudaMatrix:
        norms, lengths = self.xp.sqrt(self._squares), np.diff(self.get(self.csr.indptr))
        scale = self.xp.where(norms > 0, 1 / self.xp.where(norms > 0, norms, 1), 1).astype(self.dtype)
        row_of_each_nonzero = self.xp.asarray(np.repeat(np.arange(self.shape[0]), lengths))
        return self._with_data(self.csr.data * scale[row_of_each_nonzero])

    def __matmul__(self, B: Array) -> Array:
        if B.dtype != self.dtype or B.dtype.char not in "fd" or not B.size:
            return narrow(self.csr @ widen(B), B)
        if self._segments is None:
            self._segments = cut_rows(self.get(self.csr.indptr)).moved(self.xp.asarray)
        k = B.shape[-1]
        wide = self.xp.ascontiguousarray(B if B.ndim == 3 else B[None])
        if padded(k, B.dtype) != k:
            wide = self.xp.zeros((*wide.shape[:2], padded(k, B.dtype)), B.dtype)
            wide[..., :k] = B
        product = gather(self._segments, self.csr.indices, self.csr.data, wide)[..., :k]
        return self.xp.ascontiguousarray(product if B.ndim == 3 else product[0])

    @property
    def T(self) -> CudaMatrix:
        if self._transpose is None:
            self._transpose = CudaMatrix(self.csr.T.tocsr())
        return self._transpose

    def sum(self, axis: int) -> Array:
        if self.dtype.char not in "fd":
            return self.xp.asarray(self.csr.sum(axis=axis).ravel())
        # By our own kernel: CuPy 14 summed the rows of X.multiply(X) wrongly for matrices such as 32 x 38.
        A = self if axis == 1 else self.T
        return (A @ self.xp.ones((A.shape[1], 1), self.dtype))[:, 0]

    def total(self) -> float:
        return float(self.csr.data.sum(dtype=np.float64))

    def squared_norm(self) -> float:
        return float(self.xp.square(self.csr.data.astype(np.float64)).sum())

    def rows(self, index: np.ndarray) -> Array:
        return self.xp.asarray(self.csr[self.xp.asarray(index)].toarray())

    def map_nonzeros(self, f: Callable[[Array], Array]) -> CudaMatrix:
        return self._with_data(f(self.csr.data))

    def sweep(self, Z: Array, rule: Rule) -> tuple[Array, Sums]:
        if isinstance(rule, Multiplicative | CoordinateDescent):  # no shares, so no z log z
            Z = self.respond(rule, Z)
            return Z, Sums(self.T @ Z, Z.mT @ Z)
        if not (isinstance(rule, Argmax) and rule.reseed):
            return super().sweep(Z, rule)
        fit = rule.fit(self @ rule.W)
        squares = self._squares
        misfit = self.xp.where(squares > 0, squares - 2 * fit.max(axis=-1), -np.inf)
        Z = one_hot(filled(fit.argmax(axis=-1), misfit, fit.shape[-1]), fit)
        return Z, self.sums(Z)

    @cached_property
    def _squares(self) -> Array:
        return self.map_nonzeros(self.xp.square).sum(axis=1)

    def _with_data(self, data: Array) -> CudaMatrix:
        parts = (data.astype(self.dtype), self.csr.indices, self.csr.indptr)
        return CudaMatrix(self._sparse.csr_matrix(parts, shape=self.shape))
