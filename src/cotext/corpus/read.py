"""Read any source: recognize it and call its reader."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from cotext.corpus.build_documents import Rows, documents, from_table, needed, string
from cotext.corpus.cells import is_missing, missing_note
from cotext.corpus.columns import SAMPLE, Columns, ColumnsSeen, Wanted, choose
from cotext.corpus.documents import Documents, DocWord, Reading
from cotext.corpus.files.encodings import AUTO
from cotext.corpus.files.file_io import SourceFile, codec_and_errors, suffix_of
from cotext.corpus.files.find_files import ARCHIVE, expand_patterns
from cotext.corpus.files.limits import TooLarge, in_words, most
from cotext.corpus.files.notes import FileNote
from cotext.corpus.files.unpack import read_up_to
from cotext.corpus.formats import TABLES, TEXTS, reader_of
from cotext.corpus.formats.matrices import docword
from cotext.corpus.names import Names, TextColumns
from cotext.corpus.read_many import read_many
from cotext.corpus.table_form import TableForm, table_form
from cotext.errors import UsageError

if TYPE_CHECKING:
    import narwhals as nw

HEADED = (".csv", ".tsv", ".tab", ".xlsx", ".xlsm")  # whose first line may name the columns
_READ = (
    "a folder or .zip of files; tables: .csv .tsv .json .jsonl .xlsx .parquet .mbox; texts: .txt .md "
    ".html .xml .pdf .docx .eml; matrices: .npz .mtx; most of them also as .gz .xz .bz2 .zst"
)


def read(  # noqa: PLR0913 - one argument per option
    source: object,
    *,
    text: TextColumns | None = None,
    id: str | None = None,
    label: str | None = None,
    date: str | None = None,
    title: str | None = None,
    group: Names = (),
    keep: Names = (),
    header: bool | str = AUTO,
    sep: str | None = None,
    quote: str | None = None,
    keep_na: bool = False,
    encoding: str = AUTO,
    like: Columns | None = None,
    strict_input: bool = False,
) -> Documents | DocWord:
    """Read documents from any source.

    Parameters
    ----------
    source : path, list of Path, "-", sequence of str, frame, sparse matrix or 2-D array
        A folder or a ``.zip`` archive of files of any kind, a pattern (``"letters/*.txt"``), a table (CSV,
        TSV, JSON, JSON lines, Excel, Parquet), a text file with a document per line, a document (Markdown,
        HTML, PDF, Word, TEI, mail), a matrix (``.npz``, ``.mtx``), ``"-"`` for standard input, or data in
        memory: strings, a pandas, Polars or Arrow frame, a matrix of counts. Several paths are a list of
        ``pathlib.Path``. Already read documents are returned as they are.
    text : str, list of str or mapping of str to int, optional
        The column of a table that holds the texts, if the guess would be wrong; or several, which are
        joined: ``["title", "body"]``, ``{"title": 3, "body": 1}`` if one counts more, or in one text,
        ``"title:3,body"``.
    id, label : str, optional
        The columns of names and of known classes.
    date : str, optional
        The column of dates, which are stored in ISO form.
    title : str, optional
        The column of titles, which are shown instead of the ids; by default one called title, headline or
        subject that is not the text itself.
    group, keep : str or sequence of str, optional
        Columns by which documents are to be compared, and further columns to keep; ``keep="all"`` keeps
        all that have no other use.
    header : bool or "auto"
        Whether the first line of a CSV, a TSV or a sheet names the columns; if not, they are called "1", "2",
        ... "auto" compares it with the other lines.
    sep, quote : str, optional
        The character between the cells of a CSV or TSV, and the one around cells ("none": there is none);
        found out by default.
    keep_na : bool, default=False
        Whether cells that are "NA", "N/A", "NaN", "null", "None" or "-" as a whole are texts, labels, dates
        or titles like others; by default these are missing.
    encoding : str, default="auto"
        Encoding of text files; "auto" is UTF-8 if that fits, else a guess for each file, which is noted.
    like : Columns, optional
        The columns of documents that were read before: a table is read by the same ones. The column of texts
        must exist; without one of ids they are row numbers.
    strict_input : bool, default=False
        Whether an unreadable file among many is an error; by default it is skipped and noted.

    Returns
    -------
    Documents or DocWord
        ``DocWord`` if the source is a matrix. ``notes`` has the guesses, ``files`` the files that were read
        or skipped.

    Examples
    --------
    >>> from cotext.corpus import read
    >>> documents = read(["a cat and a dog", "stocks and bonds"])
    >>> len(documents), documents.ids
    (2, ['0', '1'])
    """
    form = table_form(header, sep, quote, keep_na)
    wanted = Wanted(Columns(text, id, label, date, group or (), keep or (), title, form), like or Columns())
    if isinstance(source, Documents | DocWord):
        return source
    if names := names_of(source):
        alone = isinstance(source, str | os.PathLike)
        read = _read_paths(names, Reading(wanted, encoding), strict_input, alone)
    else:
        read = _read_in_memory(source, wanted)
    if isinstance(read, DocWord):
        return read
    return replace(read, notes=(*read.notes, *missing_note(read.missing, len(read))))


def _read_in_memory(source: object, wanted: Wanted) -> Documents | DocWord:
    """Read data in memory."""
    if sparse.issparse(source) or (isinstance(source, np.ndarray) and source.ndim == 2):
        wanted.refuse("a matrix")
        return docword(source, "the matrix")
    frame = from_native(source)
    if hasattr(frame, "columns"):
        wanted.refuse_form("a frame")
        return read_frame(frame, wanted)  # type: ignore[arg-type]
    items = source if frame is None else frame.to_list()
    if isinstance(items, bytes | Mapping) or not isinstance(items, Iterable):
        raise UsageError(f"cannot read a {type(source).__name__}; give strings, a frame, a matrix or a path")
    if frame is not None:
        named = replace(wanted.named, form=TableForm())
        replace(wanted, named=named).refuse("a column of a frame")
        return read_strings(items, index_of(frame), keep_na=wanted.form.keep_na)
    wanted.refuse("a list of strings")
    return read_strings(items)


def from_native(source: object) -> nw.DataFrame[Any] | nw.Series[Any] | None:
    """Wrap a frame or a column with Narwhals; None if it is neither."""
    import narwhals as nw

    native = nw.from_native(source, pass_through=True, allow_series=True)
    if isinstance(native, nw.LazyFrame):
        return native.collect()
    return native if isinstance(native, nw.DataFrame | nw.Series) else None


def read_frame(frame: nw.DataFrame[Any], wanted: Wanted) -> Documents:
    """Read the rows of a frame."""
    where = "the frame"
    head, index = frame.head(SAMPLE), index_of(frame)
    sample = {name: list(_values(head[name])) for name in frame.columns}
    unnamed = "row numbers" if index is None else "those of the index"
    columns, notes = choose(wanted, sample, where, unnamed)
    values = [_values(frame[name]) for name in needed(columns)]
    read = from_table(Rows(zip(*values, strict=True), where, notes, columns), in_memory=True)
    if index is None or columns.id or wanted.before.id:
        return read
    return replace(read, ids=[string(name) or str(number) for number, name in enumerate(index)])


def index_of(frame: nw.DataFrame[Any] | nw.Series[Any]) -> list[object] | None:
    """Return the row labels of a pandas frame, unless they are only row numbers."""
    import narwhals as nw

    index = nw.maybe_get_index(frame)
    counted = [str(number) for number in range(len(frame))]
    return None if index is None or list(map(str, index)) == counted else list(index)


def read_strings(
    source: Iterable[object], index: Sequence[object] | None = None, keep_na: bool = True
) -> Documents:
    """Read strings; None or NaN is an empty document. ``index`` names them.

    ``keep_na`` says whether marks such as "NA" are texts, as they are in a list that somebody made.
    """
    ids = "row numbers" if index is None else "those of the index"
    notes = (f"ids are {ids}, no labels",)
    read = documents(_rows(source, index), "the list of texts", notes, in_memory=True)
    blank = set() if keep_na else {i for i, text in enumerate(read.texts) if is_missing(text)}
    texts = ["" if i in blank else text for i, text in enumerate(read.texts)] if blank else read.texts
    return replace(read, texts=texts, missing=len(blank))


def _rows(source: Iterable[object], index: Sequence[object] | None) -> Iterator[tuple[object, object, None]]:
    for number, item in enumerate(source):
        if not (item is None or isinstance(item, str) or (isinstance(item, float) and item != item)):
            raise UsageError(
                f"document {number} is of type {type(item).__name__}, expected a string; "
                "give a list of strings, a frame, a matrix or the path of a file"
            )
        yield item, None if index is None else index[number], None


def _values(column: nw.Series[Any]) -> Iterator[object]:
    """Give Python values, with None for each library's own kind of missing value."""
    missing = (column.is_null() | column.is_nan()) if column.dtype.is_float() else column.is_null()
    for value, absent in zip(column.to_list(), missing.to_list(), strict=True):
        yield None if absent else value


