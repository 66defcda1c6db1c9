"""Find the encoding of a file: UTF-8 if possible, else the one of its mark or declaration, else a guess.

Text that is UTF-8 but for a few bytes is read as UTF-8 with replacement characters. A guess never mixes Latin
and other characters within words, as guesses from few bytes tend to do.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, TypeVar

from cotext.corpus.files.file_io import REPLACE, Opened, Undecodable, codec_and_errors, encoding_error
from cotext.corpus.files.unpack import CHUNK

AUTO = "auto"
MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32",  # before that of UTF-16, which is how it begins
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
SAMPLE, BEFORE = 1 << 18, 1 << 9
FEWEST = 20  # bytes beyond ASCII from which languages can be distinguished
SIGNS = "‘’“”«»–—…€°§·\xa0\xad"
FEW = 10  # so many characters beyond ASCII that are UTF-8 for each byte that is not
LATIN = tuple(f"windows-{number}" for number in (1252, 1250, 1254, 1257, 1258))
ASCII = bytes(range(128))
_MIXED = re.compile(r"[A-Za-z][\u0370-\u06ff]|[\u0370-\u06ff][A-Za-z]")
_OTHER = re.compile(r"[\u0370-\u06ff]")

T = TypeVar("T")


@dataclass(frozen=True)
class Encoding:
    """The name of an encoding, and a remark on how it was found, if it is worth one."""

    name: str
    remark: str = ""


def in_its_encoding(opened: Opened, encoding: str, read: Callable[[str], T]) -> tuple[T, Encoding]:
    """Return the result of ``read(encoding)`` for the named encoding, or for the one that fits."""
    if encoding != AUTO:
        return read(encoding), Encoding(encoding)
    with opened() as stream:
        first = by_mark(stream.read(SAMPLE))
    try:
        return read(first.name), first
    except Undecodable as error:
        with opened() as stream:
            found = guess(_sample(stream))
        return _read_with(found, error, read)


def decode(data: bytes, encoding: str, where: str, declared: str = "") -> tuple[str, Encoding]:
    """Decode bytes; ``declared`` is the encoding that the text itself names, used if it is not UTF-8."""
    if encoding != AUTO:
        return _text(data, encoding, where), Encoding(encoding)
    first = by_mark(data[:SAMPLE])
    try:
        return _text(data, first.name, where), first
    except Undecodable as error:
        fitting = Encoding(declared, f"read as {declared}, as it says")
        found = fitting if _fits(data, declared) else guess(_sample(io.BytesIO(data)))
        return _read_with(found, error, lambda name: _text(data, name, where))


def by_mark(start: bytes) -> Encoding:
    """Read the byte-order mark; without one it is UTF-8, unless zeros show two or four bytes a character."""
    for mark, name in MARKS.items():
        if start.startswith(mark):
            return Encoding(name)
    if b"\0" in start and (found := _detected(start)) is not None and found.startswith("utf-"):
        return Encoding(found, f"read as {found} (guessed)")
    return Encoding("utf-8")


def guess(sample: bytes) -> Encoding | None:
    """Guess the encoding of bytes that are not UTF-8; None if they do not look like text.

    Examples
    --------
    >>> guess("Straßen für Fußgänger bleiben geöffnet".encode("latin-1")).name
    'cp1252'
    """
    text = sample.decode("utf-8", REPLACE)
    bad = text.count("\ufffd")
    if sum(character > "\x7f" for character in text) - bad > FEW * bad:
        return Encoding(f"utf-8/{REPLACE}", "bytes that are not UTF-8 replaced")
    name = _detected(sample)
    if name is None:
        return None
    decoded = sample.decode(name, REPLACE)
    if 10 * len(_MIXED.findall(decoded)) > len(_OTHER.findall(decoded)) > 0:
        name = _detected(sample, LATIN) or name
    if name in map(_python_name, LATIN) and _looks_western(sample):
        name = _python_name(LATIN[0])
    return Encoding(name, f"read as {name} (guessed)")


def _read_with(
    guessed: Encoding | None, why_not: Undecodable, read: Callable[[str], T]
) -> tuple[T, Encoding]:
    """Read by the encoding that was guessed; replace bytes that do not belong to it."""
    if guessed is None:
        raise why_not
    try:
        return read(guessed.name), guessed
    except Undecodable:
        name = f"{guessed.name}/{REPLACE}"
        return read(name), Encoding(name, f"{guessed.remark}, bytes that are not replaced")


def _looks_western(sample: bytes) -> bool:
    """Whether a few bytes, too few for statistics, are characters of Western Europe."""
    beyond = sample.translate(None, ASCII).decode("cp1252", REPLACE)
    return len(beyond) < FEWEST and all(character.isalpha() or character in SIGNS for character in beyond)


def _python_name(name: str) -> str:
    return codecs.lookup(name).name


def _detected(sample: bytes, among: tuple[str, ...] | None = None) -> str | None:
    import chardet

    name = chardet.detect(
        sample, encoding_era=chardet.EncodingEra.MODERN_WEB, include_encodings=among, max_bytes=SAMPLE
    )["encoding"]
    try:
        return None if name is None else _python_name(name)
    except LookupError:
        return None


def _sample(stream: IO[bytes]) -> bytes:
    """Return lines from shortly before their first bytes beyond ASCII: plain ASCII shows no encoding."""
    sample = b""
    while len(sample) < SAMPLE and (line := stream.readline(CHUNK)):
        if not line.isascii():
            plain = len(line) - len(line.lstrip(ASCII))
            sample += line[max(0, plain - BEFORE) : plain + SAMPLE]
    return sample[:SAMPLE]


def _fits(data: bytes, name: str) -> bool:
    with suppress(LookupError, UnicodeError):
        data.decode(name)
        return bool(name)
    return False


def _text(data: bytes, encoding: str, where: str) -> str:
    name, errors = codec_and_errors(encoding)
    try:
        text = data.decode(name, errors)
    except UnicodeDecodeError as error:
        raise encoding_error(where, error.start, data[:2], encoding) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")
