"""Collect texts as files are read: in memory while they are few, on the disk when they are many."""

from __future__ import annotations

import io
import mmap
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import IO, Any, overload

import numpy as np
from numpy.typing import ArrayLike

LARGE = 1 << 27  # characters
_AT_ONCE = 1 << 14  # texts that are written together


class TextBuffer:
    """Collects texts into a list, or :class:`Texts` on the disk.

    Examples
    --------
    >>> texts = TextBuffer()
    >>> texts.extend(["an oak", "an elm"])
    >>> texts.finish()
    ['an oak', 'an elm']
    """

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._size, self._most = 0, LARGE
        self._file: _File | None = None
        self._sizes = [np.zeros(1, dtype=np.int64)]

    def append(self, text: str) -> None:
        self._waiting.append(text)
        self._size += len(text)
        if self._size > self._most:
            self._file = self._written()

    def extend(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.append(text)

    def finish(self) -> Sequence[str]:
        """Return all texts in the order in which they came."""
        if self._file is None:
            return self._waiting
        return self._written().texts(np.cumsum(np.concatenate(self._sizes)))

    def _written(self) -> _File:
        """Write the waiting texts into the file."""
        file = self._file or _File()
        for start in range(0, len(self._waiting), _AT_ONCE):
            parts = [text.encode("utf-8", ERRORS) for text in self._waiting[start : start + _AT_ONCE]]
            self._sizes.append(np.fromiter(map(len, parts), np.int64, len(parts)))
            file.write(b"".join(parts))
        self._waiting, self._size, self._most = [], 0, min(CHUNK, LARGE)
        return file


class _File:
    """A file without a name, deleted with its last reader; in memory if the disk has no room."""

    def __init__(self) -> None:
        self._size = 0
        try:
            self._file: IO[bytes] = tempfile.TemporaryFile(prefix="cotext-", buffering=0)  # noqa: SIM115
            weakref.finalize(self, self._file.close)  # readers have opened it again
        except OSError:
            self._file = io.BytesIO()

    def write(self, data: bytes) -> None:
        try:
            unwritten = memoryview(data)
            while unwritten:
                unwritten = unwritten[self._file.write(unwritten) :]
        except OSError:
            self._file = self._in_memory()
            self._file.write(data)
        self._size += len(data)

    def texts(self, bounds: np.ndarray) -> Texts:
        if isinstance(self._file, io.BytesIO) or not self._size:
            return Texts(getattr(self._file, "getbuffer", bytes)(), bounds)
        data = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
        advice = getattr(mmap, "MADV_DONTNEED", None)  # not on Windows
        return Texts(data, bounds, lambda: None if advice is None else data.madvise(advice))

    def _in_memory(self) -> io.BytesIO:
        """Copy the complete texts."""
        copy = io.BytesIO()
        self._file.seek(0)
        shutil.copyfileobj(self._file, copy, CHUNK)
        copy.truncate(self._size)
        copy.seek(self._size)
        return copy


CHUNK = 1 << 24  # bytes to read before their memory is released
ERRORS = "surrogatepass"  # lone surrogates of a string come back as they were


class Texts(Sequence[str]):
    """A sequence of str, stored one after the other as UTF-8.

    Attributes
    ----------
    bytes : ndarray of uint8
        All texts; their memory may be a file's, which the system reads on demand.
    bounds : ndarray of int64, shape (n_texts + 1,)
        Text i is ``bytes[bounds[i] : bounds[i + 1]]``.

    Examples
    --------
    >>> texts = Texts("Déjà vu".encode(), [0, 6, 9])
    >>> len(texts), texts[0], list(texts), texts == ["Déjà", " vu"]
    (2, 'Déjà', ['Déjà', ' vu'], True)
    """

    def __init__(
        self,
        data: bytes | mmap.mmap | memoryview,
        bounds: ArrayLike,
        let_go: Callable[[], object] = lambda: None,
    ) -> None:
        self.bytes = np.frombuffer(data, dtype=np.uint8)
        self.bounds = np.asarray(bounds, dtype=np.int64)
        self.let_go = let_go  # frees the memory of texts that were read
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
        """Split the texts into pieces of about ``size`` bytes; nothing is copied."""
        for first, last in pairwise(_cuts(self.bounds, size)):
            begin, end = self.bounds[first], self.bounds[last]
            yield Texts(self._view[begin:end], self.bounds[first : last + 1] - begin, self.let_go)

    def _text(self, begin: int, end: int) -> str:
        return str(self._view[begin:end], "utf-8", ERRORS)


def _cuts(bounds: np.ndarray, size: int) -> list[int]:
    """Return where pieces begin: at the first text that ends in the next stretch of ``size`` bytes."""
    if len(bounds) == 1:
        return [0]
    return [0, *(np.flatnonzero(np.diff(bounds[1:] // size)) + 1).tolist(), len(bounds) - 1]