def names_of(source: object) -> list[str]:
    """Return the names of files and folders; none for a list of strings, which are texts."""
    if isinstance(source, str | os.PathLike):
        return [os.fsdecode(source)]
    if isinstance(source, list | tuple) and all(isinstance(path, os.PathLike) for path in source):
        return [os.fsdecode(path) for path in source]
    return []


def _read_paths(names: Sequence[str], reading: Reading, strict: bool, alone: bool) -> Documents | DocWord:
    if reading.encoding != AUTO:
        codec_and_errors(reading.encoding)
    if list(names) == ["-"]:
        return _read_stdin(reading)
    if "-" in names:
        raise UsageError("'-' is standard input, which is read alone; put it into a file")
    paths = expand_patterns(names)
    first = paths[0]
    if alone and os.path.lexists(names[0]) and not first.is_dir() and suffix_of(first) != ARCHIVE:
        return _read_alone(SourceFile.at(first, first.name), reading)
    return read_many(paths, reading, strict)


def _read_alone(item: SourceFile, reading: Reading) -> Documents | DocWord:
    """Read one file; a text file has a document per line."""
    reader = reader_of(item, alone=True)
    if reader is None:
        kind = PurePath(item.name).suffix
        raise UsageError(f"{item.where}: unknown kind of file {kind!r}; cotext reads {_READ}")
    if item.kind in TEXTS and item.kind != ".txt":
        reading.wanted.refuse(item.name)
    if item.kind not in HEADED:
        reading.wanted.refuse_form(item.name)
    found = reader(item, reading)
    note = FileNote(item.name, item.kind, found.encoding.name, len(found.documents), found.what)
    remark = (f"{item.name}: {found.what}",) if found.what else ()
    return replace(found.documents, notes=(*found.documents.notes, *remark), files=(note,))


