"""The types that models are written against: the operations of every home of a matrix.

A home is where a matrix lives: CPU memory with C++ or SciPy under it, chunks on disk, a GPU. The operations
with a body define what they compute; a home may override them with something quicker that agrees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from scipy import sparse

from cotext.backend.arrays import Array, sum_xlogx
from cotext.backend.rules import Rule, Sums
from cotext.backend.solve import answer

if TYPE_CHECKING:
    from cotext.backend.chunks.source import Entries


class Factor(Protocol):
    """Good for products only, as ``X.T`` is."""

    def __matmul__(self, F: Array) -> Array: ...


@dataclass(frozen=True)
class Transpose:
    """``X.T``, good for products only."""

    product: Callable[[Array], Array]

    def __matmul__(self, F: Array) -> Array:
        return self.product(F)


class Matrix(Factor, Protocol):
    """A matrix of documents and words, with ``sweep`` and the operations that models use."""

    shape: tuple[int, int]
    dtype: np.dtype[Any]
    wider: int = 1  # how many times wider than usual products are still quicker, with restarts side by side

    @property
    def T(self) -> Factor: ...

    # --- moving to and from this home ---------------------------------------------------------------

    def put(self, array: np.ndarray) -> Array:
        """Bring a host array here, in this matrix's precision."""

    def get(self, array: Array) -> np.ndarray:
        """Bring an array of this home to the host."""

    def host(self) -> sparse.csr_array:
        """The matrix itself on the host."""

    def entries(self) -> Entries:
        """The matrix itself as ``open_matrix`` takes it: on the host, or chunks that stay where they are."""
        return self.host()

    def beside(self, M: sparse.csr_array) -> Matrix:
        """Another matrix in the same home and precision."""

    def grown(self, restarts: int, columns: int, of: Callable[[int, slice], np.ndarray]) -> np.ndarray:
        """(restarts, documents, columns) on the host, from ``of(restart, rows)``: all rows of a restart at
        once, or a few at a time if all would take too much memory."""
        return np.stack([of(r, slice(0, self.shape[0])) for r in range(restarts)])

    def restarts(self, Z: Array, index: list[int]) -> Array:
        """Some restarts of an array along the documents."""
        return Z[index]

    # --- other views of the same entries --------------------------------------------------------------

    def unit_rows(self) -> Matrix:
        """Each document scaled to unit length; empty documents stay empty."""

    def map_nonzeros(self, f: Callable[[Array], Array]) -> Matrix:
        """``f`` applied to the stored values."""

    def features(self) -> Matrix:
        """The features of each document: this matrix, or the slices of a tensor side by side."""
        return self

    # --- numbers and rows -------------------------------------------------------------------------------

    def sum(self, axis: int) -> Array:
        """Sum of each word (axis 0) or document (axis 1)."""

    def total(self) -> float:
        """Sum of all entries, in float64."""

    def squared_norms(self) -> np.ndarray:
        """Sum of the squares of each slice; a plain matrix is one."""
        return np.array([self.squared_norm()])

    def squared_norm(self) -> float:
        """Sum of all squares, in float64."""

    def rows(self, index: np.ndarray) -> Array:
        """A few documents as dense rows."""

    # --- gather, decide, scatter ------------------------------------------------------------------------

    def respond(self, rule: Rule, Z: Array) -> Array:
        """Gather and decide: the answers of the documents."""
        return answer(rule, self @ rule.W, Z)

    def sums(self, Z: Array) -> Sums:
        """Scatter: the sums of the answers ``Z`` over the documents."""
        return Sums(self.T @ Z, Z.mT @ Z, sum_xlogx(Z))

    def sweep(self, Z: Array, rule: Rule) -> tuple[Array, Sums]:
        """Gather, decide and scatter: one pass over the documents."""
        Z = answer(rule, self @ rule.W, Z)
        return Z, Sums(self.T @ Z, Z.mT @ Z, sum_xlogx(Z))
