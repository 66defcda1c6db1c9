"""The home of a matrix that is read block by block.

Every block is opened in the home that its entries would have in memory, asked the same question, and let go.
What is as long as the words is added up in a tree of blocks; what is as long as the documents goes to a room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from operator import add, methodcaller
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from cotext.backend.arrays import Array
from cotext.backend.blocks.rooms import room_for
from cotext.backend.blocks.source import Blocks
from cotext.backend.blocks.tree import add_in_tree
from cotext.backend.cpu import row_sums
from cotext.backend.matrix import Matrix, Product
from cotext.backend.rules import Argmax, Rule, Sums, one_hot, refill

View: TypeAlias = Callable[[Matrix], Matrix]
STEP = 1 << 16  # rows that are written at a time


class BlockMatrix:
    """Blocks of rows with ``sweep`` and the verbs of the models."""

    def __init__(self, blocks: Blocks, n_threads: int | None = None, views: tuple[View, ...] = ()) -> None:
        self.blocks = blocks
        self.shape: tuple[int, int] = blocks.shape
        self.dtype: np.dtype[Any] = blocks.dtype
        self.n_threads = n_threads
        self.views = views

    def _open(self, block: sparse.csr_array) -> Matrix:
        from cotext.backend import open_matrix

        home = open_matrix(block, n_threads=self.n_threads)
        for view in self.views:
            home = view(home)
        return home

    def _each(self, ask: Callable[[slice, Matrix], Any]) -> Iterator[Any]:
        return (ask(rows, self._open(block)) for rows, block in self.blocks.spans())

    def _viewed(self, view: View) -> BlockMatrix:
        return BlockMatrix(self.blocks, self.n_threads, (*self.views, view))

    def _room(self, *shape: int) -> np.ndarray:
        return room_for(shape, self.dtype, self.blocks.room)

    # --- moving to and from this home -------------------------------------------------------------

    def put(self, array: np.ndarray) -> Array:
        if array.ndim < 2 or array.shape[-2] != self.shape[0] or _here(array, self.dtype):
            return np.ascontiguousarray(array, dtype=self.dtype)
        here = self._room(*array.shape)
        for start in range(0, self.shape[0], STEP):
            here[..., start : start + STEP, :] = array[..., start : start + STEP, :]
        return here

    def get(self, array: Array) -> np.ndarray:
        return np.asarray(array)

    def host(self) -> sparse.csr_array:
        return self.entries().whole()

    def entries(self) -> Blocks:
        return self.blocks.changed(self._as_seen) if self.views else self.blocks

    def _as_seen(self, block: sparse.csr_array) -> sparse.csr_array:
        return self._open(block).host()

    def beside(self, M: sparse.csr_array) -> Matrix:
        from cotext.backend import open_matrix

        return open_matrix(M.astype(self.dtype, copy=False), n_threads=self.n_threads)

    def grown(self, restarts: int, columns: int, of: Callable[[int, slice], np.ndarray]) -> np.ndarray:
        made = self._room(restarts, self.shape[0], columns)
        for r in range(restarts):
            for start in range(0, self.shape[0], STEP):
                rows = slice(start, min(start + STEP, self.shape[0]))
                made[r, rows] = of(r, rows)
        return made

    def restarts(self, Z: Array, index: list[int]) -> Array:
        if len(index) == len(Z):
            return Z
        if len(index) == 1:
            return Z[index[0] : index[0] + 1]
        some = self._room(len(index), *Z.shape[1:])
        for place, r in enumerate(index):
            some[place] = Z[r]
        return some

    def transposed(self) -> Matrix:
        return self.beside(self.host()).transposed()

    def unit_rows(self) -> BlockMatrix:
        return self._viewed(methodcaller("unit_rows"))

    def map_nonzeros(self, f: Callable[[Array], Array]) -> BlockMatrix:
        return self._viewed(methodcaller("map_nonzeros", f))

    def features(self) -> BlockMatrix:
        return self

    # --- verbs --------------------------------------------------------------------------------------

    def __matmul__(self, B: Array) -> Array:
        out = self._room(*B.shape[:-2], self.shape[0], B.shape[-1])
        for rows, block in self.blocks.spans():
            out[..., rows, :] = self._open(block) @ B
        return out

    @property
    def T(self) -> Product:
        return _Transpose(self)

    def sum(self, axis: int) -> Array:
        each = self._each(lambda rows, home: home.sum(axis))
        return np.concatenate(list(each)) if axis == 1 else add_in_tree(each, add)

    def total(self) -> float:
        return float(add_in_tree(self._each(lambda rows, home: home.total()), add))

    def squared_norms(self) -> np.ndarray:
        return np.array([self.squared_norm()])

    def squared_norm(self) -> float:
        return float(add_in_tree(self._each(lambda rows, home: home.squared_norm()), add))

    def rows(self, index: np.ndarray) -> Array:
        return self._open(self.blocks.rows(index)).rows(np.arange(len(index)))

    def block_sums(self, z: np.ndarray, w: np.ndarray, shape: tuple[int, int]) -> Array:
        return add_in_tree(self._each(lambda rows, home: home.block_sums(z[rows], w, shape)), add)

    # --- gather, decide, scatter ---------------------------------------------------------------------

    def respond(self, rule: Rule, Z: Array) -> Array:
        answers = self._room(*Z.shape)
        for rows, block in self.blocks.spans():
            answers[..., rows, :] = self._open(block).respond(rule.part(rows), Z[..., rows, :])
        return answers

    def sums(self, Z: Array) -> Sums:
        parts: Iterator[Sums] = self._each(lambda rows, home: home.sums(Z[..., rows, :]))
        return add_in_tree(parts, _add)

    def sweep(self, Z: Array, rule: Rule) -> tuple[Array, Sums]:
        answers = self._room(*Z.shape)
        alone = replace(rule, reseed=False) if isinstance(rule, Argmax) else rule

        def visit(rows: slice, home: Matrix) -> Sums:
            answers[..., rows, :], sums = home.sweep(Z[..., rows, :], alone.part(rows))
            return sums

        sums = add_in_tree(self._each(visit), _add)
        if isinstance(rule, Argmax) and rule.reseed and not _taken(sums).all():
            return self._refilled(answers, sums, rule)
        return answers, sums

    def _refilled(self, answers: Array, sums: Sums, rule: Argmax) -> tuple[Array, Sums]:
        """Clusters that no block has filled take the worst-fitting documents of all blocks."""
        misfit = np.concatenate(list(self._each(lambda rows, home: _misfit(home, rule))), axis=-1)
        labels = np.concatenate([answers[..., rows, :].argmax(axis=-1) for rows in self._rows()], axis=-1)
        filled = refill(labels, misfit, answers.shape[-1])
        if filled is None:
            return answers, sums
        for rows in self._rows():
            answers[..., rows, :] = one_hot(filled[..., rows], answers)
        return answers, self.sums(answers)

    def _rows(self) -> Iterator[slice]:
        return (slice(a, b) for a, b in pairwise(self.blocks.cuts.tolist()))


class _Transpose:
    """``X.T``, good for products only."""

    def __init__(self, X: BlockMatrix) -> None:
        self.X = X

    def __matmul__(self, A: Array) -> Array:
        return add_in_tree(self.X._each(lambda rows, home: home.T @ A[..., rows, :]), add)


def _add(one: Sums, other: Sums) -> Sums:
    return Sums(one.XtZ + other.XtZ, one.ZtZ + other.ZtZ, one.zlogz + other.zlogz)


def _taken(sums: Sums) -> np.ndarray:
    """Whether each cluster has documents."""
    return sums.ZtZ.diagonal(axis1=-2, axis2=-1)


def _misfit(home: Matrix, rule: Argmax) -> np.ndarray:
    """Squared distance to the chosen centre, up to a constant; empty documents never stand out."""
    block = home.host()
    distance = row_sums(block, block.data**2) - 2 * rule.fit(home @ rule.W).max(axis=-1)
    return np.where(np.diff(block.indptr) > 0, distance, -np.inf)


def _here(array: np.ndarray, dtype: np.dtype[Any]) -> bool:
    """Whether an array is in this home already, or small enough to be anywhere."""
    from cotext.backend.blocks import rooms

    return array.nbytes <= rooms.SMALL or (isinstance(array, np.memmap) and array.dtype == dtype)
