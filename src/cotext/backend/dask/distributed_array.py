"""An array along documents whose parts stay with the workers until all of it is needed here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from operator import attrgetter, itemgetter
from types import EllipsisType
from typing import Any, TypeAlias

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import ArrayLike, DTypeLike

from cotext.backend.arrays import Array
from cotext.backend.dask import tasks
from cotext.backend.dask.workers import Files, Futures, Roots
from cotext.backend.spill import empty_array

Part: TypeAlias = int | slice | EllipsisType | None
Index: TypeAlias = Part | list[int] | np.ndarray | tuple[Part | np.ndarray, ...]


@dataclass(eq=False)
class Spread(NDArrayOperatorsMixin):
    """Documents along the axis before the last, as in every array of answers."""

    roots: Roots
    parts: Futures  # a ``Part`` for each group
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    sweep: int = 0  # sweeps since the start
    age: int = 0  # sweeps since the parts were last written
    kept: tuple[Files, ...] = ()  # needed to compute a lost part again

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, index: Index) -> Any:
        if self.ndim != 3 or not isinstance(index, int | list):
            return self.get()[index]
        if index == list(range(len(self))):
            return self
        shape = self.shape[1:] if isinstance(index, int) else (len(index), *self.shape[1:])
        return self._changed(itemgetter(index), shape)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def argmax(self, axis: int) -> np.ndarray:
        if axis not in (-1, self.ndim - 1):
            return np.asarray(self.get().argmax(axis=axis))
        crew = self.roots.crew
        return np.concatenate(list(crew.results(crew.map(tasks.labels_of, self.parts))), axis=-1)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **how: Any) -> Any:
        if (
            method == "__call__"
            and not how
            and ufunc.signature is None
            and all(map(self._goes_along, inputs))
        ):
            return self._computed(ufunc, inputs)
        return getattr(ufunc, method)(
            *(one.get() if isinstance(one, Spread) else one for one in inputs), **how
        )

    def _goes_along(self, operand: Spread | ArrayLike) -> bool:
        """Whether each part needs no more of an operand than its own part, or the same as all others."""
        if isinstance(operand, Spread):
            return operand.roots.cuts is self.roots.cuts and operand.shape == self.shape
        shape = np.shape(operand)
        return (len(shape) < 2 or shape[-2] == 1) and np.broadcast_shapes(shape, self.shape) == self.shape

    def _computed(self, ufunc: np.ufunc, inputs: tuple[Any, ...]) -> Spread:
        spread = [one for one in inputs if isinstance(one, Spread)]
        others = [None if isinstance(one, Spread) else one for one in inputs]
        columns = zip(*(one.parts for one in spread), strict=True)
        parts = self.roots.crew.map(
            tasks.computed, [list(own) for own in columns], ufunc=ufunc, others=others, sweep=self.sweep
        )
        dtype = ufunc(*(np.ones((), one.dtype) if isinstance(one, Spread) else one for one in inputs)).dtype
        kept = tuple({id(files): files for one in spread for files in one.kept}.values())
        return replace(self, parts=parts, dtype=dtype, kept=kept, age=max(one.age for one in spread))

    def _changed(self, change: Callable[[Array], Array], shape: tuple[int, ...]) -> Spread:
        return replace(self, parts=self.roots.crew.map(tasks.changed, self.parts, change=change), shape=shape)

    def get(self) -> np.ndarray:
        return self._here

    @cached_property
    def _here(self) -> np.ndarray:
        crew, rows = self.roots.crew, pairwise(self.roots.cuts.tolist())
        out = empty_array(self.shape, self.dtype, self.roots.blocks.room)
        for (start, stop), part in zip(
            rows, crew.results(crew.map(attrgetter("value"), self.parts)), strict=True
        ):
            out[..., start:stop, :] = part
        return out

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> np.ndarray:
        here = self.get()
        return here.copy() if copy else here if dtype is None else here.astype(dtype, copy=False)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.get(), name)
