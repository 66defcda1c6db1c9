"""Find out how tables are written: a line of names or none, separators, quotes."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import median
from typing import TYPE_CHECKING, Any

from cotext.corpus.cells import iso_date
from cotext.corpus.files import limits
from cotext.errors import UsageError

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

AUTO, YES, NO = "auto", "yes", "no"
NONE = "none"  # no quotes at all
SEPARATORS, QUOTES = ",;\t|", ('"', "'")
ROWS, HEAD = 1000, 1 << 20  # rows to look at, and characters of them
LONG, MOSTLY = 6, 0.9  # words of a cell that is no name; share of a column that has one kind
QUOTED = 2  # cells that must be in single quotes
NUMBER = re.compile(r"[-+]?[\d.,\s]*\d[\d.,]*\s?%?([eE][-+]?\d+)?")


@dataclass(frozen=True)
class TableForm:
    """How tables are written; a field that is "auto" or empty is found out for each."""

    header: str = AUTO  # "yes" or "no": whether the first line names the columns, else called 1, 2, ...
    sep: str = ""  # the character between cells
    quote: str = ""  # the character around cells, "none" if there is none
    keep_na: bool = False  # whether cells such as "NA" are texts like others

    def over(self, before: TableForm) -> TableForm:
        """Complete the form by that of earlier tables."""
        header = before.header if self.header == AUTO else self.header
        return TableForm(
            header, self.sep or before.sep, self.quote or before.quote, self.keep_na or before.keep_na
        )

    def unusual(self) -> dict[str, Any]:
        """Return the fields that are not the usual ones, by name."""
        usual = vars(TableForm())
        return {name: value for name, value in vars(self).items() if value != usual[name]}


def table_form(
    header: bool | str = AUTO, sep: str | None = None, quote: str | None = None, keep_na: bool = False
) -> TableForm:
    """Check the options of a user.

    Examples
    --------
    >>> table_form(header=False, sep="tab", quote="'")
    TableForm(header='no', sep='\\t', quote="'", keep_na=False)
    """
    if isinstance(header, bool):
        header = YES if header else NO
    if header not in (AUTO, YES, NO):
        raise UsageError(
            f"header={header!r}: use True (--header) if the first line names the columns, "
            "False (--no-header) if it is a document."
        )
    sep = {"tab": "\t", "\\t": "\t", AUTO: ""}.get(sep or "", sep or "")
    quote = "" if quote in (None, AUTO) else str(quote)
    if len(sep) > 1 or sep in ("\n", "\r", '"'):
        raise UsageError(f"sep={sep!r}: expected one character such as ';', or 'tab'.")
    if quote != NONE and (len(quote) > 1 or quote in ("\n", "\r") or (quote and quote == sep)):
        raise UsageError(f"quote={quote!r}: expected one character such as \"'\", or 'none'.")
    if not isinstance(keep_na, bool):
        raise UsageError(f"keep_na={keep_na!r}: expected True or False.")
    return TableForm(header, sep, quote, keep_na)


@dataclass(frozen=True)
class Head:
    """The beginning of a delimited table: its columns, how it is written, and notes on it."""

    names: list[str]
    form: TableForm
    notes: tuple[str, ...] = ()
    spaced: bool = False  # with spaces between separators and quotes

    @property
    def header(self) -> bool:
        return self.form.header != NO


def head_of(text: str, is_all: bool, wanted: TableForm, named: Collection[str], tabs: bool) -> Head:
    """Look at the beginning of a table; ``is_all`` says that the table ends with it.

    ``wanted`` is the known part of its form. A first line with one of the ``named`` columns is one of names.
    ``tabs`` says that the name of the file promises tabs between the cells.

    Examples
    --------
    >>> text = "web;'An ''old'' oak; and a young elm tree'\\nweb;A yew tree by the old wall of stone\\n" * 2
    >>> head_of(text + "art;'The pictures; of a year that nobody saw'", True, TableForm(), (), False).form
    TableForm(header='no', sep=';', quote="'", keep_na=False)
    """
    sep, quote = _cut_by(text, is_all, wanted, tabs)
    after_space = re.compile(f" +{re.escape(quote)}")
    cells = (cell for row in _rows(text, sep, quote, is_all) for cell in row)
    spaced = quote != NONE and any(map(after_space.match, cells))
    rows = list(_rows(text, sep, quote, is_all, spaced))
    header, notes = header_of(rows, wanted.header, named)
    names = _names(rows[0]) if header else numbered(rows[0])
    return Head(names, TableForm(wanted.header if header else NO, sep, quote, wanted.keep_na), notes, spaced)


def header_of(
    rows: Sequence[Sequence[str]], wanted: str, named: Collection[str] = ()
) -> tuple[bool, tuple[str, ...]]:
    """Return whether the first row names the columns, and a note on it."""
    first = [cell.strip() for cell in rows[0]]
    if wanted != AUTO or not set(first).isdisjoint(named):
        return wanted != NO, ()
    others = [row for row in rows[1:] if list(row) != list(rows[0])]
    columns = [[row[i].strip() for row in others if i < len(row)] for i in range(len(first))]
    resembles = [_resembles(cell, column) for cell, column in zip(first, columns, strict=True)]
    if True not in resembles:
        return True, ()
    shown = ", ".join(repr(cell[:20]) for cell in first[:4])
    if False in resembles:
        note = "is read as names of columns; --no-header (header=False) reads it as a document"
        return True, (f"the first line ({shown}) {note}",)
    note = f"is like the others: it is a document, and columns are called 1 to {len(first)}"
    return False, (f"the first line ({shown}) {note}; --header (header=True) reads it as names",)


def numbered(row: Sequence[object]) -> list[str]:
    """Name columns by their numbers."""
    return [str(number) for number in range(1, len(row) + 1)]


def reader_of(
    lines: Iterable[str], sep: str, quote: str, spaced: bool = False, strict: bool = False
) -> CsvReader:
    """Return Python's reader of such a table; the caller sets the limit of a field."""
    how = {"quoting": csv.QUOTE_NONE} if quote == NONE else {"quotechar": quote}
    return csv.reader(lines, delimiter=sep, skipinitialspace=spaced, strict=strict, **how)


