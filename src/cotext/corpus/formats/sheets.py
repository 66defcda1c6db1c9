"""Spreadsheets: every sheet is a table whose first row names the columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cotext.corpus.extras import needed
from cotext.corpus.formats.office import repacked
from cotext.corpus.items import Found, Item, Reading
from cotext.corpus.join import joined
from cotext.corpus.records import from_records
from cotext.errors import CotextError, NoUsableDocuments, UsageError


def read_sheets(item: Item, reading: Reading) -> Found:
    """A row is a document; sheets without a text are left out and named."""
    calamine = needed("python-calamine")
    archive = repacked(item)
    try:
        book = calamine.load_workbook(archive)
        sheets = {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}
    except (calamine.CalamineError, OSError, ValueError) as error:
        raise CotextError(f"{item.where}: cannot be read as {item.kind} ({error}); save it again") from error
    tables, without = {}, []
    for name, rows in sheets.items():
        try:
            tables[name] = from_records(records(rows), f"{item.where}, sheet {name!r}", reading.wanted)
        except (NoUsableDocuments, UsageError) as error:
            if len(sheets) == 1:
                raise
            without.append((name, error))
    if not tables:
        raise without[0][1]
    remark = f"sheets without texts: {', '.join(name for name, _ in without)}" if without else ""
    if len(tables) == 1:
        return Found(next(iter(tables.values())), remark=remark)
    return Found(joined(tables), remark=remark)


def records(rows: Sequence[Sequence[Any]]) -> Iterator[dict[str, object]]:
    """Rows as objects; columns without a name are called by their number, empty rows are none."""
    header = [str(_plain(name) or f"column{number}") for number, name in enumerate(rows[0])] if rows else []
    for row in rows[1:]:
        values = [_plain(value) for value in row]
        if any(value is not None for value in values):
            yield dict(zip(header, values, strict=False))


def _plain(value: Any) -> object:
    """A cell: whole numbers come as fractions, nothing as an empty text."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if value != "" else None
