"""What is asked of each block, in functions that can travel, and what goes along with documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Protocol, TypeVar, cast

import numpy as np

from cotext.backend import cpu
from cotext.backend.arrays import Array
from cotext.backend.matrix import Matrix
from cotext.backend.rules import Argmax, Rule, Sums

Part = TypeVar("Part")


class Cut(Protocol):
    """What is not the same for all documents, unless it returns itself: a rule."""

    def part(self, rows: slice) -> Any: ...


@dataclass(frozen=True)
class Whole:
    """What is the same for all documents, such as an array along the words."""

    value: Any

    def part(self, rows: slice) -> Any:
        return self.value


@dataclass(frozen=True)
class View:
    """Another view of the same entries: a verb of a matrix, and what it is given."""

    verb: str
    given: tuple[Any, ...] = ()

    def __call__(self, home: Matrix) -> Matrix:
        seen: Matrix = getattr(home, self.verb)(*self.given)
        return seen


def part_of(along: np.ndarray | Cut, rows: slice) -> Any:
    """What belongs to some documents: of labels, of an array along documents, or of a rule."""
    if not isinstance(along, np.ndarray):
        return along.part(rows)
    return along[rows] if along.ndim == 1 else along[..., rows, :]


def product(home: Matrix, B: Array) -> Array:
    return home @ B


def turned_product(home: Matrix, A: Array) -> Array:
    return home.T @ A


def respond(home: Matrix, rule: Rule, Z: Array) -> Array:
    return home.respond(rule, Z)


def sums(home: Matrix, Z: Array) -> Sums:
    return home.sums(Z)


def sweep(home: Matrix, rule: Rule, Z: Array) -> tuple[Array, Sums]:
    return home.sweep(Z, rule)


def block_sums(home: Matrix, z: np.ndarray, w: np.ndarray, shape: tuple[int, int]) -> Array:
    return home.block_sums(z, w, shape)


def misfit(home: Matrix, rule: Argmax) -> np.ndarray:
    """Squared distance to the chosen centre, up to a constant; empty documents never stand out."""
    return cpu.misfit(home.host(), home.get(rule.fit(home @ rule.W).max(axis=-1)))


def row_lengths(home: Matrix) -> np.ndarray:
    """Entries of each document."""
    return np.diff(home.host().indptr)


def word_spread(home: Matrix) -> np.ndarray:
    """Documents that have each word."""
    return np.bincount(home.host().indices, minlength=home.shape[1])


def said_of(home: Matrix, of: Callable[[np.ndarray], float]) -> float:
    """A sum over the entries."""
    return of(home.host().data)


def add_sums(one: Sums, other: Sums) -> Sums:
    return Sums(one.XtZ + other.XtZ, one.ZtZ + other.ZtZ, one.zlogz + other.zlogz)


def add_in_tree(parts: Iterable[Part], add: Callable[[Part, Part], Part]) -> Part:
    """Neighbours first, then neighbouring pairs, and so on: at most log2 of their number are held at once.

    Examples
    --------
    >>> add_in_tree(["a", "b", "c", "d", "e"], lambda left, right: f"({left}{right})")
    '(((ab)(cd))e)'
    """
    waiting: list[Part] = []
    for number, part in enumerate(parts, 1):
        while number % 2 == 0:  # as many have come as the neighbour stands for
            part, number = add(waiting.pop(), part), number // 2
        waiting.append(part)
    total = waiting.pop()
    while waiting:
        total = add(waiting.pop(), total)
    return total


def asked(ask: Callable[..., Any], home: Matrix, device: str, along: list[Any]) -> Any:
    """Ask a block in its home, wherever that is, with arrays that are and stay in the memory of the host."""
    if device == "cpu":
        return ask(home, *along)

    def there(value: object) -> object:
        return home.put(value) if isinstance(value, np.ndarray) and value.dtype.kind == "f" else value

    def here(value: object) -> object:
        is_array = hasattr(value, "shape") and not isinstance(value, np.generic)
        return home.get(cast(Array, value)) if is_array else value

    return _moved(ask(home, *(_moved(one, there) for one in along)), here)


def _moved(value: object, move: Callable[[object], object]) -> Any:
    """The same with what it holds moved: a rule, sums, or several things."""
    if isinstance(value, tuple):
        return tuple(_moved(one, move) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{one.name: _moved(getattr(value, one.name), move) for one in fields(value)})
    return move(value)
