"""Frames of pandas, Polars or Arrow through Narwhals, and plain sequences of strings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from cotext.corpus.assemble import documents
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
    head = frame.head(SAMPLE)
    found, notes = choose(wanted, {name: list(_values(head[name])) for name in frame.columns}, where)
    names = (found.text, found.id, found.label)
    columns = [_values(frame[name]) if name else [None] * len(frame) for name in names]
    return documents(zip(*columns, strict=True), where, notes, found)


def read_strings(source: Iterable[object]) -> Documents:
    """Documents from strings; None or NaN is an empty document."""
    return documents(_rows(source), "the list of texts", ("ids are row numbers, no labels",))


def _rows(source: Iterable[object]) -> Iterator[tuple[object, None, None]]:
    for number, item in enumerate(source):
        if not (item is None or isinstance(item, str) or (isinstance(item, float) and item != item)):
            raise UsageError(
                f"document {number} is of type {type(item).__name__}, expected a string; "
                "give a list of strings, a frame, a matrix or the path of a file"
            )
        yield item, None, None


def _values(column: nw.Series[Any]) -> Iterator[object]:
    """Python values, with None for each library's own kind of missing."""
    missing = (column.is_null() | column.is_nan()) if column.dtype.is_float() else column.is_null()
    for value, absent in zip(column.to_list(), missing.to_list(), strict=True):
        yield None if absent else value
