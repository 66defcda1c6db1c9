"""CSV, TSV and Parquet through DuckDB, which never leaves this machine."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from cotext.corpus.assemble import from_table, needed
from cotext.corpus.columns import SAMPLE, Columns, Wanted, choose
from cotext.corpus.documents import Documents
from cotext.corpus.limits import Budget, in_words
from cotext.corpus.open import open_text, suffix_of, undecodable, utf8_file
from cotext.corpus.unpack import COMPRESSED
from cotext.errors import CotextError, NoUsableDocuments

if TYPE_CHECKING:
    import duckdb

BATCH = 10_000
LONGEST_ROW = 64 << 20  # DuckDB's own limit of 2 MB is shorter than a book
BUFFER = 4  # rows of that length; DuckDB would take 16


def read_csv(path: Path, encoding: str, wanted: Wanted) -> Documents:
    """Read a delimited file whose first line names the columns; every value is taken as it is written."""
    names, delimiter = _header(path, encoding)
    columns = ", ".join(f"{_quoted(name)}: 'VARCHAR'" for name in names)
    source = (
        f"read_csv(?, auto_detect=false, header=true, delim='{delimiter}', quote='\"', escape='\"', "
        f"max_line_size={LONGEST_ROW}, buffer_size={BUFFER * LONGEST_ROW}, columns={{{columns}}})"
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
            columns = ", ".join(_column(name) for name in needed(found))
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
        budget.take(sum(len(value) for row in rows for value in row if isinstance(value, str)))
        yield from rows


def _header(path: Path, encoding: str) -> tuple[list[str], str]:
    """Column names and delimiter; DuckDB's own guess can mistake commas in a text for columns."""
    with open_text(path, encoding) as stream:
        first = next((line for line in stream if line.strip()), "")
        if not first:
            raise NoUsableDocuments(f"{path}: the file is empty; give one with a header and rows")
        bare = re.sub(r'"[^"]*"', "", first)
        delimiter = "\t" if suffix_of(path) in (".tsv", ".tab") else max(",;\t|", key=bare.count)
        try:
            fields = next(csv.reader(chain([first], stream), delimiter=delimiter))
        except csv.Error as error:
            raise CotextError(f"{path}: cannot read the header line ({error})") from error
    names: list[str] = []
    for number, field in enumerate(fields):
        name = field.strip() or f"column{number}"
        taken = {other.lower() for other in names}
        names.append(name if name.lower() not in taken else f"{name}_{number}")
    return names, delimiter


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


def _column(name: str) -> str:
    return 'CAST("{}" AS VARCHAR)'.format(name.replace('"', '""'))


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
