"""A tensor is a wide matrix: slices side by side, each in whatever home it has.

Written with the verbs of the slices alone, so it works wherever they live.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend import reference
from cotext.backend.arrays import namespace, sum_xlogx
from cotext.backend.rules import Sums


class ProductMatrix:
    """The matrix B B', of which only B is held."""

    def __init__(self, B: Any) -> None:
        self.B = B
        self.shape = (B.shape[0], B.shape[0])
        self.dtype = B.dtype

    @property
    def T(self) -> ProductMatrix:
        return self

    def __matmul__(self, F: Any) -> Any:
        return self.B @ (self.B.T @ F)

    def sum(self, axis: int) -> Any:
        return (self @ self.B.put(np.ones((self.shape[0], 1))))[:, 0]

    def squared_norm(self) -> float:
        """|B B'|^2 = |B'B|^2, whichever is the smaller product to form."""
        B = self.B.host()
        product = B @ B.T if B.shape[0] < B.shape[1] else B.T @ B
        return float(np.square(product.data, dtype=np.float64).sum())

    def things(self) -> sparse.csr_array:
        """Which things each document has; a discount would let other slices decide in their place."""
        B = self.B.host()
        return sparse.csr_array((B > 0).astype(B.dtype))


class Stack:
    """[X_1 .. X_v], n x (d_1 + .. + d_v)."""

    def __init__(self, slices: Sequence[Any]) -> None:
        self.slices = slices
        self.ends = np.cumsum([one.shape[1] for one in slices]).tolist()
        self.shape = (slices[0].shape[0], self.ends[-1])
        self.dtype = slices[0].dtype
        self._home = getattr(slices[0], "B", slices[0])

    def put(self, array: np.ndarray) -> Any:
        return self._home.put(array)

    def get(self, array: Any) -> np.ndarray:
        return self._home.get(array)

    def __matmul__(self, F: Any) -> Any:
        parts = zip(self.slices, [0, *self.ends], self.ends, strict=False)
        return sum(one @ F[..., start:end, :] for one, start, end in parts)

    @property
    def T(self) -> _Transpose:
        return _Transpose(self)

    def sum(self, axis: int) -> Any:
        each = [one.sum(axis=axis) for one in self.slices]
        return sum(each) if axis == 1 else namespace(each[0]).concatenate(each)

    def squared_norms(self) -> np.ndarray:
        """Squared norm of each slice."""
        return np.array([one.squared_norm() for one in self.slices])

    def features(self) -> Any:
        """What is known of each document as one matrix: slices side by side, or which things it has."""
        parts = [one.things() if isinstance(one, ProductMatrix) else one.host() for one in self.slices]
        return self._home.beside(sparse.csr_array(sparse.hstack(parts, format="csr")))

    def respond(self, rule: Any, Z: Any) -> Any:
        return rule(self @ rule.W, Z)

    def sums(self, Z: Any) -> Sums:
        return Sums(self.T @ Z, Z.mT @ Z, sum_xlogx(Z))

    def sweep(self, Z: Any, rule: Any) -> tuple[Any, Sums]:
        return reference.sweep(self, Z, rule)


class _Transpose:
    def __init__(self, stack: Stack) -> None:
        self.stack = stack

    def __matmul__(self, Z: Any) -> Any:
        return namespace(Z).concatenate([one.T @ Z for one in self.stack.slices], axis=-2)
