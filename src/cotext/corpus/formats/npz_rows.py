"""Rows of a matrix in a ``.npz`` file, which may be larger than memory, a batch at a time."""

from __future__ import annotations

import math
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import numpy as np
from scipy import sparse

from cotext.corpus.documents import Documents, DocWord
from cotext.corpus.files.limits import Budget
from cotext.corpus.formats.matrices import checked_csr, read_npz, row_blocks
from cotext.errors import CotextError

BATCH_ENTRIES = 1 << 22
HELD = 1 << 28  # bytes of a matrix that is read at once
PARTS = {"data.npy", "indices.npy", "indptr.npy", "shape.npy", "format.npy"}


Slices = Callable[[Documents | DocWord], Iterator[Documents | DocWord]]


def npz_batches(path: Path, slices: Slices) -> Iterator[Documents | DocWord]:
    """Rows of a matrix; one that is small, or not CSR, or has names of its own, is read at once."""
    if path.stat().st_size <= HELD or not _plain_csr(path):
        yield from slices(read_npz(path))
        return
    try:
        with ExitStack() as stack:
            yield from _rows(path, stack)
    except CotextError:
        raise
    except (ValueError, KeyError, EOFError, OSError, zipfile.BadZipFile) as error:
        raise CotextError(f"{path}: refused: {error!s:.200}; give a valid matrix of counts") from error


def _plain_csr(path: Path) -> bool:
    with zipfile.ZipFile(path) as archive:
        return set(archive.namelist()) == PARTS and b"csr" in archive.read("format.npy")


def _rows(path: Path, stack: ExitStack) -> Iterator[DocWord]:
    parts = {name: _Member(path, name, stack) for name in ("data", "indices", "indptr", "shape")}
    n, d = parts["shape"].take(2).tolist()
    indptr = parts["indptr"].take(n + 1).astype(np.int64)
    if indptr[0] != 0 or (np.diff(indptr) < 0).any():
        raise ValueError("indptr does not rise from 0")
    words = [f"word{j}" for j in range(d)]
    for start, stop in row_blocks(indptr, BATCH_ENTRIES):
        own = indptr[start : stop + 1] - indptr[start]
        data, indices = (parts[name].take(int(own[-1])) for name in ("data", "indices"))
        X = checked_csr(sparse.csr_array((data, indices, own), shape=(stop - start, d)), str(path))
        yield DocWord(X, words, [str(i) for i in range(start, stop)], notes=("already counted",))


class _Member:
    """An array of one axis in an archive, read from its beginning to its end."""

    def __init__(self, path: Path, name: str, stack: ExitStack) -> None:
        archive = stack.enter_context(zipfile.ZipFile(path))
        info = archive.getinfo(f"{name}.npy")
        Budget(str(path), path.stat().st_size, kept=False).take(info.file_size)
        self.stream: IO[bytes] = stack.enter_context(archive.open(info))
        major, _ = np.lib.format.read_magic(self.stream)
        read = {1: np.lib.format.read_array_header_1_0, 2: np.lib.format.read_array_header_2_0}[major]
        shape, _, self.dtype = read(self.stream)
        if self.dtype.hasobject or len(shape) != 1:
            raise ValueError(f"{name} is no row of numbers")
        if self.stream.tell() + math.prod(shape) * self.dtype.itemsize != info.file_size:
            raise ValueError(f"{name} is not of the size it declares")

    def take(self, size: int) -> np.ndarray:
        """The next ``size`` numbers."""
        data = self.stream.read(size * self.dtype.itemsize)
        return np.frombuffer(data, dtype=self.dtype, count=size)
