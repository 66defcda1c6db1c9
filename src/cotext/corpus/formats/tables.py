"""CSV, TSV and Parquet through DuckDB, which never leaves this machine."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from cotext.corpus.build_documents import from_table, needed
from cotext.corpus.cells import paragraphs
from cotext.corpus.columns import SAMPLE, Columns, Wanted, choose
from cotext.corpus.documents import Documents
from cotext.corpus.files.file_io import open_text, suffix_of, undecodable, utf8_file
from cotext.corpus.files.limits import Budget, in_words
from cotext.corpus.files.unpack import COMPRESSED
from cotext.corpus.table_form import HEAD, NONE, Head, head_of
from cotext.errors import CotextError, NoUsableDocuments

if TYPE_CHECKING:
    import duckdb

BATCH = 10_000
LIST = "VARCHAR[]"
LONGEST_ROW = 64 << 20  # DuckDB's own limit of 2 MB is shorter than a book
BUFFER = 4  # rows of that length; DuckDB would take 16


def read_csv(path: Path, encoding: str, wanted: Wanted) -> Documents:
    """Read a delimited file whose first line names the columns; every value is taken as it is written."""
    head = _head(path, encoding, wanted)
    wanted = wanted.written(head)
    columns = ", ".join(f"{_quoted(name)}: 'VARCHAR'" for name in head.names)
    quote = _quoted("" if head.quote == NONE else head.quote)
    source = (
        f"read_csv(?, auto_detect=false, header={str(head.header).lower()}, delim={_quoted(head.sep)}, "
        f"quote={quote}, escape={quote}, max_line_size={LONGEST_ROW}, "
        f"buffer_size={BUFFER * LONGEST_ROW}, columns={{{columns}}})"
    )
    try:
        with utf8_file(path, encoding) as plain:
            _check_end(plain, path)
            return _select(source, plain, path, wanted)
    except _MixedLineEnds:
        with utf8_file(path, encoding, rewrite=True) as plain:
            return _select(source, plain, path, wanted)
    except _NotUtf8 as error:
        raise undecodable(path, encoding) from error


def read_parquet(path: Path, wanted: Wanted) -> Documents:
    """Read a Parquet file."""
    return _select("read_parquet(?)", path, path, wanted)


class _NotUtf8(CotextError):
    pass


class _MixedLineEnds(CotextError):
    pass


def _select(source: str, plain: Path, path: Path, wanted: Wanted) -> Documents:
    with table_rows(source, plain, path, wanted) as (rows, notes, found):
        return from_table(rows, str(path), notes, found)


@contextmanager
def table_rows(
    source: str, plain: Path, path: Path, wanted: Wanted
) -> Iterator[tuple[Iterator[Sequence[object]], tuple[str, ...], Columns]]:
    """The rows of a table while they are read, with the values of ``needed``; notes, and the columns."""
    import duckdb

    literal = re.sub(r"[*?\[]", r"[\g<0>]", str(plain.resolve()))  # a name, not a pattern of names
    try:
        with _connect() as connection:
            first = connection.execute(f"SELECT * FROM {source} LIMIT {SAMPLE}", [literal])
            names = [column[0] for column in first.description or []]
            values: Sequence[Sequence[object]] = list(zip(*first.fetchall(), strict=True)) or [()] * len(
                names
            )
            found, notes = choose(wanted, dict(zip(names, values, strict=True)), str(path))
            kinds = {column[0]: str(column[1]) for column in first.description or []}
            columns = ", ".join(_column(name, kinds[name]) for name in needed(found))
            rows = _batches(connection.execute(f"SELECT {columns} FROM {source}", [literal]), path)
            yield rows, notes, found
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


def _head(path: Path, encoding: str, wanted: Wanted) -> Head:
    """How it is written; DuckDB's own guess can mistake commas in a text for columns."""
    with open_text(path, encoding) as stream:
        head, _ = look_at(stream, str(path), wanted, tabs=suffix_of(path) in (".tsv", ".tab"))
    return head


def look_at(stream: IO[str], where: str, wanted: Wanted, tabs: bool) -> tuple[Head, str]:
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


def _check_end(plain: Path, path: Path) -> None:
    """DuckDB leaves out a last row that is longer than its buffer, and says nothing."""
    with plain.open("rb") as stream:
        size = stream.seek(0, io.SEEK_END)
        if size <= LONGEST_ROW or plain.suffix.lower() in COMPRESSED:
            return
        stream.seek(max(size - LONGEST_ROW - 2, 0))
        end = stream.read().rstrip(b"\r\n")
    if end and max(end.rfind(b"\n"), end.rfind(b"\r")) < 0:
        raise CotextError(f"{path}: its last row is longer than {in_words(LONGEST_ROW)}; split it")


def _column(name: str, kind: str) -> str:
    """A column as texts; lists of texts stay lists."""
    quoted = '"{}"'.format(name.replace('"', '""'))
    return quoted if kind == LIST else f"CAST({quoted} AS VARCHAR)"


def _quoted(name: str) -> str:
    return "'{}'".format(name.replace("'", "''"))


def _explained(message: str, path: Path) -> CotextError:
    """DuckDB's many lines as one."""
    if "unicode" in message.lower() or "utf-8" in message.lower():
        return _NotUtf8(f"{path}: a text in it is not UTF-8; write the file again as UTF-8")
    if "state machine reached an invalid state" in message:
        return _MixedLineEnds(f"{path}: quotes or line ends are mixed up; write the table again")
    telling = re.findall(
        r"(?:Error on Line: \d+|Expected Number of .*|Value with .*|Maximum line size.*)", message
    )
    said = "; ".join(telling) or message.splitlines()[0].split("Error: ")[-1]
    return CotextError(f"{path}: cannot be read as a table: {said[:200]}; correct it or write it again")
