"""Open a file whatever its compression and encoding, and say clearly why it cannot be read."""

from __future__ import annotations

import codecs
import gzip
import io
import lzma
import os
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from cotext.corpus.limits import Budget
from cotext.errors import CotextError, UsageError

_OPENERS: dict[str, Any] = {".gz": gzip.open, ".xz": lzma.open}
COMPRESSED = tuple(_OPENERS)
CHUNK = 1 << 20


def suffix_of(path: Path) -> str:
    """The suffix that tells the format: that of ``a.csv.gz`` is ``.csv``."""
    name = path.name.lower()
    for ending in COMPRESSED:
        name = name.removesuffix(ending)
    return Path(name).suffix


@contextmanager
def open_bytes(path: Path) -> Iterator[IO[bytes]]:
    """Open for reading, decompressing ``.gz`` and ``.xz`` on the way."""
    opener = _OPENERS.get(path.suffix.lower())
    try:
        with open(path, "rb") as stream:
            if opener is None:
                yield stream
                return
            with opener(stream, "rb") as unpacked:
                budget = Budget(str(path), os.fstat(stream.fileno()).st_size)
                yield io.BufferedReader(_Counted(unpacked, budget), CHUNK)
    except (EOFError, lzma.LZMAError, zlib.error, gzip.BadGzipFile) as error:
        raise CotextError(f"{path}: damaged {path.suffix} file ({error}); make or copy it again") from error
    except PermissionError as error:
        raise UsageError(f"{path}: no permission to read it; change its permissions") from error


class _Counted(io.RawIOBase):
    """A stream that keeps within a budget."""

    def __init__(self, stream: IO[bytes], budget: Budget) -> None:
        self._stream, self._budget = stream, budget

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        chunk = self._stream.read1(len(buffer))  # type: ignore[attr-defined]
        self._budget.take(len(chunk))
        buffer[: len(chunk)] = chunk
        return len(chunk)


@contextmanager
def open_text(path: Path, encoding: str) -> Iterator[IO[str]]:
    """Open as text; a byte-order mark is dropped and every line ends in ``\\n``."""
    name = codec(encoding)
    try:
        with open_bytes(path) as raw, io.TextIOWrapper(raw, encoding=name) as stream:
            yield stream
    except UnicodeDecodeError as error:
        raise undecodable(path, encoding) from error


@contextmanager
def utf8_file(path: Path, encoding: str, *, rewrite: bool = False) -> Iterator[Path]:
    """A path DuckDB can read: ``path`` itself, or a temporary copy as plain UTF-8."""
    if not rewrite and path.suffix.lower() != ".xz" and codec(encoding) == "utf-8-sig":
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="cotext-") as folder:
        copy = Path(folder, "copy" + suffix_of(path))
        with open_text(path, encoding) as source, copy.open("w", encoding="utf-8", newline="\n") as target:
            shutil.copyfileobj(source, target, CHUNK)
        yield copy


def codec(encoding: str) -> str:
    """Python's name of an encoding; that of UTF-8 accepts a byte-order mark."""
    try:
        "a".encode(encoding)
        name = codecs.lookup(encoding).name
    except (LookupError, UnicodeError) as error:
        raise UsageError(f"unknown encoding {encoding!r}; use one such as utf-8, latin-1, cp1252") from error
    return "utf-8-sig" if name in ("utf-8", "ascii") else name


def undecodable(path: Path, encoding: str) -> CotextError:
    """The error for a file that is not in the encoding it was read with."""
    offset, start = _first_bad_byte(path, codec(encoding))
    other = "utf-16" if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "latin-1"
    return CotextError(
        f"{path}: byte {offset} is not {encoding}; if the file is in another encoding, name it, "
        f'such as encoding="{other}" (--encoding {other})'
    )


def _first_bad_byte(path: Path, name: str) -> tuple[int, bytes]:
    """Offset of the first undecodable byte (of the decompressed file), and the file's first two bytes."""
    decoder = codecs.getincrementaldecoder(name)()
    offset, start = 0, b""
    with open_bytes(path) as stream:
        while chunk := stream.read(CHUNK):
            start = start or chunk[:2]
            pending = len(decoder.getstate()[0])
            try:
                decoder.decode(chunk)
            except UnicodeDecodeError as error:
                return offset - pending + error.start, start
            offset += len(chunk)
    return offset - len(decoder.getstate()[0]), start