def _read_stdin(reading: Reading) -> Documents | DocWord:
    """Read JSON lines if the first character is a brace, else a document per line."""
    if sys.stdin is None:
        raise UsageError("'-' is standard input, which is closed: leave out '<&-', or give a file.")
    raw = getattr(sys.stdin, "buffer", None)
    data = sys.stdin.read().encode("utf-8", "replace") if raw is None else read_up_to(most(), raw)
    if len(data) > most():
        raise TooLarge(f"standard input: more than {in_words(most())}; put it into files")
    name = "stdin.jsonl" if data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{") else "stdin.txt"
    return _read_alone(SourceFile(name, "standard input", lambda: nullcontext(io.BytesIO(data))), reading)


@dataclass(frozen=True)
class Look:
    """The columns of a table with their first values, and the guessed ones, None if none holds texts."""

    columns: Mapping[str, Sequence[object]]
    guessed: Columns | None


def look(path: Path) -> Look | None:
    """Look at the beginning of a table; None if the file is no table."""
    item = SourceFile.at(path, path.name)
    reader = reader_of(item, alone=True)
    if reader is None or item.kind not in TABLES:
        return None
    try:
        reader(item, Reading(Wanted(look=True), AUTO))
    except ColumnsSeen as seen:
        columns = None
        with suppress(UsageError):
            columns = choose(Wanted(), seen.sample, "the table")[0]
        return Look(seen.sample, columns)
    return None
