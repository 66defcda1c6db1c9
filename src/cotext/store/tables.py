"""Tables and lines of any length, a batch of documents at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from cotext.corpus import Columns, Documents, TableForm
from cotext.corpus.build_documents import from_table, needed
from cotext.corpus.cells import paragraphs
from cotext.corpus.columns import Wanted
from cotext.corpus.files.encodings import in_its_encoding
from cotext.corpus.files.file_io import CHUNK, text_of
from cotext.corpus.files.source_file import SourceFile
from cotext.corpus.formats.plain import alceste_records, begins_with_stars
from cotext.corpus.formats.records import chosen_rows, values_in
from cotext.corpus.formats.rows import csv_records
from cotext.corpus.formats.tables import table_rows
from cotext.corpus.reading import Reading

MOST_DOCUMENTS, MOST_CHARACTERS = 10_000, 1 << 24  # of a batch

AS_IT_IS = TableForm(keep_na=True)  # a line such as "NA" is a text
LINES = "one document per line, ids are row numbers, no labels"

Row = Sequence[object]


def record_batches(item: SourceFile, reading: Reading) -> Iterator[Documents]:
    """Rows of a delimited file, or records of JSON."""
    csv = item.kind in (".csv", ".tsv", ".tab")
    with text_of(item.opened, item.where, encoding_of(item, reading), item.kind != ".json") as stream:
        values, wanted = (
            csv_records(stream, item, reading.wanted)
            if csv
            else (values_in(stream, item.where), reading.wanted)
        )
        yield from _chosen(values, item.where, wanted)


def _chosen(values: Iterable[object], where: str, wanted: Wanted) -> Iterator[Documents]:
    rows, notes, found = chosen_rows(values, where, wanted)
    yield from row_batches(rows, where, notes, found)


def parquet_batches(path: Path, wanted: Wanted) -> Iterator[Documents]:
    """Rows of a Parquet file."""
    with table_rows("read_parquet(?)", path, path, wanted) as (rows, notes, found):
        yield from row_batches(rows, str(path), notes, found)


def line_batches(item: SourceFile, reading: Reading) -> Iterator[Documents]:
    """A document per line that is not blank, or between lines of stars."""
    with text_of(item.opened, item.where, encoding_of(item, reading)) as lines:
        first = next((line for line in lines if line.strip()), "")
        whole = chain([first], lines)
        if begins_with_stars(first):
            yield from _chosen(alceste_records(whole), item.where, reading.wanted)
            return
        reading.wanted.refuse(item.where)
        rows = ([line.strip()] for line in whole if line.strip())
        for batch in row_batches(rows, item.where, (LINES,), Columns("text", form=AS_IT_IS)):
            yield replace(batch, columns=None)


def row_batches(
    rows: Iterable[Row], where: str, notes: tuple[str, ...], found: Columns
) -> Iterator[Documents]:
    """Rows that hold the values of ``needed(found)``; a document without an id gets its number among all."""
    columns = needed(found)
    place = columns.index(found.id) if found.id else None
    number = 0
    for batch in _cut(iter(rows)):
        read = from_table(batch, where, notes, found)
        ids = [
            name if place is not None and batch[row][place] else str(number + row)
            for row, name in enumerate(read.ids)
        ]
        number += len(read)
        yield replace(read, ids=ids)


def _cut(rows: Iterator[Row]) -> Iterator[list[Row]]:
    batch: list[Row] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += sum(len(value) for value in map(paragraphs, row) if isinstance(value, str))
        if len(batch) >= MOST_DOCUMENTS or size >= MOST_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def encoding_of(item: SourceFile, reading: Reading) -> str:
    """The encoding that was named, or the one in which all of the file can be read."""

    def read(encoding: str) -> str:
        with text_of(item.opened, item.where, encoding, item.kind != ".json") as stream:
            while stream.read(CHUNK):
                pass
        return encoding

    if reading.encoding != "auto":
        return reading.encoding
    return in_its_encoding(item.opened, reading.encoding, read)[0]
