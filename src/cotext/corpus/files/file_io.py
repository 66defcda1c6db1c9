"""Open files on the disk or in archives, in any compression and encoding."""

from __future__ import annotations

import codecs
import io
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePath, PurePosixPath
from typing import IO

from cotext.corpus.files import limits
from cotext.corpus.files.limits import Budget, LongLines, TooLarge, in_words
from cotext.corpus.files.unpack import CHUNK as CHUNK
from cotext.corpus.files.unpack import COMPRESSED, DAMAGED, damage_error, decompress, read_up_to, watch
from cotext.errors import CotextError, UsageError

Opened = Callable[[], AbstractContextManager[IO[bytes]]]
REPLACE = "replace"
LINES = (".txt", ".csv", ".tsv", ".tab", ".jsonl", ".ndjson")


def suffix_of(path: PurePath) -> str:
    """Return the suffix of the format: that of ``a.csv.gz`` is ``.csv``."""
    name = path.name.lower()
    for ending in COMPRESSED:
        name = name.removesuffix(ending)
    return PurePath(name).suffix


@contextmanager
def open_bytes(path: Path, within: Budget | None = None, *, in_memory: bool = True) -> Iterator[IO[bytes]]:
    """Open for reading and decompress; ``within`` and ``in_memory`` are those of the Budget."""
    ending = path.suffix.lower()
    try:
        with open(path, "rb", opener=_plain_file) as stream:
            if ending not in COMPRESSED:
                yield stream
                return
            budget = Budget(str(path), os.fstat(stream.fileno()).st_size, within, in_memory=in_memory)
            yield decompress(stream, ending, budget)
    except DAMAGED as error:
        raise damage_error(str(path), ending, error) from error
    except PermissionError as error:
        raise UsageError(f"{path}: no permission to read it; change its permissions") from error


def _plain_file(name: str, flags: int) -> int:
    """Refuse pipes and devices: they would keep us waiting, or never end."""
    descriptor = os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise UsageError(f"{name}: a pipe, a device or the like, expected a plain file; pipe texts into '-'")


def open_text(path: Path, encoding: str, within: Budget | None = None) -> AbstractContextManager[IO[str]]:
    """Open as text without its byte-order mark; every line ends in ``\\n``."""
    return text_of(partial(open_bytes, path, within), str(path), encoding, suffix_of(path) in LINES)


@contextmanager
def text_of(
    opened: Opened, where: str, encoding: str, of_lines: bool = True, newline: str | None = None
) -> Iterator[IO[str]]:
    """Do the same for any stream. With ``of_lines`` no line may be longer than a document.

    ``newline=""`` leaves line ends as they are.
    """
    name, errors = codec_and_errors(encoding)
    try:
        with opened() as raw:
            if of_lines:
                raw = watch(raw.read1, LongLines(where).take, CHUNK // 16)  # type: ignore[attr-defined]
            with io.TextIOWrapper(raw, encoding=name, errors=errors, newline=newline) as stream:
                yield stream
    except UnicodeDecodeError as error:
        raise encoding_error(where, *_first_bad_byte(opened, name), encoding) from error


def codec_and_errors(encoding: str) -> tuple[str, str]:
    """Split "utf-8/replace" into Python's names of codec and handler; UTF-8 may have a byte-order mark."""
    name, _, errors = encoding.partition("/")
    if errors not in ("", REPLACE):
        raise UsageError(f"unknown encoding {encoding!r}; use one such as utf-8 or utf-8/{REPLACE}")
    try:
        "a".encode(name)
        codec = codecs.lookup(name).name
    except (LookupError, UnicodeError) as error:
        raise UsageError(f"unknown encoding {name!r}; use one such as utf-8, latin-1, cp1252") from error
    return "utf-8-sig" if codec in ("utf-8", "ascii") else codec, errors or "strict"


class Undecodable(CotextError):
    """A file that is not in the encoding it was read with."""


def encoding_error(where: str, offset: int, start: bytes, encoding: str) -> Undecodable:
    """Make the error for a file in another encoding, with its first wrong byte and its first two bytes."""
    other = "utf-16" if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "latin-1"
    return Undecodable(
        f"{where}: byte {offset} is not {encoding}; if the file is in another encoding, name it, "
        f'such as encoding="{other}" (--encoding {other})'
    )


def _first_bad_byte(opened: Opened, name: str) -> tuple[int, bytes]:
    """Return the offset of the first wrong byte after decompression, and the first two bytes."""
    decoder = codecs.getincrementaldecoder(name)()
    offset, start = 0, b""
    with opened() as stream:
        while chunk := stream.read(CHUNK):
            start = start or chunk[:2]
            pending = len(decoder.getstate()[0])
            try:
                decoder.decode(chunk)
            except UnicodeDecodeError as error:
                return offset - pending + error.start, start
            offset += len(chunk)
    return offset - len(decoder.getstate()[0]), start


@dataclass(frozen=True)
class SourceFile:
    """A file to read, on the disk or in an archive."""

    name: str  # relative to the source, with slashes; ids of its documents begin with it
    where: str  # for messages
    opened: Opened  # opens it and decompresses
    path: Path | None = None  # None inside an archive
    within: Budget | None = None  # how much all files of the source may unpack to

    @classmethod
    def at(cls, path: Path, name: str, within: Budget | None = None, *, in_memory: bool = True) -> SourceFile:
        """Describe a file on the disk; if not ``in_memory``, its content may be larger than memory."""
        return cls(name, str(path), partial(open_bytes, path, within, in_memory=in_memory), path, within)

    @property
    def kind(self) -> str:
        """The suffix, without that of a compression."""
        return suffix_of(PurePosixPath(self.name))

    def on_disk(self) -> Path:
        """Return the path, for readers that take nothing else."""
        if self.path is None:
            raise CotextError(f"{self.where}: a {self.kind} file within an archive is not read; take it out")
        return self.path

    def content(self, most: int | None = None) -> bytes:
        """Read the file, which may have ``most`` bytes, by default as many as one document."""
        most = limits.LONGEST if most is None else most
        with self.opened() as stream:
            data = read_up_to(most, stream)
        if len(data) > most:
            raise TooLarge(
                f"{self.where}: more than {in_words(most)}, expected one document; split it, or give a table "
                "or a text file with a document per line"
            )
        return data
