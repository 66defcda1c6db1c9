"""The texts of a run: a line of JSON for each, packed so that each can be read without those before it.

``texts.jsonl.gz`` is a series of gzip files of at most a hundred texts each; together they are one gzip file,
which ``zcat`` reads. Their offsets, unpacked sizes and checksums are among the arrays, which are checked when
a run is loaded. A text is read, and checked, when it is needed.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, Self, overload

import numpy as np

from cotext.backend import ordered_map, threads_here
from cotext.corpus import Budget, Texts
from cotext.errors import CotextError
from cotext.files import is_there, open_plain, size_of
from cotext.result import only_strings
from cotext.runfolder.npz_codec import CHANGED, reading

TEXTS = "texts.jsonl.gz"
LEVEL = 1  # of deflate: 6 takes twice as long and saves one byte in twenty-five
MOST_TEXTS, MOST_CHARACTERS = 100, 1 << 17  # of a pack, all of which is unpacked to read one text
PARTS = ("rows", "offsets", "sizes", "sums")
as_json = json.JSONEncoder(ensure_ascii=False).encode


class SavedTexts(Sequence[str]):
    """Texts in a file of a run, read when they are needed.

    The arrays of ``index``: the first text (``rows``) and the first byte (``offsets``) of each pack, and the
    ends of the last; the unpacked ``sizes``, and ``sums``, the CRC-32 of each pack.
    """

    def __init__(self, path: Path, index: Mapping[str, np.ndarray]) -> None:
        self.path, self.rows = path, index["rows"]
        self._packs = [index[name].tolist() for name in ("offsets", "sizes", "sums")]
        self._last: tuple[int, list[str]] = (-1, [])  # one value, because several threads may read

    @classmethod
    def opened(cls, path: Path, index: Mapping[str, Any], n_texts: int) -> Self:
        """Open the texts of a run, and refuse a file that does not match the index."""
        with reading(path):
            _check_index(index, n_texts)
        if not is_there(path):
            raise CotextError(f"{path} is missing; copy the run again or fit again")
        with reading(path):
            size = size_of(path)
            Budget(str(path), size, in_memory=False).take(sum(index["sizes"].tolist()))
            if size != index["offsets"][-1]:
                raise ValueError(CHANGED)
        return cls(path, index)

    def __len__(self) -> int:
        return int(self.rows[-1])

    @overload
    def __getitem__(self, row: int) -> str: ...
    @overload
    def __getitem__(self, row: slice) -> list[str]: ...
    def __getitem__(self, row: int | slice) -> str | list[str]:
        if isinstance(row, slice):
            return [self[i] for i in range(*row.indices(len(self)))]
        row = range(len(self))[row]
        pack = int(np.searchsorted(self.rows, row, side="right")) - 1
        last, texts = self._last
        if last != pack:
            texts = self._read(pack)
            self._last = pack, texts
        return texts[row - int(self.rows[pack])]

    def __iter__(self) -> Iterator[str]:
        for pack in range(len(self.rows) - 1):
            yield from self._read(pack)

    def _read(self, pack: int) -> list[str]:
        """Return all texts of a pack, unless the file has changed since the run was loaded."""
        offsets, sizes, sums = self._packs
        begin, end = offsets[pack : pack + 2]
        with reading(self.path):
            with open_plain(self.path) as stream:
                stream.seek(begin)
                packed = stream.read(end - begin)
            if zlib.crc32(packed) != sums[pack]:
                raise ValueError(CHANGED)
            lines = _unpacked(packed, sizes[pack]).split(b"\n")[:-1]
            texts = [json.loads(line)["text"] for line in lines]
            if len(texts) != self.rows[pack + 1] - self.rows[pack] or not only_strings(texts):
                raise ValueError("it has other texts than the run")
        return texts


def write_texts(stream: IO[bytes], ids: Sequence[str], texts: Sequence[str]) -> dict[str, np.ndarray]:
    """Write a line for each text, on all threads, and return the index."""
    rows = _first_rows(texts)

    def pack(span: tuple[int, int]) -> tuple[bytes, int]:
        lines = b"".join(map(_line, ids[slice(*span)], texts[slice(*span)]))
        return gzip.compress(lines, LEVEL, mtime=0), len(lines)

    lengths, sizes, sums = [], [], []
    for packed, size in ordered_map(pack, list(pairwise(rows.tolist())), threads_here()):
        stream.write(packed)
        lengths.append(len(packed))
        sizes.append(size)
        sums.append(zlib.crc32(packed))
    offsets = np.cumsum([0, *lengths])
    return {"rows": rows, "offsets": offsets, "sizes": np.array(sizes), "sums": np.array(sums)}


def _first_rows(texts: Sequence[str]) -> np.ndarray:
    """Return the first text of each pack, and the number of texts, without reading saved texts."""
    if isinstance(texts, SavedTexts):
        return texts.rows
    if isinstance(texts, Texts):
        lengths = np.diff(texts.bounds)
    else:
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    by_number, by_length = np.arange(len(lengths)) // MOST_TEXTS, np.cumsum(lengths) // MOST_CHARACTERS
    first = np.flatnonzero(np.diff(by_number) | np.diff(by_length)) + 1
    return np.array([0, *first.tolist(), len(lengths)])


def _line(name: str, text: str) -> bytes:
    line = f'{{"id": {as_json(name)}, "text": {as_json(text)}}}\n'
    try:
        return line.encode()
    except UnicodeEncodeError:  # UTF-8 has no lone surrogates; JSON escapes them
        return f"{json.dumps({'id': name, 'text': text})}\n".encode()


def _unpacked(packed: bytes, size: int) -> bytes:
    """Unpack at most the declared size, which also limits a hostile file."""
    content = zlib.decompressobj(wbits=31).decompress(packed, size + 1)
    if len(content) != size:
        raise ValueError("it is not of the size it declares")
    return content


def _check_index(index: Mapping[str, Any], n_texts: int) -> None:
    """Refuse an index that does not cover the texts from the first to the last."""
    rows, offsets, sizes, sums = (index[name] for name in PARTS)
    for array in (rows, offsets, sizes, sums):
        if array.ndim != 1 or array.dtype.kind != "i":
            raise TypeError("its index holds values other than numbers")
    if not len(rows) == len(offsets) == len(sizes) + 1 == len(sums) + 1:
        raise ValueError("the parts of its index differ in length")
    if (rows[0], rows[-1], offsets[0]) != (0, n_texts, 0) or sizes.min(initial=0) < 0:
        raise ValueError(f"its index is not that of {n_texts} texts")
    if (np.diff(rows) <= 0).any() or (np.diff(offsets) <= 0).any():
        raise ValueError("its index does not ascend")
