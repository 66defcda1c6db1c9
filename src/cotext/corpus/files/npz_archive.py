"""The arrays of an ``.npz`` file, checked before they are read and never unpickled."""

from __future__ import annotations

import math
import os
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np

from cotext.corpus.files.limits import Budget, TooLarge


def npy_header(stream: IO[bytes], name: str) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Read shape, whether columns come first, and type of the array that follows in a ``.npy`` file."""
    major, _ = np.lib.format.read_magic(stream)
    read = {1: np.lib.format.read_array_header_1_0, 2: np.lib.format.read_array_header_2_0}[major]
    shape, by_columns, dtype = read(stream)
    if dtype.hasobject:
        raise ValueError(f"{name} holds Python objects")
    return shape, by_columns, dtype


def checked_header(content: IO[bytes], member: zipfile.ZipInfo) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Read shape and type of an array in an archive; refuse one that is not of the size it declares."""
    shape, _, dtype = npy_header(content, member.filename)
    if content.tell() + math.prod(shape) * dtype.itemsize != member.file_size:
        raise ValueError(f"{member.filename} is not of the size it declares")
    return shape, dtype


class Archive(Mapping[str, np.ndarray]):
    """Arrays by name, from a file or a stream that stays open.

    ``where`` names it in errors, and ``refuse`` makes the error for a damaged file.
    """

    def __init__(
        self, source: Path | IO[bytes], where: str, refuse: Callable[[BaseException], Exception]
    ) -> None:
        self._source, self._refuse = source, refuse
        self._looked_at, self.used = set[str](), set[str]()
        with self._opened() as archive:
            self._members = {info.filename.removesuffix(".npy"): info for info in archive.infolist()}
            packed = os.fstat(archive.fp.fileno()).st_size  # type: ignore[union-attr]
            self._budget = Budget(where, packed)

    def __getitem__(self, name: str) -> np.ndarray:
        member = self._members[name]
        self.look_at(name)
        self.used.add(name)
        with self._opened() as archive, archive.open(member) as content:
            array: np.ndarray = np.lib.format.read_array(content, allow_pickle=False)
            return array

    def __contains__(self, name: object) -> bool:
        return name in self._members

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def look_at(self, name: str) -> None:
        """Compare the declared size of an array with its bytes and with the limit, once."""
        if name in self._looked_at:
            return
        member = self._members[name]
        self._budget.take(member.file_size)
        with self._opened() as archive, archive.open(member) as content:
            if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise ValueError(f"{member.filename} is compressed as NumPy never does it")
            checked_header(content, member)
        self._looked_at.add(name)

    @contextmanager
    def _opened(self) -> Iterator[zipfile.ZipFile]:
        try:
            with zipfile.ZipFile(self._source) as archive:
                yield archive
        except TooLarge:
            raise
        except Exception as error:  # NumPy hands on whatever its parsers of zip files and headers raise
            raise self._refuse(error) from error