def _rows(text: str, sep: str, quote: str, is_all: bool, spaced: bool = False) -> Iterator[list[str]]:
    """Give the first rows that are not empty; without the last one if the text ends within the table."""
    before = csv.field_size_limit(limits.LONGEST)
    try:
        full = filter(None, reader_of(io.StringIO(text, newline=""), sep, quote, spaced))
        rows = list(islice(full, ROWS + 1))
        yield from rows if is_all or len(rows) == 1 else rows[:-1]
    finally:
        csv.field_size_limit(before)


def _cut_by(text: str, is_all: bool, wanted: TableForm, tabs: bool) -> tuple[str, str]:
    """Find the separator and the quote: the likeliest ones that give all rows as many cells."""
    first = re.sub(r'"[^"]*"', "", next(line for line in io.StringIO(text, newline="") if line.strip()))
    ranked = sorted(SEPARATORS, key=lambda sep: -first.count(sep))
    known = [wanted.sep] if wanted.sep else ["\t"] if tabs else [sep for sep in ranked if sep in first]
    seps = known or ranked[:1]
    quotes = [wanted.quote] if wanted.quote else QUOTES
    for quote in quotes:
        for sep in seps:
            try:
                rows = list(_rows(text, sep, quote, is_all))
            except csv.Error:
                continue
            if len({len(row) for row in rows}) == 1 and len(rows[0]) > 1:
                single = quote == QUOTES[0] != wanted.quote and _in_single_quotes(rows)
                return sep, QUOTES[1] if single else quote
    return seps[0], quotes[0]


def _in_single_quotes(rows: Sequence[Sequence[str]]) -> bool:
    """Whether every cell with a single quote is within two of them, and doubles those inside."""
    cells = [cell.strip() for row in rows for cell in row if "'" in cell]
    return len(cells) >= QUOTED and all(
        len(cell) > 1 and cell[0] == cell[-1] == "'" and "'" not in cell[1:-1].replace("''", "")
        for cell in cells
    )


def _names(row: Sequence[str]) -> list[str]:
    names: list[str] = []
    for number, field in enumerate(row):
        name = field.strip() or f"column{number}"
        taken = {other.lower() for other in names}
        names.append(name if name.lower() not in taken else f"{name}_{number}")
    return names


def _resembles(first: str, others: Sequence[str]) -> bool | None:
    """Whether a cell is like those below it; None if nothing shows it, False if it may be a name."""
    below = [cell for cell in others if cell]
    if not first or len(below) < 2:
        return None if not first else False
    if _number(first):
        return _mostly(_number, below)
    words = len(first.split())
    if words >= LONG and first[-1] not in "?:":
        usual, length = median(len(cell.split()) for cell in below), median(map(len, below))
        return usual >= LONG and len(first) >= length / 4
    if any(map(str.isdigit, first)) and words == 1:
        shape = _shape(first)
        return _mostly(lambda cell: _shape(cell) == shape, below)
    different = len({first, *below})
    return first in below and 1 < different <= (1 + len(below)) / 2


def _mostly(holds: Callable[[str], bool], cells: Sequence[str]) -> bool:
    return sum(map(holds, cells)) >= MOSTLY * len(cells)


def _number(cell: str) -> bool:
    return NUMBER.fullmatch(cell) is not None or iso_date(cell) is not None


def _shape(cell: str) -> str:
    """Return the pattern of a code: that of "s37/66" is "a9/9"."""
    return re.sub(r"\d+", "9", re.sub(r"[^\W\d_]+", "a", cell))
