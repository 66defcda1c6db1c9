"""Parquet through DuckDB, which never leaves this machine."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cotext.corpus.build_documents import Rows, needed
from cotext.corpus.cells import paragraphs
from cotext.corpus.columns import SAMPLE, Wanted, choose
from cotext.corpus.files.limits import Budget
from cotext.errors import CotextError

if TYPE_CHECKING:
    import duckdb

BATCH = 10_000
LIST = "VARCHAR[]"
SOURCE = "read_parquet(?)"


@contextmanager
def parquet_rows(path: Path, wanted: Wanted) -> Iterator[Rows]:
    """The rows of a table while they are read."""
    import duckdb

    literal = re.sub(r"[*?\[]", r"[\g<0>]", str(path.resolve()))  # a name, not a pattern of names
    try:
        with _connect() as connection:
            first = connection.execute(f"SELECT * FROM {SOURCE} LIMIT {SAMPLE}", [literal])
            kinds = {column[0]: str(column[1]) for column in first.description or []}
            sample: Sequence[Sequence[object]] = list(zip(*first.fetchall(), strict=True))
            sample = sample or [()] * len(kinds)
            found, notes = choose(wanted, dict(zip(kinds, sample, strict=True)), str(path))
            columns = ", ".join(_column(name, kinds[name]) for name in needed(found))
            cursor = connection.execute(f"SELECT {columns} FROM {SOURCE}", [literal])
            yield Rows(_batches(cursor, path), str(path), notes, found)
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
    """A column as texts; lists of texts stay lists."""
    quoted = '"{}"'.format(name.replace('"', '""'))
    return quoted if kind == LIST else f"CAST({quoted} AS VARCHAR)"


def _explained(message: str, path: Path) -> CotextError:
    """DuckDB's many lines as one."""
    if "unicode" in message.lower() or "utf-8" in message.lower():
        return CotextError(f"{path}: a text in it is not UTF-8; write the file again as UTF-8")
    said = message.splitlines()[0].split("Error: ")[-1]
    return CotextError(f"{path}: cannot be read as a table: {said[:200]}; correct it or write it again")
