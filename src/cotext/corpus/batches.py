"""Read documents in batches, as often as needed, for collections that do not fit in memory."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cotext.corpus.build_documents import from_table
from cotext.corpus.cells import paragraphs
from cotext.corpus.columns import Columns, Wanted
from cotext.corpus.documents import Documents, DocWord, Reading
from cotext.corpus.files.encodings import AUTO, in_its_encoding
from cotext.corpus.files.file_io import CHUNK, SourceFile, suffix_of, text_of
from cotext.corpus.files.find_files import ARCHIVE, expand_patterns
from cotext.corpus.formats.matrices import npz_batches
from cotext.corpus.formats.tables import DELIMITED, LINES, PARQUET, RECORDS, open_rows
from cotext.corpus.read import names_of, read
from cotext.corpus.read_many import in_batches, read_in_batches
from cotext.corpus.table_form import TableForm, table_form
from cotext.errors import UsageError

MOST_DOCUMENTS, MOST_CHARACTERS = 10_000, 1 << 24  # of a batch of rows
BATCH_FILES, BATCH_BYTES = 2000, 32 << 20
HELD_DOCUMENTS = 5000  # of a batch of documents in memory
BY_ROW = (*DELIMITED, *RECORDS, PARQUET, LINES)


@dataclass(frozen=True)
class Batches:
    """Documents that ``again()`` reads from the first on; ``mark`` changes when they do."""

    mark: str
    again: Callable[[], Iterator[Documents | DocWord]]


def batches_of(source: object, **options: Any) -> Batches | None:
    """Read files in batches, by the keywords of :func:`read`; None if the source is no file."""
    names = names_of(source)
    if names == ["-"]:
        raise UsageError("standard input cannot be read twice, as a store needs it: put it into a file.")
    if not names or not all(os.path.lexists(name) or any(sign in name for sign in "*?[") for name in names):
        return None
    paths = expand_patterns(names)
    return Batches(_mark(paths), lambda: _read(source, paths, options))


def slices(documents: Documents | DocWord) -> Iterator[Documents | DocWord]:
    """Cut documents in memory into batches."""
    for start in range(0, len(documents), HELD_DOCUMENTS):
        rows = range(start, min(start + HELD_DOCUMENTS, len(documents)))
        span = slice(rows.start, rows.stop)
        labels = None if documents.labels is None else documents.labels[span]
        common: dict[str, Any] = {
            "ids": documents.ids[span],
            "labels": labels,
            "fields": documents.fields.take(rows),
        }
        if isinstance(documents, Documents):
            yield replace(
                documents, texts=documents.texts[span], missing=0, **common
            )  # the notes say how many
        else:
            yield replace(documents, X=documents.X[span], **common)


def _mark(paths: Sequence[Path]) -> str:
    """Describe all files, so that the text changes if one of them does."""
    states = []
    for path in paths:
        files = [file for file in path.rglob("*") if file.is_file()] if path.is_dir() else [path]
        stats = [file.stat() for file in files]
        newest = max((stat.st_mtime_ns for stat in stats), default=0)
        states.append((str(path.resolve()), len(stats), sum(stat.st_size for stat in stats), newest))
    return json.dumps(states)


def _read(source: object, paths: Sequence[Path], options: dict[str, Any]) -> Iterator[Documents | DocWord]:
    reading = _reading(**options)
    first, kind = paths[0], suffix_of(paths[0])
    if len(paths) > 1 or first.is_dir() or kind == ARCHIVE:
        return read_in_batches(paths, reading, options.get("strict_input", False), BATCH_FILES, BATCH_BYTES)
    if kind in BY_ROW:
        return _by_row(SourceFile.at(first, first.name, in_memory=False), reading)
    return npz_batches(first, slices) if kind == ".npz" else slices(read(source, **options))


def _reading(
    encoding: str = AUTO, like: Columns | None = None, strict_input: bool = False, **options: Any
) -> Reading:
    form = table_form(**{name: options.pop(name) for name in vars(TableForm()) if name in options})
    columns = Columns(**{name: value for name, value in options.items() if value is not None}, form=form)
    return Reading(Wanted(columns, like or Columns()), encoding)


def _by_row(item: SourceFile, reading: Reading) -> Iterator[Documents]:
    """Read batches of rows; a document without an id gets its number in the whole table."""
    with open_rows(item, _encoding_of(item, reading), reading.wanted) as table:
        number = 0
        for rows in in_batches(table.values, _characters, MOST_DOCUMENTS, MOST_CHARACTERS):
            yield from_table(replace(table, values=rows), start=number)
            number += len(rows)


def _characters(row: Sequence[object]) -> int:
    return sum(len(value) for value in map(paragraphs, row) if isinstance(value, str))


def _encoding_of(item: SourceFile, reading: Reading) -> str:
    """Return the named encoding, or the one in which the whole file can be read."""

    def passes(encoding: str) -> str:
        with text_of(item.opened, item.where, encoding, item.kind != ".json") as stream:
            while stream.read(CHUNK):
                pass
        return encoding

    if reading.encoding != AUTO or item.kind == PARQUET:
        return reading.encoding
    return in_its_encoding(item.opened, reading.encoding, passes)[0]
