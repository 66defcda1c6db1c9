"""Texts that are strings only when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, overload

import numpy as np

CHUNK = 1 << 24  # bytes that are looked at before they are let go
KEPT = "surrogatepass"  # half characters of a string come back as they were


class Texts(Sequence[str]):
    """A sequence of str whose texts lie one after the other as UTF-8.

    Attributes
    ----------
    bytes : ndarray of uint8
        All texts; their memory may be a file's, which the system reads as it is looked at.
    bounds : ndarray of int64, shape (n_texts + 1,)
        Text i is ``bytes[bounds[i] : bounds[i + 1]]``.

    Examples
    --------
    >>> texts = Texts("Déjà vu".encode(), [0, 6, 9])
    >>> len(texts), texts[0], list(texts), texts == ["Déjà", " vu"]
    (2, 'Déjà', ['Déjà', ' vu'], True)
    """

    def __init__(self, data: Any, bounds: Any, let_go: Callable[[], object] = lambda: None) -> None:
        self.bytes = np.frombuffer(data, dtype=np.uint8)
        self.bounds = np.asarray(bounds, dtype=np.int64)
        self.let_go = let_go  # what was looked at need not stay in memory
        self._view = memoryview(data)

    def __len__(self) -> int:
        return len(self.bounds) - 1

    @overload
    def __getitem__(self, row: int) -> str: ...
    @overload
    def __getitem__(self, row: slice) -> list[str]: ...
    def __getitem__(self, row: int | slice) -> str | list[str]:
        if isinstance(row, slice):
            return [self[i] for i in range(*row.indices(len(self)))]
        row = range(len(self))[row]
        return self._text(self.bounds[row], self.bounds[row + 1])

    def __iter__(self) -> Iterator[str]:
        for part in self.parts(CHUNK):
            yield from (part._text(begin, end) for begin, end in pairwise(part.bounds.tolist()))
            self.let_go()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Texts, (self.bytes.tobytes(), self.bounds)

    def parts(self, size: int) -> Iterator[Texts]:
        """The same texts in pieces of about ``size`` bytes; nothing is copied."""
        for first, last in pairwise(_cuts(self.bounds, size)):
            begin, end = self.bounds[first], self.bounds[last]
            yield Texts(self._view[begin:end], self.bounds[first : last + 1] - begin, self.let_go)

    def _text(self, begin: int, end: int) -> str:
        return str(self._view[begin:end], "utf-8", KEPT)


def _cuts(bounds: np.ndarray, size: int) -> list[int]:
    """Where pieces begin: at the first text that ends in the next stretch of ``size`` bytes."""
    if len(bounds) == 1:
        return [0]
    return [0, *(np.flatnonzero(np.diff(bounds[1:] // size)) + 1).tolist(), len(bounds) - 1]
