"""Arrays as long as the documents: in memory while they are small, else in files without a name."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from cotext.errors import CannotWrite

SMALL = 1 << 26  # bytes of an array that is not worth a file


def room_for(shape: tuple[int, ...], dtype: np.dtype[Any], folder: Path | None) -> np.ndarray:
    """An array of this shape, to be written; its file goes with it.

    The disk's blocks are taken at once: to find it full later, while memory is written, ends the process.
    """
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    if size <= SMALL:
        return np.empty(shape, dtype=dtype)
    where = folder if folder is not None and os.access(folder, os.W_OK) else Path(tempfile.gettempdir())
    try:
        with tempfile.TemporaryFile(dir=where, prefix=".room.") as stream:
            _reserve(stream.fileno(), size)
            return np.memmap(stream, dtype=dtype, mode="r+", shape=shape)
    except OSError as error:
        raise CannotWrite(where, error) from error


def _reserve(file: int, size: int) -> None:
    """Take the disk's blocks, where the system and the disk know how to."""
    if hasattr(os, "posix_fallocate"):
        try:
            os.posix_fallocate(file, 0, size)
        except OSError as error:
            if error.errno not in (errno.EOPNOTSUPP, errno.EINVAL):
                raise
