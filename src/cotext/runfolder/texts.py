"""The texts of a run: a line of JSON for each, packed so that one is read without all before it.

``texts.jsonl.gz`` is a row of gzip files, which together are one (``zcat`` reads it), of at most a hundred
texts each. Where each begins, how long it is unpacked and its checksum are among the arrays, which are
checked when a run is loaded; texts are read, and checked, when somebody asks for them.
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
from cotext.corpus import Budget, Texts, TooLarge
from cotext.errors import CotextError
from cotext.files import NotPlain, open_plain, size_of
from cotext.runfolder.npz_codec import CHANGED, DAMAGE, damaged

TEXTS = "texts.jsonl.gz"
LEVEL = 1  # of deflate: 6 takes twice as long and saves one byte in twenty-five
MOST_TEXTS, MOST_LETTERS = 100, 1 << 17  # of a pack: what is unpacked for one text
PARTS = ("rows", "offsets", "sizes", "sums")
as_json = json.JSONEncoder(ensure_ascii=False).encode


class SavedTexts(Sequence[str]):
    """Texts that lie in a run; each is read when it is asked for.

    Parameters
    ----------
    path : Path
        The file.
    index : mapping of arrays
        ``rows`` and ``offsets``: with which text and at which byte each pack begins, and where the last ends;
        ``sizes``: bytes of each once unpacked; ``sums``: the CRC-32 of each as it is packed.
    """

    def __init__(self, path: Path, index: Mapping[str, np.ndarray]) -> None:
        self.path, self.rows = path, index["rows"]
        self._packs = [index[name].tolist() for name in ("offsets", "sizes", "sums")]
        self._last: tuple[int, list[str]] = (-1, [])  # read in one go: others may be at it in other threads

    @classmethod
    def opened(cls, path: Path, index: Mapping[str, Any], n_texts: int) -> Self:
        """The texts of a run that is being loaded; a file that cannot be theirs is told at once."""
        try:
            _check_index(index, n_texts)
            size = size_of(path)
            Budget(str(path), size, in_memory=False).take(sum(index["sizes"].tolist()))
            if size != index["offsets"][-1]:
                raise ValueError(CHANGED)
        except FileNotFoundError:
            raise CotextError(f"{path} is missing; copy the run again or fit again") from None
        except (TooLarge, NotPlain):
            raise
        except DAMAGE as error:
            raise damaged(path, error) from error
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
        known, texts = self._last
        if known != pack:
            texts = self._read(pack)
            self._last = pack, texts
        return texts[row - int(self.rows[pack])]

    def __iter__(self) -> Iterator[str]:
        for pack in range(len(self.rows) - 1):
            yield from self._read(pack)

    def _read(self, pack: int) -> list[str]:
        """All texts of a pack; whatever became of the file since the run was loaded, no others."""
        offsets, sizes, sums = self._packs
        begin, end = offsets[pack : pack + 2]
        try:
            with open_plain(self.path) as stream:
                stream.seek(begin)
                packed = stream.read(end - begin)
            if zlib.crc32(packed) != sums[pack]:
                raise ValueError(CHANGED)
            lines = _unpacked(packed, sizes[pack]).split(b"\n")[:-1]
            texts = [json.loads(line)["text"] for line in lines]
            if len(texts) != self.rows[pack + 1] - self.rows[pack] or not all(map(_is_text, texts)):
                raise ValueError("it has other texts than the run")
        except NotPlain:
            raise
        except DAMAGE as error:
            raise damaged(self.path, error) from error
        return texts


def write_texts(stream: IO[bytes], ids: Sequence[str], texts: Sequence[str]) -> dict[str, np.ndarray]:
    """Write a line for each text, on all threads; what finds them again."""
    rows = _cuts(texts)

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


def _cuts(texts: Sequence[str]) -> np.ndarray:
    """With which texts packs begin, and how many texts there are; nothing is read to know it."""
    if isinstance(texts, SavedTexts):
        return texts.rows
    if isinstance(texts, Texts):
        lengths = np.diff(texts.bounds)
    else:
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    by_number, by_length = np.arange(len(lengths)) // MOST_TEXTS, np.cumsum(lengths) // MOST_LETTERS
    begins = np.flatnonzero(np.diff(by_number) | np.diff(by_length)) + 1
    return np.array([0, *begins.tolist(), len(lengths)])


def _line(name: str, text: str) -> bytes:
    line = f'{{"id": {as_json(name)}, "text": {as_json(text)}}}\n'
    try:
        return line.encode()
    except UnicodeEncodeError:  # half characters, which UTF-8 has not, are written as escapes
        return f"{json.dumps({'id': name, 'text': text})}\n".encode()


def _unpacked(packed: bytes, size: int) -> bytes:
    """At most what was declared, whatever the file would unpack to."""
    unpacking = zlib.decompressobj(wbits=31)
    found = unpacking.decompress(packed, size + 1)
    if len(found) != size:
        raise ValueError("it is not of the size it declares")
    return found


def _check_index(index: Mapping[str, Any], n_texts: int) -> None:
    """Refuse an index that does not lead through the texts from the first to the last."""
    rows, offsets, sizes, sums = (index[name] for name in PARTS)
    for array in (rows, offsets, sizes, sums):
        if array.ndim != 1 or array.dtype.kind != "i":
            raise TypeError("its index holds other than numbers")
    if not len(rows) == len(offsets) == len(sizes) + 1 == len(sums) + 1:
        raise ValueError("the parts of its index differ in length")
    if (rows[0], rows[-1], offsets[0]) != (0, n_texts, 0) or sizes.min(initial=0) < 0:
        raise ValueError(f"its index is not that of {n_texts} texts")
    if (np.diff(rows) <= 0).any() or (np.diff(offsets) <= 0).any():
        raise ValueError("its index does not ascend")


def _is_text(value: Any) -> bool:
    return isinstance(value, str)
