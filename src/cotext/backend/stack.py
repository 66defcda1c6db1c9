"""A tensor as a wide matrix: slices side by side, in any home."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import add

import numpy as np
from scipy import sparse

from cotext.backend.arrays import Array, namespace
from cotext.backend.matrix import Factor, Matrix, Transpose


class ProductMatrix:
    """The matrix B B', stored as B."""

    def __init__(self, B: Matrix) -> None:
        self.B = B
        self.shape = (B.shape[0], B.shape[0])

    @property
    def T(self) -> Factor:
        return self

    def __matmul__(self, F: Array) -> Array:
        return self.B @ (self.B.T @ F)

    def host(self) -> sparse.csr_array:
        B = self.B.host()
        return sparse.csr_array(B @ B.T)

    def sum(self, axis: int) -> Array:
        return (self @ self.B.put(np.ones((self.shape[0], 1))))[:, 0]

    def squared_norm(self) -> float:
        """|B B'|^2 = |B'B|^2, whichever is the smaller product to form."""
        B = self.B.host()
        product = B @ B.T if B.shape[0] < B.shape[1] else B.T @ B
        return float(np.square(product.data, dtype=np.float64).sum())

    def things(self) -> sparse.csr_array:
        """The things of each document, as 0/1: a discount would give other slices more weight."""
        B = self.B.host()
        return sparse.csr_array((B > 0).astype(B.dtype))


class Stack(Matrix):
    """[X_1 .. X_v], n x (d_1 + .. + d_v)."""

    def __init__(self, slices: Sequence[Matrix | ProductMatrix]) -> None:
        self.slices = slices
        self.ends: list[int] = np.cumsum([X.shape[1] for X in slices]).tolist()
        self.shape = (slices[0].shape[0], self.ends[-1])
        self._home = slices[0].B if isinstance(slices[0], ProductMatrix) else slices[0]
        self.dtype, self.wider = self._home.dtype, self._home.wider

    def put(self, array: np.ndarray) -> Array:
        return self._home.put(array)

    def get(self, array: Array) -> np.ndarray:
        return self._home.get(array)

    def beside(self, M: sparse.csr_array) -> Matrix:
        return self._home.beside(M)

    def __matmul__(self, F: Array) -> Array:
        parts = zip(self.slices, [0, *self.ends], self.ends, strict=False)
        return reduce(add, (X @ F[..., start:end, :] for X, start, end in parts))

    @property
    def T(self) -> Factor:
        def product(Z: Array) -> Array:
            return namespace(Z).concatenate([X.T @ Z for X in self.slices], axis=-2)

        return Transpose(product)

    def sum(self, axis: int) -> Array:
        sums = [X.sum(axis=axis) for X in self.slices]
        return reduce(add, sums) if axis == 1 else namespace(sums[0]).concatenate(sums)

    def squared_norms(self) -> np.ndarray:
        return np.array([X.squared_norm() for X in self.slices])

    def squared_norm(self) -> float:
        return float(self.squared_norms().sum())

    def features(self) -> Matrix:
        """The slices as one plain matrix, with the things of each document for a product."""
        parts = [X.things() if isinstance(X, ProductMatrix) else X.host() for X in self.slices]
        return self.beside(sparse.csr_array(sparse.hstack(parts, format="csr")))

    def host(self) -> sparse.csr_array:
        return sparse.csr_array(sparse.hstack([X.host() for X in self.slices], format="csr"))

    def _plain(self) -> Matrix:
        return self.beside(self.host())

    def unit_rows(self) -> Matrix:
        return self._plain().unit_rows()

    def map_nonzeros(self, f: Callable[[Array], Array]) -> Matrix:
        return self._plain().map_nonzeros(f)

    def total(self) -> float:
        return self._plain().total()

    def rows(self, index: np.ndarray) -> Array:
        return self._plain().rows(index)
