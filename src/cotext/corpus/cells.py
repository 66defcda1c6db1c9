"""Cells of a table: missing values, lists of texts, dates."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime

import numpy as np

MARKS = frozenset({"na", "n/a", "#n/a", "<na>", "nan", "null", "none", "-"})
# A class may be called "none", so for classes only the spellings of programs count.
WRITTEN = frozenset({"NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "null", "NULL", "None", "-"})
LONGEST = max(map(len, MARKS))


def is_missing(text: str, exactly: bool = False) -> bool:
    """Whether a cell marks a missing value, in any case, or ``exactly`` as programs write it.

    Examples
    --------
    >>> is_missing(" N/A "), is_missing("none"), is_missing("none", exactly=True), is_missing("none of us")
    (True, True, False, False)
    """
    if len(text) > 2 * LONGEST:
        return False
    bare = text.strip()
    return bare in WRITTEN if exactly else bare.lower() in MARKS


def paragraphs(value: object) -> object:
    """Join a list of texts with blank lines; return anything else as it is.

    Examples
    --------
    >>> paragraphs(["One oak.", None, "Two elms."]), paragraphs([1, 2])
    ('One oak.\\n\\nTwo elms.', [1, 2])
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, list | tuple) or not all(isinstance(text, str | None) for text in value):
        return value
    return "\n\n".join(text for text in value if text)


def missing_note(missing: int, texts: int) -> tuple[str, ...]:
    """Report how many texts were missing.

    Examples
    --------
    >>> missing_note(2, 1200)
    ("2 of 1,200 texts are 'NA', 'null' or the like, so blank; --keep-na (keep_na=True) reads them as words",)
    """
    if not missing:
        return ()
    verb = "is" if missing == 1 else "are"
    note = f"{missing:,} of {texts:,} texts {verb} 'NA', 'null' or the like, so blank"
    return (f"{note}; --keep-na (keep_na=True) reads them as words",)


# --- dates ----------------------------------------------------------------------------------------------

# A year, which other programs write as 2021.0, or a month.
PART = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:\.0)?")
SLASHED = re.compile(r"(\d{4})[/.](\d{1,2})(?:[/.](\d{1,2}))?")
NUMBERED = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})")
DAY_FIRST, MONTH_FIRST = "day/month/year", "month/day/year"
SPELLED = ("%d.%m.%Y", "%d %B %Y", "%d %b %Y", "%B %d, %Y", "%b %d, %Y", "%a, %d %b %Y %H:%M:%S %z")


def iso_dates(values: Sequence[str], column: str) -> tuple[list[str] | None, tuple[str, ...]]:
    """Write dates in ISO form, ``""`` for a missing one, and note those that could not be read.

    The dates are None if none could be read. A day and a month as mere numbers, 5/3/2021, are read only if
    another date of the column, 25/3/2021, shows their order.

    Examples
    --------
    >>> iso_dates(["2021-03-05 00:00:00", "5 March 2021", "2020", ""], "when")
    (['2021-03-05', '2021-03-05', '2020', ''], ())
    >>> iso_dates(["5/3/2021", "25/3/2021"], "when")
    (['2021-03-05', '2021-03-25'], ("dates in 'when' are read as day/month/year",))
    """
    form = _order(set(values))
    known = {value: iso_date(value) or _numbered(value, form) for value in set(values)}
    dates = [known[value] or "" for value in values]
    notes = [f"dates in {column!r} are read as {form}"] if form else []
    if wrong := [value for value in values if value.strip() and not known[value]]:
        notes.append(
            f"{len(wrong):,} of {len(values):,} dates in {column!r} cannot be read, such as "
            f"{wrong[0][:40]!r}: write them as 2024-12-31"
        )
    return (dates if any(dates) else None), tuple(notes)


def _order(values: Collection[str]) -> str:
    """Find the order of day and month from numbers above twelve, unless they contradict each other."""
    dates = [match.groups() for value in values if (match := NUMBERED.fullmatch(value.strip()))]
    first, second = (any(int(numbers[i]) > 12 for numbers in dates) for i in (0, 1))
    return "" if first == second else DAY_FIRST if first else MONTH_FIRST


def _numbered(value: str, form: str) -> str | None:
    match = NUMBERED.fullmatch(value.strip())
    if not form or match is None:
        return None
    first, second, year = match.groups()
    month, day = (second, first) if form == DAY_FIRST else (first, second)
    return iso_date(f"{year}-{month:0>2}-{day:0>2}")


def iso_date(value: str) -> str | None:
    """Write a date in ISO form, as exact as it was written; None if it is no date.

    A day and a month as mere numbers, 5/3/2021, are not read: their order depends on the country.

    Examples
    --------
    >>> iso_date("2021/3"), iso_date("2021-03-05T10:30:00Z"), iso_date("5/3/2021")
    ('2021-03', '2021-03-05T10:30:00+00:00', None)
    """
    value = value.strip()
    if (match := SLASHED.fullmatch(value)) and not PART.fullmatch(value):
        value = "-".join(part.zfill(2) for part in match.groups() if part)
    if match := PART.fullmatch(value):
        year, month = match.groups()
        return year if month is None else f"{year}-{int(month):02}" if 1 <= int(month) <= 12 else None
    moment = _moment(value)
    return None if moment is None else moment.isoformat().removesuffix("T00:00:00")


def _moment(value: str) -> datetime | None:
    with suppress(ValueError):
        return datetime.fromisoformat(value)
    for form in SPELLED:
        with suppress(ValueError):
            return datetime.strptime(value, form)
    return None
