"""Compressed streams: ``.gz``, ``.xz``, ``.bz2`` and ``.zst``, with a limit on the memory of unpacking."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Callable
from typing import IO, Any

from cotext.corpus.files.extras import needed
from cotext.corpus.files.limits import SETTING, Budget, TooLarge, dictionary_limit, in_words
from cotext.errors import CotextError

CHUNK = 1 << 20
DAMAGED = (EOFError, lzma.LZMAError, zlib.error, gzip.BadGzipFile)


class _Xz:
    """The streams of an ``.xz`` file, one after another; Python's own reader has no limit of memory."""

    def __init__(self, fileobj: IO[bytes]) -> None:
        self._stream, self._unpacker = fileobj, self._new()

    def read1(self, size: int) -> bytes:
        while True:
            packed = b""
            if self._unpacker.eof:
                unused = self._unpacker.unused_data
                while not (packed := unused.lstrip(b"\0")):
                    if not (unused := self._stream.read(CHUNK)):
                        return b""
                self._unpacker = self._new()
            elif self._unpacker.needs_input and not (packed := self._stream.read(CHUNK)):
                raise EOFError("it ends before the end-of-stream marker")
            if data := self._unpacker.decompress(packed, size):
                return data

    def _new(self) -> lzma.LZMADecompressor:
        return lzma.LZMADecompressor(memlimit=dictionary_limit())


class _Bz2(bz2.BZ2File):
    """A ``.bz2`` file that raises the same errors as the others if it is damaged."""

    def read1(self, size: int = -1) -> bytes:
        try:
            return super().read1(size)
        except OSError as error:
            raise EOFError(str(error).lower()) from error


def _zst(fileobj: IO[bytes]) -> Any:
    zstd = needed("zstd")

    class Zst:
        def __init__(self) -> None:
            widest = max(10, min(31, dictionary_limit().bit_length() - 1))
            options = {zstd.DecompressionParameter.window_log_max: widest}
            self._stream = zstd.ZstdFile(fileobj, options=options)

        def read1(self, size: int) -> bytes:
            try:
                data: bytes = self._stream.read1(size)
                return data
            except zstd.ZstdError as error:
                raise EOFError(str(error).rstrip(".").lower()) from error

    return Zst()


OPENERS: dict[str, Callable[[IO[bytes]], Any]] = {
    ".gz": lambda stream: gzip.GzipFile(fileobj=stream),
    ".xz": _Xz,
    ".bz2": _Bz2,
    ".zst": _zst,
}
COMPRESSED = tuple(OPENERS)


def decompress(stream: IO[bytes], ending: str, budget: Budget) -> IO[bytes]:
    """Decompress a stream within a budget."""
    return watch(OPENERS[ending](stream).read1, lambda chunk: budget.take(len(chunk)))


def watch(read: Callable[[int], bytes], look: Callable[[bytes], object], size: int = CHUNK) -> IO[bytes]:
    """Make a stream of ``read``; ``look`` sees all bytes and may stop it by an error."""
    return io.BufferedReader(_Watched(read, look), size)


class _Watched(io.RawIOBase):
    def __init__(self, read: Callable[[int], bytes], look: Callable[[bytes], object]) -> None:
        self._read, self._look = read, look

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        chunk = self._read(len(buffer))
        self._look(chunk)
        buffer[: len(chunk)] = chunk
        return len(chunk)


def read_up_to(most: int, stream: IO[bytes]) -> bytes:
    """Read at most ``most`` + 1 bytes, in chunks, because a single call would allocate all of them."""
    chunks, left = [], most + 1
    while left and (chunk := stream.read(min(CHUNK, left))):
        chunks.append(chunk)
        left -= len(chunk)
    return b"".join(chunks)


def damage_error(where: str, ending: str, error: Exception) -> CotextError:
    """Make the error for a stream that does not decompress."""
    if "Memory usage limit" not in str(error) and "too much memory" not in str(error):
        return CotextError(f"{where}: damaged {ending} file ({error}); make or copy it again")
    limit = dictionary_limit()
    return TooLarge(
        f"{where}: unpacking it takes a dictionary of more than {in_words(limit)}, the limit; compress it "
        f"again with {ending.removeprefix('.')} -9 or less, or, if you trust the file, set "
        f"{SETTING}={max(4 * limit, 5 * 10**9)}"
    )
