"""Frames of pandas, Polars or Arrow through Narwhals, and plain sequences of strings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cotext.corpus.build_documents import Rows, documents, from_table, needed, string
from cotext.corpus.cells import is_missing
from cotext.corpus.columns import SAMPLE, Wanted, choose
from cotext.corpus.documents import Documents
from cotext.errors import UsageError

if TYPE_CHECKING:
    import narwhals as nw


def from_native(source: object) -> nw.DataFrame[Any] | nw.Series[Any] | None:
    """``source`` as a Narwhals frame or column; None when it is neither."""
    import narwhals as nw

    native = nw.from_native(source, pass_through=True, allow_series=True)
    if isinstance(native, nw.LazyFrame):
        return native.collect()
    return native if isinstance(native, nw.DataFrame | nw.Series) else None


def read_frame(frame: nw.DataFrame[Any], wanted: Wanted) -> Documents:
    """Documents from the rows of a frame."""
    where = "the frame"
    head, index = frame.head(SAMPLE), index_of(frame)
    sample = {name: list(_values(head[name])) for name in frame.columns}
    unnamed = "row numbers" if index is None else "those of the index"
    found, notes = choose(wanted, sample, where, unnamed)
    columns = [_values(frame[name]) for name in needed(found)]
    read = from_table(Rows(zip(*columns, strict=True), where, notes, found), held=True)
    if index is None or found.id or wanted.before.id:
        return read
    return replace(read, ids=[string(name) or str(number) for number, name in enumerate(index)])


def index_of(frame: nw.DataFrame[Any] | nw.Series[Any]) -> list[object] | None:
    """The labels of the rows of pandas, where somebody has given any."""
    import narwhals as nw

    index = nw.maybe_get_index(frame)
    counted = [str(number) for number in range(len(frame))]
    return None if index is None or list(map(str, index)) == counted else list(index)


def read_strings(
    source: Iterable[object], index: Sequence[object] | None = None, keep_na: bool = True
) -> Documents:
    """Documents from strings; None or NaN is an empty document. ``index`` names them.

    ``keep_na`` says whether marks such as "NA" are texts, as they are in a list that somebody has made.
    """
    told = "row numbers" if index is None else "those of the index"
    notes = (f"ids are {told}, no labels",)
    read = documents(_rows(source, index), "the list of texts", notes, held=True)
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
    """Python values, with None for each library's own kind of missing."""
    missing = (column.is_null() | column.is_nan()) if column.dtype.is_float() else column.is_null()
    for value, absent in zip(column.to_list(), missing.to_list(), strict=True):
        yield None if absent else value
