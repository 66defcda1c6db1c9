"""A matrix whose products, and whose sweeps by the common rules, run in C++."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend import cpu
from cotext.backend.arrays import Array, narrow, padded, sum_xlogx
from cotext.backend.native.library import checked_rows, kernels
from cotext.backend.rules import Argmax, CoordinateDescent, Multiplicative, Rule, Sums, one_hot, refill

MOST_PARTS = 16  # each part has separate d x g sums during a sweep
KINDS: dict[type, int] = {Multiplicative: 0, CoordinateDescent: 1, Argmax: 2}


class _Rooms(threading.local):
    """The buffer that this thread used last, while a matrix holds it."""

    latest: Callable[[], np.ndarray | None] = staticmethod(lambda: None)


_rooms = _Rooms()


class NativeMatrix(cpu.CpuMatrix):
    """A :class:`CpuMatrix` with fused kernels for the common rules."""

    def __init__(self, X: sparse.csr_array, n_threads: int | None = None) -> None:
        super().__init__(X, n_threads)
        self._native = kernels()
        self._rows = checked_rows(X)
        self._parts = cpu.cut(X, _parts(X)).astype(np.int64)
        self._room: np.ndarray | None = None

    def __matmul__(self, B: Array) -> Array:
        if not self._takes(B):
            return super().__matmul__(B)
        wide, width = _side_by_side(B), B.size // B.shape[-2]
        out = np.empty((self.shape[0], wide.shape[1]), dtype=self.dtype)
        self._native.gather(self._rows, wide, out, self.n_threads)
        del wide
        return narrow(np.ascontiguousarray(out[:, :width]), B)

    def _turned_product(self, A: Array) -> Array:
        if not self._takes(A):
            return super()._turned_product(A)
        return self._scattered(A.shape, Z=_restarts(A)).XtZ

    def sums(self, Z: Array) -> Sums:
        if not self._takes(Z):
            return super().sums(Z)
        return self._scattered(Z.shape, Z=_restarts(Z), zlogz=sum_xlogx(Z))

    def respond(self, rule: Rule, Z: Array) -> Array:
        if not self._knows(rule, Z):
            return super().respond(rule, Z)
        return self._pass(rule, Z, None)[0].reshape(Z.shape)

    def sweep(self, Z: Array, rule: Rule) -> tuple[Array, Sums]:
        if not self._knows(rule, Z):
            return super().sweep(Z, rule)
        XtZ, ZtZ = self._empty_sums(Z.shape)
        answers, labels, best = self._pass(rule, Z, (self._borrow(Z.size // Z.shape[-2]), XtZ, ZtZ))
        sums = self._finish(XtZ, ZtZ, Z.shape)
        answers = answers.reshape(Z.shape)
        if isinstance(rule, Argmax) and rule.reseed and not ZtZ.diagonal(axis1=1, axis2=2).all():
            filled = refill(labels, cpu.misfit(self.csr, best), Z.shape[-1])
            if filled is not None:
                answers = one_hot(filled.reshape(Z.shape[:-1]), answers)
                sums = self._scattered(Z.shape, labels=np.ascontiguousarray(filled, dtype=np.int32))
        return answers, sums

    def _pass(self, rule: Rule, Z: Array, into: tuple[Array, ...] | None) -> tuple[Array, Array, Array]:
        """Gather and decide; also scatter ``into`` (parts, XtZ, ZtZ) if given."""
        Z = _restarts(Z)
        R, n, g = Z.shape
        s = rule.W.shape[-1]

        names = ("G", "A", "H", "pull", "drag", "offset")
        shapes = ((R, g, g), (R, s, g), (R, s, g), (R, n, g), (n, 1), (R, 1, g))
        fields = zip((getattr(rule, name, None) for name in names), shapes, strict=True)
        arrays = [
            None if F is None else np.ascontiguousarray(np.broadcast_to(F, shape), dtype=self.dtype)
            for F, shape in fields
        ]
        hard, answers = isinstance(rule, Argmax), np.empty_like(Z)
        labels = np.empty((R, n if hard else 0), dtype=np.int32)
        best = np.empty((R, n if hard else 0), dtype=self.dtype)
        data = self._rows, self._parts, _side_by_side(rule.W), Z
        numbers = KINDS[type(rule)], getattr(rule, "inner", 1), getattr(rule, "power", 1.0)
        out = answers, *((labels, best) if hard else (None, None)), *(into or (None, None, None))
        self._native.sweep(*data, *numbers, *arrays, s, *out, self.n_threads)
        return answers, labels, best

    def _scattered(
        self,
        shape: tuple[int, ...],
        Z: Array | None = None,
        labels: Array | None = None,
        zlogz: Array | float = 0.0,
    ) -> Sums:
        XtZ, ZtZ = self._empty_sums(shape)
        parts = self._borrow(shape[-1] * XtZ.shape[0])
        self._native.scatter(self._rows, self._parts, Z, labels, parts, XtZ, ZtZ, self.n_threads)
        return self._finish(XtZ, ZtZ, shape, zlogz)

    def _empty_sums(self, shape: tuple[int, ...]) -> tuple[Array, Array]:
        R, g = (shape[0] if len(shape) == 3 else 1), shape[-1]
        return np.empty((R, self.shape[1], g), dtype=self.dtype), np.empty((R, g, g))

    def _finish(self, XtZ: Array, ZtZ: Array, shape: tuple[int, ...], zlogz: Array | float = 0.0) -> Sums:
        lead, g = shape[:-2], shape[-1]
        return Sums(XtZ.reshape(*lead, -1, g), ZtZ.astype(self.dtype).reshape(*lead, g, g), zlogz)

    def _borrow(self, columns: int) -> np.ndarray:
        """A buffer for the sums of every part, reused by later sweeps and matrices of this thread."""
        size = (len(self._parts) - 1) * self.shape[1] * padded(columns, self.dtype)
        room = _rooms.latest()
        if room is None or room.size < size or room.dtype != self.dtype:
            room = _aligned(size, self.dtype)
            _rooms.latest = weakref.ref(room)
        self._room = room
        return room

    def _takes(self, F: Array) -> bool:
        return F.dtype == self.dtype and F.ndim in (2, 3) and F.size > 0

    def _knows(self, rule: Rule, Z: Array) -> bool:
        return type(rule) in KINDS and self._takes(Z) and self._takes(rule.W)


def _parts(X: sparse.csr_array) -> int:
    """Number of parts: a power of two, for even shares, unless parts are hardly larger than their sums."""
    size = 2 * max(cpu.BLOCK_NONZEROS, cpu.NONZEROS_PER_WORD * X.shape[1])
    return min(MOST_PARTS, 1 << int((X.nnz + X.shape[0]) // size).bit_length())


def _aligned(size: int, dtype: np.dtype[Any]) -> np.ndarray:
    """An array that begins at a cache line."""
    room = np.empty(size * dtype.itemsize + 64, dtype=np.uint8)
    start = -room.ctypes.data % 64
    return room[start : start + size * dtype.itemsize].view(dtype)


def _restarts(F: Array) -> Array:
    return np.ascontiguousarray(F if F.ndim == 3 else F[None])


def _side_by_side(F: Array) -> Array:
    """(R, rows, k) or (rows, k) as rows x R k, padded."""
    F = F if F.ndim == 3 else F[None]
    R, rows, k = F.shape
    width = padded(R * k, F.dtype)
    if R == 1 and width == k:
        return np.ascontiguousarray(F[0])
    wide = np.zeros((rows, width), dtype=F.dtype)
    wide[:, : R * k].reshape(rows, R, k)[...] = F.swapaxes(0, 1)
    return wide
