"""JSON, an array of values or one per line, and plain text.

The standard parser of JSON is used, not DuckDB's: it is as fast here, names the right line, and accepts the
lone surrogates and byte-order marks of files from the web.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import IO

from cotext.corpus.build_documents import Rows, from_table, needed
from cotext.corpus.columns import SAMPLE, Wanted, choose
from cotext.corpus.documents import Documents, FileContent, Reading, single_document
from cotext.corpus.files.encodings import decode
from cotext.corpus.files.file_io import CHUNK, SourceFile, open_text
from cotext.errors import CotextError, NoUsableDocuments

_SPACE = re.compile(r"\s*")


def json_values(path: Path) -> Iterator[object]:
    """Read the values of a file in UTF-8."""
    with open_text(path, "utf-8") as stream:
        yield from values_in(stream, str(path))


def values_in(stream: IO[str], where: str) -> Iterator[object]:
    """Give the values of an array, or one per line, as they are read; the first character decides."""
    first, number = stream.read(1), 1
    while first.isspace():
        number += first == "\n"
        first = stream.read(1)
    if first == "[":
        return _array(stream, where)
    return from_lines(chain([first + stream.readline()], stream), where, number)


def from_lines(lines: Iterable[str], where: str, start: int = 1) -> Iterator[object]:
    """Parse one value per non-blank line; ``start`` is the number of the first."""
    for number, line in enumerate(lines, start):
        if line.strip():
            try:
                yield json.loads(line)
            except (ValueError, RecursionError) as error:
                raise _broken(f"{where}, line {number}", error) from error


def from_records(values: Iterable[object], where: str, wanted: Wanted) -> Documents:
    """Make documents of parsed objects (or strings), with columns chosen from the first ones."""
    return from_table(chosen_rows(values, where, wanted))


def chosen_rows(values: Iterable[object], where: str, wanted: Wanted) -> Rows:
    """Turn records into rows of the chosen columns."""
    records = objects(values, where)
    head = list(islice(records, SAMPLE))
    if not head:
        raise NoUsableDocuments(f"{where}: no record in it; give at least one")
    names = dict.fromkeys(name for record in head for name in record)
    chosen, notes = choose(wanted, {name: [record.get(name) for record in head] for name in names}, where)
    columns = needed(chosen)
    rows = ([record.get(name) for name in columns] for record in chain(head, records))
    return Rows(rows, where, notes, chosen)


def objects(values: Iterable[object], where: str) -> Iterator[dict[str, object]]:
    """Turn values into records; a string becomes one with a text."""
    for number, value in enumerate(values, 1):
        if isinstance(value, str):
            value = {"text": value}
        if not isinstance(value, dict):
            kind = type(value).__name__
            raise CotextError(f"{where}, record {number}: expected an object or a string, found {kind}")
        yield value


def _array(stream: IO[str], where: str) -> Iterator[object]:
    """Parse the items of an array as the file is read, so that it is never whole in memory."""
    decoder, buffer, at, number, done = json.JSONDecoder(), "", 0, 1, False
    while True:
        try:
            at = _past_space(buffer, at)
            if buffer[at : at + 1] == "]":
                break
            value, end = decoder.raw_decode(buffer, at)
            end = _past_space(buffer, end)
            if buffer[end : end + 1] not in (",", "]"):
                raise json.JSONDecodeError("expected a comma or the end of the array", buffer, end)
        except (ValueError, RecursionError) as error:
            if done:
                raise _broken(f"{where}, record {number}", error) from error
            more = stream.read(max(CHUNK, len(buffer) - at))
            buffer, at, done = buffer[at:] + more, 0, not more
            continue
        yield value
        at, number = end + (buffer[end] == ","), number + 1
    _check_end(buffer[at + 1 :], stream, where)


def _check_end(text: str, stream: IO[str], where: str) -> None:
    """Refuse text after the array, which nobody would read and somebody would miss."""
    while not text.strip():
        if not (text := stream.read(CHUNK)):
            return
    start = text.strip()[:20]
    raise CotextError(
        f"{where}: text after the end of the array ({start!r}), expected nothing; put every record into one "
        "array, or write one record per line without brackets"
    )


def _past_space(buffer: str, at: int) -> int:
    return _SPACE.match(buffer, at).end()  # type: ignore[union-attr]


def _broken(where: str, error: Exception) -> CotextError:
    why = error.msg if isinstance(error, json.JSONDecodeError) else str(error).split(";")[0]
    return CotextError(f"{where}: not valid JSON ({why}); correct or remove it")


# --- plain text, and corpora of ALCESTE -----------------------------------------------------------------


def read_text(item: SourceFile, reading: Reading) -> FileContent:
    """Read a file as a document, or as documents between lines of stars."""
    text, encoding = decode(item.content(), reading.encoding, item.where)
    if not begins_with_stars(text):
        return single_document(item, text, encoding)
    records = alceste_records(text.splitlines(keepends=True))
    return FileContent(from_records(records, item.where, reading.wanted), encoding)


def read_document(item: SourceFile, reading: Reading) -> FileContent:
    """Read a file as a document."""
    return single_document(item, *decode(item.content(), reading.encoding, item.where))


STARS, THEME = "****", "-*"


def begins_with_stars(start: str) -> bool:
    """Whether a file is a corpus of ALCESTE or IRaMuTeQ: ``**** *name_value ...`` begins a document.

    Examples
    --------
    >>> begins_with_stars("\\n**** *author_hugo\\nText"), begins_with_stars("*** Chapter")
    (True, False)
    """
    return start.lstrip("\ufeff \r\n\t").startswith(f"{STARS} ")


def alceste_records(lines: Iterable[str]) -> Iterator[dict[str, object]]:
    """Make a record of each document: its text, and a column per variable.

    Examples
    --------
    >>> list(alceste_records(["**** *author_hugo *year_1862\\n", "-*part_one\\n", "A text.\\n"]))
    [{'author': 'hugo', 'year': '1862', 'text': 'A text.'}]
    """
    variables: dict[str, object] | None = None
    text: list[str] = []
    for line in lines:
        if line.startswith(STARS):
            if variables is not None:
                yield {**variables, "text": "".join(text).strip()}
            variables, text = _variables(line), []
        elif not line.startswith(THEME):
            text.append(line)
    if variables is not None:
        yield {**variables, "text": "".join(text).strip()}


def _variables(line: str) -> dict[str, object]:
    pairs = (word[1:].partition("_") for word in line.split() if word.startswith("*") and word[1:2] != "*")
    return {name: value for name, _, value in pairs if name}
