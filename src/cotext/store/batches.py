"""Documents a batch at a time, as often as they are asked for: what does not fit in memory passes by."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cotext.corpus import Columns, Documents, DocWord, TableForm, table_form
from cotext.corpus.columns import Wanted
from cotext.corpus.files.file_io import suffix_of
from cotext.corpus.files.find_files import ARCHIVE, expanded
from cotext.corpus.files.source_file import SourceFile
from cotext.corpus.read_many import read_in_batches
from cotext.corpus.reading import Reading
from cotext.errors import UsageError
from cotext.recipe import name_of, open_source
from cotext.recipe.sources import refuse_store
from cotext.store.matrices import npz_batches, slices
from cotext.store.tables import line_batches, parquet_batches, record_batches

RECORDS = (".csv", ".tsv", ".tab", ".json", ".jsonl", ".ndjson")

Batches = Callable[[], Iterator[Documents | DocWord]]


@dataclass(frozen=True)
class Source:
    """Documents that can be read again: ``batches()`` begins at the first, ``mark`` changes when they do."""

    name: str
    mark: str
    batches: Batches


def open_batches(source: Any, reading: Mapping[str, Any]) -> Source:
    """Documents in any form that ``cluster`` takes; files are read a batch at a time."""
    refuse_store(source)
    names = _paths(source)
    if names == ["-"]:
        raise UsageError("standard input cannot be read twice, as a store needs it: put it into a file.")
    if not names or not all(os.path.lexists(name) or any(sign in name for sign in "*?[") for name in names):
        held = open_source(source, **reading)  # in memory, a data set, or a name that is refused
        return Source(name_of(source), f"{name_of(source)}, {len(held):,} documents", lambda: slices(held))
    paths = expanded(names)
    return Source(name_of(source), _mark(paths), _of_paths(source, paths, reading))


def _paths(source: Any) -> list[str]:
    given = source if isinstance(source, list | tuple) and source else [source]
    if isinstance(source, str) or all(isinstance(one, os.PathLike) for one in given):
        return [os.fsdecode(one) for one in given]
    return []


def _mark(paths: list[Path]) -> str:
    """What changes when a file does, or one in a folder."""
    told = []
    for path in paths:
        files = [one for one in path.rglob("*") if one.is_file()] if path.is_dir() else [path]
        stats = [one.stat() for one in files]
        newest = max((one.st_mtime_ns for one in stats), default=0)
        told.append((str(path.resolve()), len(stats), sum(one.st_size for one in stats), newest))
    return json.dumps(told)


def _of_paths(source: Any, paths: list[Path], reading: Mapping[str, Any]) -> Batches:
    options = dict(reading)
    encoding, strict = options.pop("encoding", "auto"), options.pop("strict_input", False)
    like = options.pop("like", None) or Columns()
    written = {name: options.pop(name) for name in vars(TableForm()) if name in options}
    asked = Columns(**{name: value for name, value in options.items() if value is not None})
    asked = replace(asked, form=table_form(**written))
    how = Reading(Wanted(asked, like), encoding, alone=isinstance(source, str | os.PathLike))
    first = paths[0]
    kind = suffix_of(first)
    if len(paths) > 1 or first.is_dir() or kind == ARCHIVE:
        return lambda: read_in_batches(paths, replace(how, alone=False), strict)
    item = SourceFile.streamed(first)
    if kind in RECORDS:
        return lambda: record_batches(item, how)
    if kind == ".parquet":
        return lambda: parquet_batches(first, how.wanted)
    if kind == ".txt":
        return lambda: line_batches(item, how)
    if kind == ".npz":
        return lambda: npz_batches(first)
    return lambda: slices(open_source(source, **reading))
