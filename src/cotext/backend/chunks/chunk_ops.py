"""Operations on each chunk, which can be sent to workers, and their arguments along the documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Protocol, TypeVar, cast

import numpy as np

from cotext.backend import cpu
from cotext.backend.arrays import Array
from cotext.backend.matrix import Matrix
from cotext.backend.rules import Argmax, Sums

Part = TypeVar("Part")


class Cut(Protocol):
    """An argument that may differ between documents, such as a rule; if it does not, ``part`` returns it."""

    def part(self, rows: slice) -> Any: ...


@dataclass(frozen=True)
class Shared:
    """An argument that is the same for all documents, such as an array along the words."""

    value: Any

    def part(self, rows: slice) -> Any:
        return self.value


@dataclass(frozen=True)
class Verb:
    """An operation of a matrix by its name, with its first arguments."""

    name: str
    arguments: tuple[Any, ...] = ()

    def __call__(self, home: Matrix, *along: Any) -> Any:
        return getattr(home, self.name)(*self.arguments, *along)


def part_of(along: np.ndarray | Cut, rows: slice) -> Any:
    """The part of labels, of an array along documents, or of a rule that belongs to some documents."""
    if not isinstance(along, np.ndarray):
        return along.part(rows)
    return along[rows] if along.ndim == 1 else along[..., rows, :]


def turned_product(home: Matrix, A: Array) -> Array:
    return home.T @ A


def misfit(home: Matrix, rule: Argmax) -> np.ndarray:
    """:func:`cotext.backend.cpu.misfit` by a rule."""
    return cpu.misfit(home.host(), home.get(rule.fit(home @ rule.W).max(axis=-1)))


def row_lengths(home: Matrix) -> np.ndarray:
    return np.diff(home.host().indptr)


def word_spread(home: Matrix) -> np.ndarray:
    return np.bincount(home.host().indices, minlength=home.shape[1])


def sum_over(home: Matrix, of: Callable[[np.ndarray], float]) -> float:
    return of(home.host().data)


def add_sums(one: Sums, other: Sums) -> Sums:
    return Sums(one.XtZ + other.XtZ, one.ZtZ + other.ZtZ, one.zlogz + other.zlogz)


def add_in_tree(parts: Iterable[Part], add: Callable[[Part, Part], Part]) -> Part:
    """Add neighbors, then neighboring pairs, and so on: at most log2 of their number are held at once.

    Examples
    --------
    >>> add_in_tree(["a", "b", "c", "d", "e"], lambda left, right: f"({left}{right})")
    '(((ab)(cd))e)'
    """
    waiting: list[Part] = []
    for number, part in enumerate(parts, 1):
        while number % 2 == 0:  # the last one waiting is a sum of as many parts
            part, number = add(waiting.pop(), part), number // 2
        waiting.append(part)
    total = waiting.pop()
    while waiting:
        total = add(waiting.pop(), total)
    return total


def compute(operation: Callable[..., Any], home: Matrix, device: str, along: list[Any]) -> Any:
    """The result of an operation on a chunk in its home; arguments and result are on the host."""
    if device == "cpu":
        return operation(home, *along)

    def to_home(value: object) -> object:
        return home.put(value) if isinstance(value, np.ndarray) and value.dtype.kind == "f" else value

    def to_host(value: object) -> object:
        is_array = hasattr(value, "shape") and not isinstance(value, np.generic)
        return home.get(cast(Array, value)) if is_array else value

    return _moved(operation(home, *(_moved(argument, to_home) for argument in along)), to_host)


def _moved(value: object, move: Callable[[object], object]) -> Any:
    """A tuple, a rule or sums with every array moved."""
    if isinstance(value, tuple):
        return tuple(_moved(item, move) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{f.name: _moved(getattr(value, f.name), move) for f in fields(value)})
    return move(value)
