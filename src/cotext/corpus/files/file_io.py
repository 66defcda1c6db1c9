"""Open a file on a disk or in an archive, whatever its compression and encoding; errors say what is wrong."""

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
from cotext.corpus.files.unpack import COMPRESSED, DAMAGED, damage, read_up_to, unpacked, watched
from cotext.errors import CotextError, UsageError

Opened = Callable[[], AbstractContextManager[IO[bytes]]]
REPLACE = "replace"
LINES = (".txt", ".csv", ".tsv", ".tab", ".jsonl", ".ndjson")


def suffix_of(path: PurePath) -> str:
    """The suffix that tells the format: that of ``a.csv.gz`` is ``.csv``."""
    name = path.name.lower()
    for ending in COMPRESSED:
        name = name.removesuffix(ending)
    return PurePath(name).suffix


@contextmanager
def open_bytes(path: Path, within: Budget | None = None, *, kept: bool = True) -> Iterator[IO[bytes]]:
    """Open for reading, decompressing on the way; ``within`` counts for many files, ``kept`` as in Budget."""
    ending = path.suffix.lower()
    try:
        with open(path, "rb", opener=_plain_file) as stream:
            if ending not in COMPRESSED:
                yield stream
                return
            budget = Budget(str(path), os.fstat(stream.fileno()).st_size, within, kept=kept)
            yield unpacked(stream, ending, budget)
    except DAMAGED as error:
        raise damage(str(path), ending, error) from error
    except PermissionError as error:
        raise UsageError(f"{path}: no permission to read it; change its permissions") from error


def _plain_file(name: str, flags: int) -> int:
    """Open a file; one that is a pipe or a device would keep us waiting, or never end."""
    descriptor = os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise UsageError(f"{name}: a pipe, a device or the like, expected a plain file; pipe texts into '-'")


def open_text(path: Path, encoding: str, within: Budget | None = None) -> AbstractContextManager[IO[str]]:
    """Open as text; a byte-order mark is dropped and every line ends in ``\\n``."""
    return text_of(partial(open_bytes, path, within), str(path), encoding, suffix_of(path) in LINES)


@contextmanager
def text_of(
    opened: Opened, where: str, encoding: str, of_lines: bool = True, newline: str | None = None
) -> Iterator[IO[str]]:
    """The same for what lies anywhere; in a file of lines none may be longer than a document.

    Line ends are kept as they are if ``newline`` is "".
    """
    name, errors = codec_and_errors(encoding)
    try:
        with opened() as raw:
            if of_lines:
                raw = watched(raw.read1, LongLines(where).take, CHUNK // 16)  # type: ignore[attr-defined]
            with io.TextIOWrapper(raw, encoding=name, errors=errors, newline=newline) as stream:
                yield stream
    except UnicodeDecodeError as error:
        raise not_in(where, *_first_bad_byte(opened, name), encoding) from error


def codec(encoding: str) -> str:
    """Python's name of an encoding; that of UTF-8 accepts a byte-order mark."""
    try:
        "a".encode(encoding)
        name = codecs.lookup(encoding).name
    except (LookupError, UnicodeError) as error:
        raise UsageError(f"unknown encoding {encoding!r}; use one such as utf-8, latin-1, cp1252") from error
    return "utf-8-sig" if name in ("utf-8", "ascii") else name


def codec_and_errors(encoding: str) -> tuple[str, str]:
    """Python's name of an encoding, and what is done with bytes that are not of it: "utf-8/replace"."""
    name, _, errors = encoding.partition("/")
    if errors not in ("", REPLACE):
        raise UsageError(f"unknown encoding {encoding!r}; use one such as utf-8 or utf-8/{REPLACE}")
    return codec(name), errors or "strict"


class Undecodable(CotextError):
    """A file that is not in the encoding it was read with."""


def not_in(where: str, offset: int, start: bytes, encoding: str) -> Undecodable:
    """The error for a file that is not in an encoding: where its first bad byte is, and how it starts."""
    other = "utf-16" if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "latin-1"
    return Undecodable(
        f"{where}: byte {offset} is not {encoding}; if the file is in another encoding, name it, "
        f'such as encoding="{other}" (--encoding {other})'
    )


def _first_bad_byte(opened: Opened, name: str) -> tuple[int, bytes]:
    """Offset of the first undecodable byte (of the decompressed file), and the file's first two bytes."""
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
    """A file.

    Attributes
    ----------
    name : str
        Among its siblings, with slashes: what the ids of its documents begin with.
    where : str
        For people.
    opened : callable
        Opens it, unpacked.
    path : Path or None
        Its place on the disk, if it has one of its own.
    within : Budget or None
        What all files that are read with it may unpack to.
    """

    name: str
    where: str
    opened: Opened
    path: Path | None = None
    within: Budget | None = None

    @classmethod
    def at(cls, path: Path, name: str, within: Budget | None = None) -> SourceFile:
        """A file on the disk."""
        return cls(name, str(path), partial(open_bytes, path, within), path, within)

    @classmethod
    def streamed(cls, path: Path) -> SourceFile:
        """A file on the disk that passes by, and may be larger than memory."""
        return cls(path.name, str(path), partial(open_bytes, path, kept=False), path)

    @property
    def kind(self) -> str:
        """Its suffix, without that of a compression."""
        return suffix_of(PurePosixPath(self.name))

    def on_disk(self) -> Path:
        """Its place on the disk, for readers that take nothing else."""
        if self.path is None:
            raise CotextError(f"{self.where}: a {self.kind} file within an archive is not read; take it out")
        return self.path

    def content(self, most: int | None = None) -> bytes:
        """All of it, if that is no more than ``most`` bytes, or can be one document."""
        most = limits.LONGEST if most is None else most
        with self.opened() as stream:
            found = read_up_to(most, stream)
        if len(found) > most:
            raise TooLarge(
                f"{self.where}: more than {in_words(most)}, expected one document; split it, or give a table "
                "or a text file with a document per line"
            )
        return found
