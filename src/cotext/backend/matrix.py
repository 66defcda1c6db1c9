"""The types that models are written against: what every home of a matrix can do.

A home is where a matrix lives: CPU memory with C++ or SciPy under it, a GPU. Anything else a model wants of
its matrix is one more verb here, tested in every home.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from scipy import sparse

from cotext.backend.arrays import Array
from cotext.backend.rules import Rule, Sums

if TYPE_CHECKING:
    from cotext.backend.chunks.source import Entries


class Product(Protocol):
    """Good for products only, as ``X.T`` is."""

    def __matmul__(self, F: Array) -> Array: ...


@dataclass(frozen=True)
class Transpose:
    """``X.T``, good for products only."""

    product: Callable[[Array], Array]

    def __matmul__(self, F: Array) -> Array:
        return self.product(F)


class Matrix(Product, Protocol):
    """A matrix of documents and words, with ``sweep`` and the verbs of the models."""

    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def dtype(self) -> np.dtype[Any]: ...
    @property
    def T(self) -> Product: ...
    @property
    def wider(self) -> int:
        """How many times wider than usual products are still quicker here, restarts side by side."""

    # --- moving to and from this home ---------------------------------------------------------------

    def put(self, array: np.ndarray) -> Array:
        """Bring a host array here, in this matrix's precision."""

    def get(self, array: Array) -> np.ndarray:
        """Bring an array of this home to the host."""

    def host(self) -> sparse.csr_array:
        """The matrix itself on the host."""

    def entries(self) -> Entries:
        """The matrix itself as ``open_matrix`` takes it: on the host, or blocks that stay where they are."""

    def beside(self, M: sparse.csr_array) -> Matrix:
        """Another matrix in the same home and precision."""

    def grown(self, restarts: int, columns: int, of: Callable[[int, slice], np.ndarray]) -> np.ndarray:
        """(restarts, documents, columns) on the host, from ``of(restart, rows)``: all rows of a restart at
        once, or a few after the others where all would take too much memory."""

    def restarts(self, Z: Array, index: list[int]) -> Array:
        """Some restarts of what is as long as the documents."""

    # --- other views of the same entries --------------------------------------------------------------

    def transposed(self) -> Matrix:
        """Words as rows: a copy, for algorithms that walk over words."""

    def unit_rows(self) -> Matrix:
        """Each document scaled to unit length; empty documents stay empty."""

    def map_nonzeros(self, f: Callable[[Array], Array]) -> Matrix:
        """``f`` applied to the stored values."""

    def features(self) -> Matrix:
        """What is known of each document: this matrix, or the slices of a tensor side by side."""

    # --- numbers and rows -------------------------------------------------------------------------------

    def sum(self, axis: int) -> Array:
        """Sum of each word (axis 0) or document (axis 1)."""

    def total(self) -> float:
        """Sum of all entries, in float64."""

    def squared_norms(self) -> np.ndarray:
        """Sum of the squares of each slice; a plain matrix is one."""

    def squared_norm(self) -> float:
        """Sum of all squares, in float64."""

    def rows(self, index: np.ndarray) -> Array:
        """A few documents as dense rows."""

    def block_sums(self, z: np.ndarray, w: np.ndarray, shape: tuple[int, int]) -> Array:
        """Sum of the entries in each block (document cluster, word cluster), from labels."""

    # --- gather, decide, scatter ------------------------------------------------------------------------

    def respond(self, rule: Rule, Z: Array) -> Array:
        """Gather and decide: the documents' answers without their effect on the words."""

    def sums(self, Z: Array) -> Sums:
        """Scatter: what the answers ``Z`` tell the words."""

    def sweep(self, Z: Array, rule: Rule) -> tuple[Array, Sums]:
        """One pass over the documents; equals ``reference.sweep``."""
