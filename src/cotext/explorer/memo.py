"""Values that are made once, however many ask for them at the same time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Memo(Generic[T]):
    """Keeps what was made, the most recently used first; who comes second waits for the first.

    Examples
    --------
    >>> squares = Memo(room=1)
    >>> squares.get(3, lambda: 9), squares.get(3, lambda: 0), squares.get(4, lambda: 16)
    (9, 9, 16)
    >>> squares.get(3, lambda: "made again")
    'made again'
    """

    def __init__(self, room: int) -> None:
        self._room, self._lock = room, Lock()
        self._kept: OrderedDict[Hashable, _Place[T]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of a key; what ``make`` raises is raised, and nothing is kept."""
        with self._lock:
            place = self._kept.setdefault(key, _Place())
            self._kept.move_to_end(key)
            while len(self._kept) > self._room:
                self._kept.popitem(last=False)
        with place.lock:
            if not place.made:
                place.value = make()
                place.made = True
            return place.value

    def put(self, key: Hashable, value: T) -> None:
        """Keep another value from now on."""
        place = _Place[T]()
        place.value, place.made = value, True
        with self._lock:
            self._kept[key] = place


class _Place(Generic[T]):
    value: T

    def __init__(self) -> None:
        self.lock, self.made = Lock(), False
