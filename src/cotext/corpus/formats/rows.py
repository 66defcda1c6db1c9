"""Tables: those on the disk by their own readers, those in archives by Python's, row by row."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import IO

from cotext.corpus.columns import Wanted
from cotext.corpus.documents import Documents
from cotext.corpus.files import limits
from cotext.corpus.files.encodings import in_its_encoding
from cotext.corpus.files.file_io import text_of
from cotext.corpus.files.source_file import SourceFile
from cotext.corpus.files.unpack import COMPRESSED
from cotext.corpus.formats.matrices import read_mtx, read_npz
from cotext.corpus.formats.records import from_lines, from_records, read_json
from cotext.corpus.formats.tables import look_at, read_csv, read_parquet
from cotext.corpus.reading import Found, Reading
from cotext.corpus.table_form import Head, reader_of
from cotext.errors import CotextError


def read_delimited(item: SourceFile, reading: Reading) -> Found:
    """CSV and TSV; a row is a document."""
    return _table(item, reading, read_csv, csv_records)


def read_records(item: SourceFile, reading: Reading) -> Found:
    """JSON and JSON lines; a record is a document."""
    return _table(item, reading, read_json, _json_records)


def read_columns(item: SourceFile, reading: Reading) -> Found:
    """Parquet; a row is a document."""
    return Found(read_parquet(_on_disk(item), reading.wanted))


def read_matrix(item: SourceFile, reading: Reading) -> Found:
    """A matrix of counts."""
    reading.wanted.refuse(item.where)
    return Found((read_mtx if item.kind == ".mtx" else read_npz)(_on_disk(item)))


def _table(
    item: SourceFile,
    reading: Reading,
    on_disk: Callable[[Path, str, Wanted], Documents],
    rows: Callable[[IO[str], SourceFile, Wanted], tuple[Iterator[object], Wanted]],
) -> Found:
    """By the reader of files; what is packed among others is unpacked by us, who count it with the others."""
    path = item.path

    def read(encoding: str) -> Documents:
        if path is not None and (reading.alone or path.suffix.lower() not in COMPRESSED):
            return on_disk(path, encoding, reading.wanted)
        with text_of(item.opened, item.where, encoding, of_lines=item.kind != ".json") as stream:
            values, wanted = rows(stream, item, reading.wanted)
            return from_records(values, item.where, wanted)

    return Found(*in_its_encoding(item.opened, reading.encoding, read))


def csv_records(stream: IO[str], item: SourceFile, wanted: Wanted) -> tuple[Iterator[object], Wanted]:
    """The rows of a delimited file by the names of its columns, while they are read; how it is written."""
    head, begun = look_at(stream, item.where, wanted, tabs=item.kind in (".tsv", ".tab"))
    return _csv_rows(chain(io.StringIO(begun), stream), item.where, head), wanted.written(head)


def _csv_rows(lines: Iterable[str], where: str, head: Head) -> Iterator[object]:
    before = csv.field_size_limit(limits.LONGEST)
    try:
        rows = reader_of(lines, head.sep, head.quote)
        full = (row for row in rows if row)
        for row in islice(full, int(head.header), None):
            if len(row) != len(head.names):
                raise CotextError(  # in the words of DuckDB, which reads the tables on the disk
                    f"{where}: cannot be read as a table: Error on Line: {rows.line_num}; Expected Number of "
                    f"Columns: {len(head.names)} Found: {len(row)}; correct it or write it again"
                )
            yield {name: value or None for name, value in zip(head.names, row, strict=True)}
    except csv.Error as error:
        raise CotextError(f"{where}: cannot be read as a table: {error}; correct it") from error
    finally:
        csv.field_size_limit(before)


def _json_records(stream: IO[str], item: SourceFile, wanted: Wanted) -> tuple[Iterator[object], Wanted]:
    return _json_values(stream, item), wanted


def _json_values(stream: IO[str], item: SourceFile) -> Iterator[object]:
    if item.kind != ".json":
        yield from from_lines(stream, item.where)
        return
    text = stream.read(limits.LONGEST + 1)
    if len(text) > limits.LONGEST:
        raise limits.TooLarge(f"{item.where}: too long for JSON in an archive; unpack it")
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        yield from from_lines(text.splitlines(), item.where)
    else:
        yield from whole if isinstance(whole, list) else [whole]


def _on_disk(item: SourceFile) -> Path:
    if item.path is None:
        raise CotextError(f"{item.where}: a {item.kind} file within an archive is not read; take it out")
    return item.path
