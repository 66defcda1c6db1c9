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

from cotext.corpus.limits import SETTING, Budget, TooLarge, dictionary_limit, in_words
from cotext.errors import CotextError, UsageError

CHUNK = 1 << 20


def suffix_of(path: Path) -> str:
    """The suffix that tells the format: that of ``a.csv.gz`` is ``.csv``."""
    name = path.name.lower()
    for ending in COMPRESSED:
        name = name.removesuffix(ending)
    return Path(name).suffix


class _Xz:
    """The streams of an ``.xz`` file one after another; Python's own reader sets their memory no limit."""

    def __init__(self, fileobj: IO[bytes]) -> None:
        self._stream, self._unpacker = fileobj, self._new()

    def __enter__(self) -> _Xz:
        return self

    def __exit__(self, *error: object) -> None:
        """Nothing: the file is closed by whoever opened it."""

    def read1(self, size: int) -> bytes:
        while True:
            packed = b""
            if self._unpacker.eof:
                rest = self._unpacker.unused_data
                while not (packed := rest.lstrip(b"\0")):
                    if not (rest := self._stream.read(CHUNK)):
                        return b""
                self._unpacker = self._new()
            elif self._unpacker.needs_input and not (packed := self._stream.read(CHUNK)):
                raise EOFError("it ends before the end-of-stream marker")
            if found := self._unpacker.decompress(packed, size):
                return found

    def _new(self) -> lzma.LZMADecompressor:
        return lzma.LZMADecompressor(memlimit=dictionary_limit())


_OPENERS: dict[str, Any] = {".gz": gzip.GzipFile, ".xz": _Xz}
COMPRESSED = tuple(_OPENERS)


@contextmanager
def open_bytes(path: Path, within: Budget | None = None) -> Iterator[IO[bytes]]:
    """Open for reading, decompressing ``.gz`` and ``.xz`` on the way; ``within`` counts for many files."""
    opener = _OPENERS.get(path.suffix.lower())
    try:
        with open(path, "rb") as stream:
            if opener is None:
                yield stream
                return
            with opener(fileobj=stream) as unpacked:
                budget = Budget(str(path), os.fstat(stream.fileno()).st_size, within)
                yield io.BufferedReader(_Counted(unpacked, budget), CHUNK)
    except (EOFError, lzma.LZMAError, zlib.error, gzip.BadGzipFile) as error:
        if "Memory usage limit" in str(error):
            raise _too_large_to_unpack(path) from error
        raise CotextError(f"{path}: damaged {path.suffix} file ({error}); make or copy it again") from error
    except PermissionError as error:
        raise UsageError(f"{path}: no permission to read it; change its permissions") from error


def _too_large_to_unpack(path: Path) -> TooLarge:
    limit = dictionary_limit()
    return TooLarge(
        f"{path}: unpacking it takes a dictionary of more than {in_words(limit)}, the limit; "
        "compress it again with xz -9 or less, or, if you trust the file, set "
        f"{SETTING}={max(4 * limit, 5 * 10**9)}"
    )


class _Counted(io.RawIOBase):
    """A stream that keeps within a budget."""

    def __init__(self, stream: Any, budget: Budget) -> None:
        self._stream, self._budget = stream, budget

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        chunk = self._stream.read1(len(buffer))
        self._budget.take(len(chunk))
        buffer[: len(chunk)] = chunk
        return len(chunk)


@contextmanager
def open_text(path: Path, encoding: str, within: Budget | None = None) -> Iterator[IO[str]]:
    """Open as text; a byte-order mark is dropped and every line ends in ``\\n``."""
    name = codec(encoding)
    try:
        with open_bytes(path, within) as raw, io.TextIOWrapper(raw, encoding=name) as stream:
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
