"""Sums of many blocks, added in a tree that depends on their numbers alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Part = TypeVar("Part")


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
