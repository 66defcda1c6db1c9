"""Spreadsheets: every sheet is a table, whose first row usually names the columns."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import Any

from cotext.corpus.build_documents import join_documents
from cotext.corpus.columns import Wanted, with_guesses
from cotext.corpus.documents import Documents, FileContent, Reading
from cotext.corpus.files.extras import needed, reason
from cotext.corpus.files.file_io import SourceFile
from cotext.corpus.files.limits import TooLarge
from cotext.corpus.formats.office import uncompressed
from cotext.corpus.formats.records import from_records
from cotext.corpus.table_form import NO, ROWS, header_of, numbered
from cotext.errors import CotextError, NoUsableDocuments, UsageError

ANY_AREA, EMPTY = 10**6, 100  # cells of a sheet that may all be empty; more empty ones per full cell
_CELL = re.compile(rb"""<(?:\w+:)?(?:c|row)\s[^>]*?\br=["']([A-Z]{0,3})(\d{1,7})""")


def read_sheets(item: SourceFile, reading: Reading) -> FileContent:
    """Read rows as documents; sheets without a text are left out and named."""
    calamine = needed("python-calamine")
    archive = uncompressed(item)
    _refuse_empty_areas(archive, item.where)
    tables, without = dict[str, Documents](), dict[str, CotextError]()
    try:
        book = calamine.load_workbook(archive)

        def read(name: str, wanted: Wanted) -> Documents:
            rows = book.get_sheet_by_name(name).iter_rows()
            return from_records(*with_names(rows, f"{item.where}, sheet {name!r}", wanted))

        wanted = with_guesses(reading.wanted, [partial(read, name) for name in book.sheet_names])
        for name in book.sheet_names:
            try:
                tables[name] = read(name, wanted)
            except (NoUsableDocuments, UsageError) as error:
                without[name] = error
    except (calamine.CalamineError, OSError) as error:
        raise CotextError(
            f"{item.where}: cannot be read as {item.kind} ({reason(error)}); save it again"
        ) from error
    if not tables:
        raise next(iter(without.values()), NoUsableDocuments(f"{item.where}: no sheet in it; add one"))
    remark = f"sheets without texts: {', '.join(without)}" if without else ""
    return FileContent(
        join_documents(tables) if len(tables) > 1 else next(iter(tables.values())), remark=remark
    )


def with_names(
    rows: Iterable[Sequence[Any]], where: str, wanted: Wanted
) -> tuple[Iterator[dict[str, object]], str, Wanted]:
    """Turn rows into records; unnamed columns are called by their numbers, empty rows are left out.

    Examples
    --------
    >>> list(with_names([["", ""], ["id", ""], [7.0, "oak"]], "a sheet", Wanted())[0])
    [{'id': 7, 'column1': 'oak'}]
    """
    plain = ([_plain(value) for value in row] for row in rows)
    full = (row for row in plain if any(value is not None for value in row))
    first = list(islice(full, ROWS))
    if not first:
        return iter(()), where, wanted
    shown = [["" if value is None else str(value) for value in row] for row in first]
    named, notes = header_of(shown, wanted.form.header, wanted.names)
    first_names = [str(name or f"column{number}") for number, name in enumerate(first[0])]
    names = first_names if named else numbered(first[0])
    rows_below = chain(first[1:] if named else first, full)
    found = replace(
        wanted, found=replace(wanted.form, header=wanted.form.header if named else NO), notes=notes
    )
    return (dict(zip(names, row, strict=False)) for row in rows_below), where, found


def _plain(value: object) -> object:
    """Clean a cell: whole numbers come as fractions, an empty cell as an empty text."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if value != "" else None


def _refuse_empty_areas(archive: io.BytesIO, where: str) -> None:
    """Refuse large sheets that are almost empty: the library would make all their cells."""
    with zipfile.ZipFile(archive) as parts:
        for name in parts.namelist():
            cells = _CELL.findall(parts.read(name)) if name.startswith("xl/worksheets/") else []
            width = max((_column(letters) for letters, _ in cells), default=0)
            area = width * max((int(row) for _, row in cells), default=0)
            if area > ANY_AREA + EMPTY * len(cells):
                raise TooLarge(
                    f"{where}: a sheet of {area:,} cells with {len(cells):,} that are not empty; delete the "
                    "empty rows and columns between them"
                )
    archive.seek(0)


def _column(letters: bytes) -> int:
    """Return the number of a column such as A or BC."""
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number
