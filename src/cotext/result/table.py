"""A small table that reads well in a terminal, a notebook and a spreadsheet."""

from __future__ import annotations

import csv
import html
import importlib
import io
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, SupportsIndex, overload

from cotext.console import number
from cotext.errors import UsageError
from cotext.files import write_output_text

SHOWN_ROWS = 50
NARROWEST = 12
FORMULAS = frozenset("=+-@\t\r\n")  # first characters of formulas in a spreadsheet


class Table:
    """Named columns and rows of plain Python values.

    Iterating and indexing give rows as dicts, a slice gives a table; printing gives aligned text.

    Parameters
    ----------
    columns : sequence of str
        Column names.
    rows : iterable of tuples
        One value per column; a list of strings is shown joined by commas.
    notes : sequence of str
        Shown below the rows.

    Examples
    --------
    >>> table = Table(["word", "count"], [("red", 3), ("blue", 12)])
    >>> print(table)
    word  count
    red       3
    blue     12
    >>> table[1]
    {'word': 'blue', 'count': 12}
    >>> table[-1:].column("word")
    ['blue']
    """

    def __init__(
        self, columns: Sequence[str], rows: Iterable[Sequence[Any]], notes: Sequence[str] = ()
    ) -> None:
        self.columns, self.notes = tuple(columns), tuple(notes)
        self.rows = [tuple(row) for row in rows]

    @classmethod
    def of_columns(cls, columns: Mapping[str, Iterable[object]]) -> Table:
        """Return a table of these columns by name."""
        return cls(tuple(columns), zip(*columns.values(), strict=True))

    def with_columns(self, columns: Mapping[str, Iterable[object]], index: int) -> Table:
        """Return the table with further columns, the first of them at ``index``."""
        if not columns:
            return self
        cells = zip(*columns.values(), strict=True)
        rows = [(*row[:index], *new, *row[index:]) for row, new in zip(self.rows, cells, strict=True)]
        return Table((*self.columns[:index], *columns, *self.columns[index:]), rows, self.notes)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    @overload
    def __getitem__(self, index: SupportsIndex) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Table: ...
    def __getitem__(self, index: SupportsIndex | slice) -> dict[str, Any] | Table:
        if isinstance(index, slice):
            return Table(self.columns, self.rows[index], self.notes)
        return dict(zip(self.columns, self.rows[index], strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and (self.columns, self.rows) == (other.columns, other.rows)

    __hash__ = None  # type: ignore[assignment]

    def column(self, name: str) -> list[Any]:
        """Return the values of one column."""
        index = self.columns.index(name)
        return [row[index] for row in self.rows]

    def to_dict(self) -> list[dict[str, Any]]:
        """Return the rows as a list of dicts."""
        return list(self)

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write a UTF-8 CSV file."""
        write_output_text(path, self.csv())

    def csv(self) -> str:
        """Return the CSV, its text cells written so that no spreadsheet takes them for formulas."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([_csv_cell(name) for name in self.columns])
        columns = zip(*self.rows, strict=True) if self.rows else [()] * len(self.columns)
        writer.writerows(zip(*map(_csv_column, columns), strict=True))
        return stream.getvalue()

    def to_pandas(self) -> Any:
        """Return a ``pandas.DataFrame``; pandas must be installed."""
        return _optional("pandas").DataFrame(self.to_dict(), columns=list(self.columns))

    def to_polars(self) -> Any:
        """Return a ``polars.DataFrame``; Polars must be installed."""
        return _optional("polars").DataFrame(self.rows, schema=list(self.columns), orient="row")

    def __str__(self) -> str:
        cells = [[_shown(value) for value in row] for row in self.rows[:SHOWN_ROWS]]
        widths = _widths([list(self.columns), *cells], shutil.get_terminal_size((100, 24)).columns)
        columns = list(zip(*self.rows[:SHOWN_ROWS], strict=True))
        numeric = [_is_numeric(column) for column in columns] or [False] * len(widths)
        lines = [_line(row, widths, numeric) for row in [list(self.columns), *cells]]
        hidden = len(self.rows) - len(cells)
        return "\n".join([*lines, *[f"... and {hidden} more rows"] * (hidden > 0), *map(_shown, self.notes)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(_shown(value))}</td>" for value in row) + "</tr>"
            for row in self.rows[:SHOWN_ROWS]
        )
        hidden = len(self.rows) - SHOWN_ROWS
        below = [f"... and {hidden} more rows"] * (hidden > 0) + [html.escape(note) for note in self.notes]
        notes = "".join(f"<p>{note}</p>" for note in below)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{notes}"


def printable(text: str) -> str:
    """Replace lone surrogates, which UTF-8 cannot hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _csv_column(values: Sequence[Any]) -> Sequence[object]:
    kinds = set(map(type, values))  # fast paths: a run has millions of cells, most of them numbers or words
    if kinds <= {int, float}:
        return values
    if kinds == {str}:
        return [
            text if text.isascii() and text[:1] not in FORMULAS and "\r" not in text else _csv_cell(text)
            for text in values
        ]
    return list(map(_csv_cell, values))


def _csv_cell(value: object) -> object:
    if isinstance(value, list | tuple):
        value = ", ".join(map(str, value))
    if isinstance(value, str):
        guard = "'" if value[:1] in FORMULAS else ""
        text = value if value.isascii() else printable(value)
        # csv leaves a lone carriage return unquoted, and readers end the row there
        return guard + (text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text)
    return value


def _shown(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_shown, value))
    text = number(value) if isinstance(value, float) else str(value)
    # A control character could move the cursor or recolour the terminal.
    return "".join(character if character.isprintable() else " " for character in printable(text))


def _is_numeric(values: Sequence[object]) -> bool:
    return all(isinstance(value, int | float) for value in values)


def _widths(cells: list[list[str]], available: int) -> list[int]:
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    while sum(widths) + 2 * (len(widths) - 1) > available and max(widths, default=0) > NARROWEST:
        widest = widths.index(max(widths))
        others = sum(widths) - widths[widest] + 2 * (len(widths) - 1)
        second = max([width for column, width in enumerate(widths) if column != widest], default=0)
        widths[widest] = max(available - others, min(second, widths[widest] - 1), NARROWEST)
    return widths


def _line(row: list[str], widths: list[int], numeric: list[bool]) -> str:
    parts = []
    for text, width, right in zip(row, widths, numeric, strict=True):
        cut = text if len(text) <= width else text[: width - 1] + "…"
        parts.append(cut.rjust(width) if right else cut.ljust(width))
    return "  ".join(parts).rstrip()


def _optional(package: str) -> Any:
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise UsageError(f"this needs {package}, which is not installed; pip install {package}") from error
