"""The home of a matrix that is read chunk by chunk.

An operation opens one chunk after another in the home that it would have in memory. Results along the words
are added up in a tree of chunks; results along the documents go to arrays that may be on disk. Four methods,
``_each`` to ``_visited``, decide where chunks are opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from operator import add, matmul
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from cotext.backend import spill
from cotext.backend.arrays import Array
from cotext.backend.chunks import chunk_ops
from cotext.backend.chunks.chunk_ops import Cut, Shared, Verb, add_in_tree, compute, part_of
from cotext.backend.chunks.source import Chunks
from cotext.backend.homes import open_in_memory
from cotext.backend.matrix import Factor, Matrix, Transpose
from cotext.backend.rules import Argmax, Rule, Sums, one_hot, refill
from cotext.backend.spill import empty_array

Operation: TypeAlias = Callable[..., Any]  # of the home of a chunk, and arguments along its documents
Along: TypeAlias = np.ndarray | Cut
STEP = 1 << 16  # rows that are written at a time


def opened(
    block: sparse.csr_array, views: Sequence[Verb], n_threads: int | None = None, device: str = "cpu"
) -> Matrix:
    """A view of a chunk, in its home."""
    home = open_in_memory(block, device, n_threads)
    for view in views:
        home = view(home)
    return home


def as_seen(block: sparse.csr_array, views: Sequence[Verb]) -> sparse.csr_array:
    """The entries of a view of a chunk."""
    return opened(block, views).host()


class ChunkMatrix(Matrix):
    """A matrix in chunks of rows."""

    def __init__(
        self, blocks: Chunks, n_threads: int | None = None, views: tuple[Verb, ...] = (), device: str = "cpu"
    ) -> None:
        self.blocks, self.device = blocks, device
        self._latest: Matrix | None = None
        self.shape, self.dtype = blocks.shape, blocks.dtype
        self.n_threads = n_threads
        self.views = views

    def _viewed(self, *view: Verb) -> ChunkMatrix:
        return type(self)(self.blocks, self.n_threads, (*self.views, *view), self.device)

    def _room(self, *shape: int) -> np.ndarray:
        return empty_array(shape, self.dtype, self.blocks.room)

    def _rows(self) -> Iterator[slice]:
        return (slice(a, b) for a, b in pairwise(self.blocks.cuts.tolist()))

    # --- where chunks are opened ----------------------------------------------------------------------

    def _each(self, operation: Operation, *along: Along) -> Iterator[Any]:
        """The result of each chunk, in order."""
        for rows, block in self.blocks.spans():
            home = self._latest = opened(block, self.views, self.n_threads, self.device)  # keeps its room
            yield compute(operation, home, self.device, [part_of(argument, rows) for argument in along])

    def _added(self, operation: Operation, plus: Callable[[Any, Any], Any], *along: Along) -> Any:
        """The results of all chunks, added in a tree."""
        return add_in_tree(self._each(operation, *along), plus)

    def _along(self, operation: Operation, shape: Sequence[int], *along: Along) -> Array:
        """The results of all chunks, one after the other as an array along the documents."""
        out = self._room(*shape)
        for rows, part in zip(self._rows(), self._each(operation, *along), strict=True):
            out[..., rows, :] = part
        return out

    def _visited(self, Z: Array, rule: Rule) -> tuple[Array, Sums]:
        """The answers of all documents, and their sums."""
        answers = self._room(*Z.shape)

        def sums() -> Iterator[Sums]:
            for rows, (part, own) in zip(self._rows(), self._each(Verb("sweep"), Z, rule), strict=True):
                answers[..., rows, :] = part
                yield own

        return answers, add_in_tree(sums(), chunk_ops.add_sums)

    # --- moving to and from this home -------------------------------------------------------------

    def put(self, array: np.ndarray) -> Array:
        is_here = isinstance(array, np.memmap) and array.dtype == self.dtype
        if array.ndim < 2 or array.shape[-2] != self.shape[0] or is_here or spill.is_small(array.nbytes):
            return np.ascontiguousarray(array, dtype=self.dtype)
        here = self._room(*array.shape)
        for start in range(0, self.shape[0], STEP):
            here[..., start : start + STEP, :] = array[..., start : start + STEP, :]
        return here

    def get(self, array: Array) -> np.ndarray:
        return np.asarray(array)

    def host(self) -> sparse.csr_array:
        return self.entries().whole()

    def entries(self) -> Chunks:
        return self.blocks.changed(partial(as_seen, views=self.views)) if self.views else self.blocks

    def beside(self, M: sparse.csr_array) -> Matrix:
        return open_in_memory(M.astype(self.dtype, copy=False), n_threads=self.n_threads)

    def grown(self, restarts: int, columns: int, of: Callable[[int, slice], np.ndarray]) -> np.ndarray:
        out = self._room(restarts, self.shape[0], columns)
        for r in range(restarts):
            for start in range(0, self.shape[0], STEP):
                rows = slice(start, min(start + STEP, self.shape[0]))
                out[r, rows] = of(r, rows)
        return out

    def restarts(self, Z: Array, index: list[int]) -> Array:
        if len(index) == len(Z):
            return Z
        if len(index) == 1:
            return Z[index[0] : index[0] + 1]
        out = self._room(len(index), *Z.shape[1:])
        for i, r in enumerate(index):
            out[i] = Z[r]
        return out

    def unit_rows(self) -> ChunkMatrix:
        return self._viewed(Verb("unit_rows"))

    def map_nonzeros(self, f: Callable[[Array], Array]) -> ChunkMatrix:
        return self._viewed(Verb("map_nonzeros", (f,)))

    # --- verbs --------------------------------------------------------------------------------------

    def __matmul__(self, B: Array) -> Array:
        return self._along(matmul, (*B.shape[:-2], self.shape[0], B.shape[-1]), Shared(B))

    @property
    def T(self) -> Factor:
        return Transpose(lambda A: self._added(chunk_ops.turned_product, add, A))

    def sum(self, axis: int) -> Array:
        verb = Verb("sum", (axis,))
        return np.concatenate(list(self._each(verb))) if axis == 1 else self._added(verb, add)

    def total(self) -> float:
        return float(self._added(Verb("total"), add))

    def squared_norm(self) -> float:
        return float(self._added(Verb("squared_norm"), add))

    def row_lengths(self) -> np.ndarray:
        return np.concatenate(list(self._each(chunk_ops.row_lengths)))

    def word_spread(self) -> np.ndarray:
        return np.asarray(self._added(chunk_ops.word_spread, add))

    def sum_over(self, of: Callable[[np.ndarray], float]) -> float:
        return float(self._added(chunk_ops.sum_over, add, Shared(of)))

    def rows(self, index: np.ndarray) -> Array:
        return opened(self.blocks.rows(index), self.views, self.n_threads).rows(np.arange(len(index)))

    # --- gather, decide, scatter ---------------------------------------------------------------------

    def respond(self, rule: Rule, Z: Array) -> Array:
        return self._along(Verb("respond"), Z.shape, rule, Z)

    def sums(self, Z: Array) -> Sums:
        sums: Sums = self._added(Verb("sums"), chunk_ops.add_sums, Z)
        return sums

    def sweep(self, Z: Array, rule: Rule) -> tuple[Array, Sums]:
        alone = replace(rule, reseed=False) if isinstance(rule, Argmax) else rule
        answers, sums = self._visited(Z, alone)
        if isinstance(rule, Argmax) and rule.reseed and not sums.ZtZ.diagonal(axis1=-2, axis2=-1).all():
            return self._refilled(answers, sums, rule)
        return answers, sums

    def _refilled(self, answers: Array, sums: Sums, rule: Argmax) -> tuple[Array, Sums]:
        """Let clusters that are empty in all chunks take the worst-fitting documents of all."""
        misfit = np.concatenate(list(self._each(chunk_ops.misfit, rule)), axis=-1)
        filled = refill(self._labels(answers), misfit, answers.shape[-1])
        if filled is None:
            return answers, sums
        answers = self._room(*answers.shape)
        for rows in self._rows():
            answers[..., rows, :] = one_hot(filled[..., rows], answers)
        return answers, self.sums(answers)

    def _labels(self, answers: Array) -> np.ndarray:
        return np.concatenate([answers[..., rows, :].argmax(axis=-1) for rows in self._rows()], axis=-1)
