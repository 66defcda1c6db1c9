"""Texts collected as files are read: in memory while they are few, on the disk when they are many."""

from __future__ import annotations

import io
import mmap
import shutil
import tempfile
import weakref
from collections.abc import Iterable, Sequence
from typing import IO

import numpy as np

from cotext.corpus.texts import CHUNK, KEPT, Texts

LARGE = 1 << 27  # characters
_AT_ONCE = 1 << 14  # texts that are written together


class Collected:
    """Texts as they come, and in the end a list of them, or :class:`Texts` on the disk.

    Examples
    --------
    >>> texts = Collected()
    >>> texts.extend(["an oak", "an elm"])
    >>> texts.whole()
    ['an oak', 'an elm']
    """

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._size, self._most = 0, LARGE
        self._file: _File | None = None
        self._sizes = [np.zeros(1, dtype=np.int64)]

    def append(self, text: str) -> None:
        """One more."""
        self._waiting.append(text)
        self._size += len(text)
        if self._size > self._most:
            self._file = self._written()

    def extend(self, texts: Iterable[str]) -> None:
        """Several more."""
        for text in texts:
            self.append(text)

    def whole(self) -> Sequence[str]:
        """All texts in the order in which they came."""
        if self._file is None:
            return self._waiting
        return self._written().texts(np.cumsum(np.concatenate(self._sizes)))

    def _written(self) -> _File:
        """The file, with those that were waiting."""
        file = self._file or _File()
        for start in range(0, len(self._waiting), _AT_ONCE):
            parts = [text.encode("utf-8", KEPT) for text in self._waiting[start : start + _AT_ONCE]]
            self._sizes.append(np.fromiter(map(len, parts), np.int64, len(parts)))
            file.write(b"".join(parts))
        self._waiting, self._size, self._most = [], 0, min(CHUNK, LARGE)
        return file


class _File:
    """A file without a name, gone with the last who looks at it; memory where the disk has no room."""

    def __init__(self) -> None:
        self._size = 0
        try:
            self._file: IO[bytes] = tempfile.TemporaryFile(prefix="cotext-", buffering=0)  # noqa: SIM115
            weakref.finalize(self, self._file.close)  # what looks at it has opened it again
        except OSError:
            self._file = io.BytesIO()

    def write(self, data: bytes) -> None:
        try:
            left = memoryview(data)
            while left:
                left = left[self._file.write(left) :]
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
        """What was written in full."""
        copy = io.BytesIO()
        self._file.seek(0)
        shutil.copyfileobj(self._file, copy, CHUNK)
        copy.truncate(self._size)
        copy.seek(self._size)
        return copy
