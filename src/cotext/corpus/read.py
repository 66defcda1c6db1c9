"""One door for every source: see what it is and hand it to its reader."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import IO

import numpy as np
from scipy import sparse

from cotext.corpus.columns import Columns, Wanted
from cotext.corpus.documents import Documents, DocWord
from cotext.corpus.folders import read_folder, read_lines
from cotext.corpus.frames import from_native, index_of, read_frame, read_strings
from cotext.corpus.matrices import docword, read_mtx, read_npz
from cotext.corpus.names import Names, Texts
from cotext.corpus.open import codec, open_text, suffix_of
from cotext.corpus.records import from_lines, from_records, read_json
from cotext.corpus.tables import read_csv, read_parquet
from cotext.errors import CotextError, UsageError

_READ = "a folder of .txt, or .csv .tsv .json .jsonl .txt .mtx (also .gz, .xz), .parquet, .npz"


def read(
    source: object,
    *,
    text: Texts | None = None,
    id: str | None = None,
    label: str | None = None,
    date: str | None = None,
    group: Names = (),
    keep: Names = (),
    encoding: str = "utf-8",
    like: Columns | None = None,
) -> Documents | DocWord:
    """Read documents from wherever they are.

    Parameters
    ----------
    source : path, "-", sequence of str, frame, sparse matrix or 2-D array
        A folder of text files, a table (CSV, TSV, JSON, JSON lines, Parquet), a text file with a
        document per line, a matrix (``.npz``, ``.mtx``), ``"-"`` for standard input, or data in memory:
        strings, a pandas, Polars or Arrow frame, a matrix of counts. Already read documents are returned
        as they are.
    text : str, list of str or mapping of str to int, optional
        The column of a table that holds the texts, where the guess would be wrong; or several, which are
        joined: ``["title", "body"]``, ``{"title": 3, "body": 1}`` where one counts more, or in one text,
        ``"title:3,body"``.
    id, label : str, optional
        The columns of names and of known classes.
    date : str, optional
        The column of dates, to be kept in ISO form.
    group, keep : str or sequence of str, optional
        Columns by which documents are to be compared, and further columns to keep; ``keep="all"`` keeps
        all that have no other use.
    encoding : str, default="utf-8"
        Encoding of text files.
    like : Columns, optional
        Those of documents that were read before: a table is read by the same text and id. Its texts must
        be there; ids that are not become row numbers.

    Returns
    -------
    Documents or DocWord
        ``DocWord`` when the source is a matrix. ``notes`` says what was guessed.

    Examples
    --------
    >>> from cotext.corpus import read
    >>> documents = read(["a cat and a dog", "stocks and bonds"])
    >>> len(documents), documents.ids
    (2, ['0', '1'])
    """
    wanted = Wanted(Columns(text, id, label, date, group or (), keep or ()), like or Columns())
    if isinstance(source, Documents | DocWord):
        return source
    if isinstance(source, str | os.PathLike):
        return _read_path(os.fspath(source), wanted, encoding)
    if sparse.issparse(source) or (isinstance(source, np.ndarray) and source.ndim == 2):
        wanted.refuse("a matrix")
        return docword(source, "the matrix")
    frame = from_native(source)
    if hasattr(frame, "columns"):
        return read_frame(frame, wanted)  # type: ignore[arg-type]
    items = source if frame is None else frame.to_list()
    if isinstance(items, bytes | Mapping) or not isinstance(items, Iterable):
        raise UsageError(f"cannot read a {type(source).__name__}; give strings, a frame, a matrix or a path")
    wanted.refuse("a list of strings")
    return read_strings(items, None if frame is None else index_of(frame))


def _read_path(name: str | bytes, wanted: Wanted, encoding: str) -> Documents | DocWord:
    codec(encoding)
    if name == "-":
        return _read_stdin(wanted, encoding)
    path = Path(os.fsdecode(name))
    if path.is_dir():
        wanted.refuse("a folder")
        return read_folder(path, encoding)
    if not path.exists():
        raise UsageError(
            f"no file or folder {str(path)!r}; check the name (to pass texts, use a list of strings)"
        )
    return _read_file(path, wanted, encoding)


def _read_file(path: Path, wanted: Wanted, encoding: str) -> Documents | DocWord:
    match suffix_of(path):
        case ".csv" | ".tsv" | ".tab":
            return read_csv(path, encoding, wanted)
        case ".json" | ".jsonl" | ".ndjson":
            return read_json(path, encoding, wanted)
        case ".parquet" if path.suffix.lower() == ".parquet":
            return read_parquet(path, wanted)
    wanted.refuse(path.name)
    match suffix_of(path):
        case ".txt":
            with open_text(path, encoding) as stream:
                return read_lines(stream, str(path))
        case ".npz" if path.suffix.lower() == ".npz":
            return read_npz(path)
        case ".mtx":
            return read_mtx(path)
    raise UsageError(f"{path}: unknown kind of file {path.suffix!r}; cotext reads {_READ}")


def _read_stdin(wanted: Wanted, encoding: str) -> Documents:
    """JSON lines when the first character is a brace, else a document per line."""
    where = "standard input"
    raw = getattr(sys.stdin, "buffer", None)
    stream: IO[str] = sys.stdin if raw is None else io.TextIOWrapper(raw, encoding=codec(encoding))
    try:
        number, first = next(((n, line) for n, line in enumerate(stream, 1) if line.strip()), (1, ""))
        lines = chain([first], stream)
        if first.lstrip().startswith("{"):
            return from_records(from_lines(lines, where, number), where, wanted)
        wanted.refuse("plain text")
        return read_lines(lines, where)
    except UnicodeDecodeError as error:
        raise CotextError(
            f"{where} is not {encoding}; if it is in another encoding, name it, such as "
            'encoding="latin-1" (--encoding latin-1)'
        ) from error
    finally:
        if isinstance(stream, io.TextIOWrapper) and stream is not sys.stdin:
            stream.detach()
