"""Tables that are read row by row: delimited text, JSON, lines, and Parquet through DuckDB."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING

from cotext.corpus.build_documents import Rows, from_table, needed
from cotext.corpus.cells import paragraphs
from cotext.corpus.columns import SAMPLE, Columns, Wanted, choose
from cotext.corpus.documents import Documents, FileContent, Reading
from cotext.corpus.files import limits
from cotext.corpus.files.encodings import in_its_encoding
from cotext.corpus.files.file_io import SourceFile, text_of
from cotext.corpus.files.limits import Budget
from cotext.corpus.formats.records import alceste_records, begins_with_stars, chosen_rows, values_in
from cotext.corpus.table_form import HEAD, Head, TableForm, head_of, reader_of
from cotext.errors import CotextError, NoUsableDocuments

if TYPE_CHECKING:
    import duckdb

TABS = (".tsv", ".tab")
DELIMITED = (".csv", *TABS)
RECORDS = (".json", ".jsonl", ".ndjson")
PARQUET, LINES = ".parquet", ".txt"

UNCLOSED = ("unexpected end of data", "expected after")  # in messages of Python's reader of CSV
AS_IT_IS = Columns("text", form=TableForm(keep_na=True))  # a line such as "NA" is a text


def read_table(item: SourceFile, reading: Reading) -> FileContent:
    """Read rows as documents, and lines of a text file that is read alone."""

    def read(encoding: str) -> Documents:
        with open_rows(item, encoding, reading.wanted) as rows:
            return from_table(rows)

    if item.kind == PARQUET:
        return FileContent(read(reading.encoding))
    return FileContent(*in_its_encoding(item.opened, reading.encoding, read))


@contextmanager
def open_rows(item: SourceFile, encoding: str, wanted: Wanted) -> Iterator[Rows]:
    """Open a table and give its rows as they are read."""
    if item.kind == PARQUET:
        with parquet_rows(item.on_disk(), wanted) as rows:
            yield rows
        return
    newline = "" if item.kind in DELIMITED else None
    with text_of(item.opened, item.where, encoding, item.kind != ".json", newline) as stream:
        if item.kind in DELIMITED:
            yield delimited_rows(stream, item.where, wanted, item.kind in TABS)
        elif item.kind in RECORDS:
            yield chosen_rows(values_in(stream, item.where), item.where, wanted)
        else:
            yield _lines(stream, item, wanted)


def _lines(stream: Iterable[str], item: SourceFile, wanted: Wanted) -> Rows:
    """Read a document per line that is not blank, or between lines of stars."""
    lines = iter(stream)
    first = next((line for line in lines if line.strip()), "")
    lines = chain([first], lines)
    if begins_with_stars(first):
        return chosen_rows(alceste_records(lines), item.where, wanted)
    wanted.refuse(item.where)
    rows = ([line.strip()] for line in lines if line.strip())
    note = "one document per line, ids are row numbers, no labels"
    return Rows(rows, item.where, (note,), AS_IT_IS, named=False)


def delimited_rows(stream: IO[str], where: str, wanted: Wanted, tabs: bool) -> Rows:
    """Read the rows of a table; ``tabs`` says that its name promises tabs between the cells."""
    head, begun = _look_at(stream, where, wanted, tabs)
    lines = chain(io.StringIO(begun, newline=""), stream)
    rows = islice(_rows(lines, where, head), int(head.header), None)
    first = list(islice(rows, SAMPLE))
    cells = zip(*first, strict=True) if first else [()] * len(head.names)
    sample = {k: [value or None for value in column] for k, column in zip(head.names, cells, strict=True)}
    columns, notes = choose(wanted.written(head), sample, where)
    indices = [head.names.index(name) for name in needed(columns)]
    values = ([row[i] or None for i in indices] for row in chain(first, rows))
    return Rows(values, where, notes, columns)


def _look_at(stream: IO[str], where: str, wanted: Wanted, tabs: bool) -> tuple[Head, str]:
    """Return the head of a delimited table, and the text that was read of it."""
    text = ""
    while not text.strip() and (line := stream.readline()):
        text = line
    if not text.strip():
        raise NoUsableDocuments(f"{where}: the file is empty; give one with a header and rows")
    text += stream.read(HEAD)
    last = stream.readline()
    try:
        return head_of(text + last, not last, wanted.form, wanted.names, tabs), text + last
    except csv.Error as error:
        raise CotextError(f"{where}: cannot read the header line ({error})") from error


def _rows(lines: Iterable[str], where: str, head: Head) -> Iterator[Sequence[str]]:
    """Give rows of equal length; an empty line is a row only in a table of one column."""
    before = csv.field_size_limit(limits.LONGEST)
    rows = reader_of(lines, head.form.sep, head.form.quote, head.spaced, strict=True)
    line, width = 1, len(head.names)
    try:
        for row in rows:
            full = row or [""] * (width == 1)
            while len(full) > width and not full[-1]:  # separators at the end of the line
                full.pop()
            if full and len(full) != width:
                raise _unreadable(where, line, f"Expected Number of Columns: {width} Found: {len(full)}")
            if full:
                yield full
            line = rows.line_num + 1
    except csv.Error as error:
        unclosed = any(sign in str(error) for sign in UNCLOSED)
        why = "Value with unterminated quote found." if unclosed else str(error)
        raise _unreadable(where, line, why) from error
    finally:
        csv.field_size_limit(before)


def _unreadable(where: str, line: int, why: str) -> CotextError:
    return CotextError(
        f"{where}: cannot be read as a table: Error on Line: {line}; {why}; correct it or write it again"
    )


# --- Parquet, through DuckDB, which never leaves this machine -------------------------------------------

BATCH = 10_000
LIST = "VARCHAR[]"
SOURCE = "read_parquet(?)"


@contextmanager
def parquet_rows(path: Path, wanted: Wanted) -> Iterator[Rows]:
    """Open a table and give its rows as they are read."""
    import duckdb

    literal = re.sub(r"[*?\[]", r"[\g<0>]", str(path.resolve()))  # a name, not a pattern of names
    try:
        with _connect() as connection:
            first = connection.execute(f"SELECT * FROM {SOURCE} LIMIT {SAMPLE}", [literal])
            kinds = {column[0]: str(column[1]) for column in first.description or []}
            sample: Sequence[Sequence[object]] = list(zip(*first.fetchall(), strict=True))
            sample = sample or [()] * len(kinds)
            columns, notes = choose(wanted, dict(zip(kinds, sample, strict=True)), str(path))
            selected = ", ".join(_column(name, kinds[name]) for name in needed(columns))
            cursor = connection.execute(f"SELECT {selected} FROM {SOURCE}", [literal])
            yield Rows(_batches(cursor, path), str(path), notes, columns)
    except duckdb.Error as error:
        raise _explained(str(error), path) from error


def _connect() -> duckdb.DuckDBPyConnection:
    import duckdb

    never = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
    bounds = {"memory_limit": "2GiB", "temp_directory": "", "preserve_insertion_order": "true"}
    return duckdb.connect(":memory:", config={**never, **bounds})


def _batches(cursor: duckdb.DuckDBPyConnection, path: Path) -> Iterator[Sequence[object]]:
    budget = Budget(str(path), path.stat().st_size)
    while rows := cursor.fetchmany(BATCH):
        cells = (paragraphs(value) for row in rows for value in row)
        budget.take(sum(len(value) for value in cells if isinstance(value, str)))
        yield from rows


def _column(name: str, kind: str) -> str:
    """Select a column as texts; lists of texts stay lists."""
    quoted = '"{}"'.format(name.replace('"', '""'))
    return quoted if kind == LIST else f"CAST({quoted} AS VARCHAR)"


def _explained(message: str, path: Path) -> CotextError:
    """Shorten the many lines of DuckDB to one."""
    if "unicode" in message.lower() or "utf-8" in message.lower():
        return CotextError(f"{path}: a text in it is not UTF-8; write the file again as UTF-8")
    reason = message.splitlines()[0].split("Error: ")[-1]
    return CotextError(f"{path}: cannot be read as a table: {reason[:200]}; correct it or write it again")
