"""A row of numbers that comes in pieces: in memory, or in a file where it is long."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import DTypeLike

from cotext.errors import CannotWrite

HELD = 1 << 26  # bytes that are not worth a file


class Pieces:
    """Numbers one piece after the other.

    With a ``room``, a folder, more than ``HELD`` bytes go to a file without a name, and come back mapped.

    Examples
    --------
    >>> row = Pieces(np.int32)
    >>> row.add([1, 2])
    >>> row.add([3])
    >>> row.whole().tolist()
    [1, 2, 3]
    """

    def __init__(self, dtype: DTypeLike, room: Path | None = None) -> None:
        self.room, self.size = room, 0
        self._held: np.ndarray = np.empty(0, dtype)
        self._file: IO[bytes] | None = None

    def add(self, piece: np.ndarray) -> None:
        """One more piece."""
        begin, self.size = self.size, self.size + len(piece)
        if self._file is None and self.room is not None and self.size * self._held.itemsize > HELD:
            self._spill(begin)
        if self._file is not None:
            self._write(piece)
            return
        if self.size > len(self._held):
            # Large buffers grow in place on most systems; an eighth to spare bounds the copies on the others.
            self._held.resize(self.size * 9 // 8, refcheck=False)
        self._held[begin : self.size] = piece

    def whole(self) -> np.ndarray:
        """All of them; not to be written where they lie in a file."""
        if self._file is None:
            self._held.resize(self.size, refcheck=False)
            return self._held
        with self._file as stream:
            stream.flush()
            return np.memmap(stream, dtype=self._held.dtype, mode="r", shape=(self.size,))

    def _spill(self, n: int) -> None:
        try:
            self._file = tempfile.TemporaryFile(dir=self.room, prefix=".pairs.")  # noqa: SIM115 - open until the last piece
        except OSError as error:
            raise CannotWrite(str(self.room), error) from error
        self._write(self._held[:n])
        self._held = np.empty(0, self._held.dtype)

    def _write(self, piece: np.ndarray) -> None:
        assert self._file is not None
        try:
            self._file.write(np.ascontiguousarray(piece, self._held.dtype).data)
        except OSError as error:
            raise CannotWrite(str(self.room), error) from error
