"""The ``cpu`` home: SciPy's sparse products on blocks of rows, in a thread pool (they release the GIL).

Blocks depend on the data alone and are added in order, so any number of threads gives the same bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend.arrays import Array, narrow, rows_of, sum_xlogx, widen
from cotext.backend.matrix import Factor, Matrix, Transpose
from cotext.backend.rules import Argmax, Rule, Softmax, Sums, one_hot, refill
from cotext.backend.threads import ordered_map, thread_count

BLOCK_NONZEROS = 1 << 18
NONZEROS_PER_WORD = 8  # in much smaller blocks, adding up d x g sums would take the time


class CpuMatrix(Matrix):
    """A CSR matrix in memory, with SciPy's products."""

    def __init__(self, X: sparse.csr_array, n_threads: int | None = None) -> None:
        self.csr = X
        self.shape, self.dtype = X.shape, X.dtype
        self.n_threads = thread_count(n_threads)
        size = max(BLOCK_NONZEROS, NONZEROS_PER_WORD * X.shape[1])
        self.cuts = cut(X, max(1, round((X.nnz + X.shape[0]) / size)))

    @cached_property
    def blocks(self) -> list[sparse.csr_array]:
        """X in blocks of rows."""
        return [rows_of(self.csr, a, b) for a, b in zip(self.cuts[:-1], self.cuts[1:], strict=True)]

    def _each(self, f: Callable[[int], Any]) -> Iterator[Any]:
        return ordered_map(f, range(len(self.blocks)), self.n_threads)

    def put(self, array: np.ndarray) -> Array:
        return np.ascontiguousarray(array, dtype=self.dtype)

    def get(self, array: Array) -> np.ndarray:
        return np.asarray(array)

    def host(self) -> sparse.csr_array:
        return self.csr

    def beside(self, M: sparse.csr_array) -> CpuMatrix:
        return type(self)(M.astype(self.dtype, copy=False), self.n_threads)

    def unit_rows(self) -> CpuMatrix:
        norms = np.sqrt(row_sums(self.csr, self.csr.data**2))
        scale = 1 / np.where(norms > 0, norms, 1)
        return self._with_data(self.csr.data * np.repeat(scale, np.diff(self.csr.indptr)))

    def __matmul__(self, B: Array) -> Array:
        wide = widen(B)
        return narrow(np.concatenate(list(self._each(lambda k: self.blocks[k] @ wide))), B)

    @property
    def T(self) -> Factor:
        return Transpose(self._turned_product)

    def _turned_product(self, A: Array) -> Array:
        parts = self._each(lambda k: self.blocks[k].T @ widen(self._part(A, k)))
        total: Array = next(parts)
        for part in parts:
            total += part
        return narrow(total, A)

    def sum(self, axis: int) -> np.ndarray:
        return np.asarray(self.csr.sum(axis=axis), dtype=self.dtype)

    def total(self) -> float:
        return float(self.csr.data.sum(dtype=np.float64))

    def squared_norm(self) -> float:
        return float(np.square(self.csr.data, dtype=np.float64).sum())

    def rows(self, index: np.ndarray) -> Array:
        return np.asarray(self.csr[index].toarray())

    def map_nonzeros(self, f: Callable[[Array], Array]) -> CpuMatrix:
        return self._with_data(f(self.csr.data))

    def respond(self, rule: Rule, Z: Array) -> Array:
        wide = widen(rule.W)

        def visit(k: int) -> Array:
            part = rule.part(slice(self.cuts[k], self.cuts[k + 1]))
            return part(narrow(self.blocks[k] @ wide, rule.W), self._part(Z, k))

        return np.concatenate(list(self._each(visit)), axis=-2)

    def sums(self, Z: Array) -> Sums:
        return self._add(self._each(lambda k: self._scatter(k, self._part(Z, k))), Z)

    def sweep(self, Z: Array, rule: Rule) -> tuple[Array, Sums]:
        answers = np.empty(Z.shape, dtype=self.dtype)
        misfits = np.empty(Z.shape[:-1], dtype=self.dtype)
        wide = widen(rule.W)

        def visit(k: int) -> Sums:
            rows = slice(self.cuts[k], self.cuts[k + 1])
            scores = narrow(self.blocks[k] @ wide, rule.W)
            answers[..., rows, :] = rule.part(rows)(scores, Z[..., rows, :])
            if isinstance(rule, Argmax):
                misfits[..., rows] = misfit(self.blocks[k], rule.fit(scores).max(axis=-1))
            return self._scatter(k, answers[..., rows, :], isinstance(rule, Softmax))

        sums = self._add(self._each(visit), Z)
        if isinstance(rule, Argmax) and rule.reseed:
            labels = refill(answers.argmax(axis=-1), misfits, Z.shape[-1])
            if labels is not None:
                answers = one_hot(labels, answers)
                sums = self.sums(answers)
        return answers, sums

    def _part(self, Z: Array, k: int) -> Array:
        return Z[..., self.cuts[k] : self.cuts[k + 1], :]

    def _scatter(self, k: int, Z: Array, shares: bool = True) -> Sums:
        """The sums of one block, with restarts side by side."""
        return Sums(self.blocks[k].T @ widen(Z), Z.mT @ Z, sum_xlogx(Z) if shares else 0.0)

    def _add(self, parts: Iterator[Sums], Z: Array) -> Sums:
        first = next(parts)
        zlogz = first.zlogz
        for part in parts:
            np.add(first.XtZ, part.XtZ, out=first.XtZ)
            np.add(first.ZtZ, part.ZtZ, out=first.ZtZ)
            zlogz = zlogz + part.zlogz
        return Sums(narrow(first.XtZ, Z), first.ZtZ, zlogz)

    def _with_data(self, data: np.ndarray) -> CpuMatrix:
        same_places = (np.asarray(data, dtype=self.dtype), self.csr.indices, self.csr.indptr)
        return type(self)(sparse.csr_array(same_places, shape=self.shape), self.n_threads)


def cut(X: sparse.csr_array, n_blocks: int) -> np.ndarray:
    """Row numbers that cut X into blocks of about equal work."""
    work = X.indptr + np.arange(X.shape[0] + 1, dtype=np.int64)
    cuts = np.searchsorted(work, np.linspace(0, work[-1], n_blocks + 1))
    cuts[0], cuts[-1] = 0, X.shape[0]
    return np.unique(cuts)


def misfit(X: sparse.csr_array, best: np.ndarray) -> np.ndarray:
    """Squared distance to the chosen center, up to a constant; -inf for empty documents."""
    distance = row_sums(X, X.data**2) - 2 * best
    return np.where(np.diff(X.indptr) > 0, distance, -np.inf)


def row_sums(X: sparse.csr_array, data: np.ndarray) -> np.ndarray:
    return np.asarray(sparse.csr_array((data, X.indices, X.indptr), shape=X.shape).sum(axis=1))
