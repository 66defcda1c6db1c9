"""CSV and TSV, row by row: a stream in, and out :class:`Rows`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import IO

from cotext.corpus.build_documents import Rows, needed
from cotext.corpus.columns import SAMPLE, Wanted, choose
from cotext.corpus.files import limits
from cotext.corpus.table_form import HEAD, Head, head_of, reader_of
from cotext.errors import CotextError, NoUsableDocuments

UNCLOSED = "unexpected end of data"  # as Python's reader calls it


def delimited_rows(stream: IO[str], where: str, wanted: Wanted, tabs: bool) -> Rows:
    """The rows of a table; ``tabs`` says that its name promises tabs between the cells."""
    head, begun = _look_at(stream, where, wanted, tabs)
    lines = chain(io.StringIO(begun, newline=""), stream)
    rows = islice(_rows(lines, where, head), int(head.header), None)
    first = list(islice(rows, SAMPLE))
    sample = [[value or None for value in column] for column in zip(*first, strict=True)] or [[]] * len(
        head.names
    )
    found, notes = choose(wanted.written(head), dict(zip(head.names, sample, strict=True)), where)
    places = [head.names.index(name) for name in needed(found)]
    values = ([row[place] or None for place in places] for row in chain(first, rows))
    return Rows(values, where, notes, found)


def _look_at(stream: IO[str], where: str, wanted: Wanted, tabs: bool) -> tuple[Head, str]:
    """The head of a delimited table, and what was read of it to find that out."""
    text = ""
    while not text.strip() and (line := stream.readline()):
        text = line
    if not text.strip():
        raise NoUsableDocuments(f"{where}: the file is empty; give one with a header and rows")
    text += stream.read(HEAD)
    rest = stream.readline()
    try:
        return head_of(text + rest, not rest, wanted.form, wanted.names, tabs), text + rest
    except csv.Error as error:
        raise CotextError(f"{where}: cannot read the header line ({error})") from error


def _rows(lines: Iterable[str], where: str, head: Head) -> Iterator[Sequence[str]]:
    """Rows as long as the first; an empty line is a row of a table of one column, and none of others."""
    before = csv.field_size_limit(limits.LONGEST)
    rows = reader_of(lines, head.sep, head.quote, head.spaced, strict=True)
    line, width = 1, len(head.names)
    try:
        for row in rows:
            full = row or [""] * (width == 1)
            while len(full) > width and not full[-1]:  # separators at the end of the line
                full.pop()
            if full and len(full) != width:
                raise CotextError(
                    f"{where}: cannot be read as a table: line {line}: expected {width} values as "
                    f"in the first, found {len(full)}; correct it or write it again"
                )
            if full:
                yield full
            line = rows.line_num + 1
    except csv.Error as error:
        why = "a quote in it is never closed" if str(error) == UNCLOSED else error
        raise CotextError(
            f"{where}: cannot be read as a table: line {line}: {why}; correct it or write it again"
        ) from error
    finally:
        csv.field_size_limit(before)
