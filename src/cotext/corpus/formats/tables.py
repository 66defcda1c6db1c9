"""Tables of every kind that is read row by row: whole, as one batch, or a batch of documents at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain

from cotext.corpus.build_documents import Rows, from_table
from cotext.corpus.columns import Columns, Wanted
from cotext.corpus.documents import Documents
from cotext.corpus.files.encodings import in_its_encoding
from cotext.corpus.files.file_io import text_of
from cotext.corpus.files.source_file import SourceFile
from cotext.corpus.formats.delimited import delimited_rows
from cotext.corpus.formats.parquet import parquet_rows
from cotext.corpus.formats.plain import alceste_records, begins_with_stars
from cotext.corpus.formats.records import chosen_rows, values_in
from cotext.corpus.reading import Found, Reading
from cotext.corpus.table_form import TableForm

TABS = (".tsv", ".tab")
DELIMITED = (".csv", *TABS)
RECORDS = (".json", ".jsonl", ".ndjson")
PARQUET, LINES = ".parquet", ".txt"

AS_IT_IS = Columns("text", form=TableForm(keep_na=True))  # a line such as "NA" is a text


def read_table(item: SourceFile, reading: Reading) -> Found:
    """A row is a document; in a text file that is read alone, a line is."""

    def read(encoding: str) -> Documents:
        with open_rows(item, encoding, reading.wanted) as rows:
            return from_table(rows)

    if item.kind == PARQUET:
        return Found(read(reading.encoding))
    return Found(*in_its_encoding(item.opened, reading.encoding, read))


@contextmanager
def open_rows(item: SourceFile, encoding: str, wanted: Wanted) -> Iterator[Rows]:
    """The rows of a table while they are read."""
    if item.kind == PARQUET:
        with parquet_rows(item.on_disk(), wanted) as rows:
            yield rows
        return
    whole_lines, as_written = item.kind != ".json", "" if item.kind in DELIMITED else None
    with text_of(item.opened, item.where, encoding, whole_lines, as_written) as stream:
        if item.kind in DELIMITED:
            yield delimited_rows(stream, item.where, wanted, item.kind in TABS)
        elif item.kind in RECORDS:
            yield chosen_rows(values_in(stream, item.where), item.where, wanted)
        else:
            yield _lines(stream, item, wanted)


def _lines(stream: Iterable[str], item: SourceFile, wanted: Wanted) -> Rows:
    """A document per line that is not blank, or between lines of stars."""
    lines = iter(stream)
    first = next((line for line in lines if line.strip()), "")
    whole = chain([first], lines)
    if begins_with_stars(first):
        return chosen_rows(alceste_records(whole), item.where, wanted)
    wanted.refuse(item.where)
    rows = ([line.strip()] for line in whole if line.strip())
    note = "one document per line, ids are row numbers, no labels"
    return Rows(rows, item.where, (note,), AS_IT_IS, named=False)
