"""Arrays in memory if they are small, else in unnamed files.

Disk space is reserved first: if the disk is full while mapped memory is written, the process ends.
"""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import DTypeLike

from cotext.errors import CannotWrite

SMALL = 1 << 26  # bytes of an array that stays in memory


def is_small(size: float) -> bool:
    """Whether an array of ``size`` bytes stays in memory."""
    return size <= SMALL


def empty_array(shape: tuple[int, ...], dtype: DTypeLike, folder: Path | None = None) -> np.ndarray:
    """An uninitialized array: in memory if it is small, else in a file."""
    if is_small(_bytes(shape, dtype)):
        return np.empty(shape, dtype)
    return file_array(shape, dtype, folder)


def file_array(shape: tuple[int, ...], dtype: DTypeLike, folder: Path | None = None) -> np.ndarray:
    """An array in a file that is deleted with the last reference to it.

    The file is in ``folder`` if that is writable, else in the folder of temporary files.
    """
    where = folder if folder is not None and os.access(folder, os.W_OK) else Path(tempfile.gettempdir())
    with _cannot_write(where), tempfile.TemporaryFile(dir=where, prefix=".room.") as stream:
        _reserve(stream.fileno(), _bytes(shape, dtype))
        return np.memmap(stream, dtype=dtype, mode="r+", shape=shape)


class SpillArray:
    """A one-dimensional array that grows; with a ``folder`` it moves to a file there if it is not small.

    Examples
    --------
    >>> row = SpillArray(np.int32)
    >>> row.extend([1, 2])
    >>> row.extend([3])
    >>> row.finish().tolist()
    [1, 2, 3]
    """

    def __init__(self, dtype: DTypeLike, folder: Path | None = None) -> None:
        self.folder, self.size = folder, 0
        self._held: np.ndarray = np.empty(0, dtype)
        self._file: IO[bytes] | None = None

    def extend(self, piece: np.ndarray) -> None:
        begin, self.size = self.size, self.size + len(piece)
        if self._file is None and self.folder is not None and self.size * self._held.itemsize > SMALL:
            with _cannot_write(self.folder):
                self._file = tempfile.TemporaryFile(dir=self.folder, prefix=".room.")  # noqa: SIM115 - until finish
            self._write(self._held[:begin])
            self._held = np.empty(0, self._held.dtype)
        if self._file is not None:
            self._write(piece)
            return
        if self.size > len(self._held):
            # Large buffers grow in place on most systems; an eighth to spare limits copies on the others.
            self._held.resize(self.size * 9 // 8, refcheck=False)
        self._held[begin : self.size] = piece

    def finish(self) -> np.ndarray:
        """The array; it is read-only if it is in a file."""
        if self._file is None:
            self._held.resize(self.size, refcheck=False)
            return self._held
        with _cannot_write(self.folder), self._file as stream:
            stream.flush()
            return np.memmap(stream, dtype=self._held.dtype, mode="r", shape=(self.size,))

    def _write(self, piece: np.ndarray) -> None:
        assert self._file is not None
        with _cannot_write(self.folder):
            self._file.write(np.ascontiguousarray(piece, self._held.dtype).data)


def _bytes(shape: tuple[int, ...], dtype: DTypeLike) -> int:
    return int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize


@contextmanager
def _cannot_write(folder: Path | None) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CannotWrite(str(folder), error) from error


def _reserve(file: int, size: int) -> None:
    """Reserve disk space, if the system and the disk support it."""
    if hasattr(os, "posix_fallocate"):
        try:
            os.posix_fallocate(file, 0, size)
        except OSError as error:
            if error.errno not in (errno.EOPNOTSUPP, errno.EINVAL):
                raise
