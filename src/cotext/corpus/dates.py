"""Dates in ISO form, whatever form they were written in as long as it has one meaning."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import datetime

PART = re.compile(
    r"(\d{4})(?:-(\d{1,2}))?(?:\.0)?"
)  # a year, which other programs write as 2021.0, or a month
SLASHED = re.compile(r"(\d{4})[/.](\d{1,2})(?:[/.](\d{1,2}))?")
NUMBERED = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})")
DAY_FIRST, MONTH_FIRST = "day/month/year", "month/day/year"
SPELLED = ("%d.%m.%Y", "%d %B %Y", "%d %b %Y", "%B %d, %Y", "%b %d, %Y", "%a, %d %b %Y %H:%M:%S %z")


def iso_dates(values: Sequence[str], column: str) -> tuple[list[str] | None, tuple[str, ...]]:
    """Dates in ISO form, ``""`` where there is none, and a note on those that could not be read.

    None in place of the dates when none of them could. A day and a month as mere numbers, 5/3/2021, are read
    where another one of the column, 25/3/2021, tells which is which.

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
    notes = (f"dates in {column!r} are read as {form}",) if form else ()
    wrong = [value for value in values if value.strip() and not known[value]]
    if not wrong:
        return (dates if any(dates) else None), notes
    note = (
        f"{len(wrong):,} of {len(values):,} dates in {column!r} cannot be read, such as {wrong[0][:40]!r}: "
        "write them as 2024-12-31"
    )
    return (dates if any(dates) else None), (*notes, note)


def _order(values: Collection[str]) -> str:
    """What dates of mere numbers mean, if numbers above twelve say so and do not contradict each other."""
    found = [match.groups() for value in values if (match := NUMBERED.fullmatch(value.strip()))]
    first, second = (any(int(numbers[place]) > 12 for numbers in found) for place in (0, 1))
    return "" if first == second else DAY_FIRST if first else MONTH_FIRST


def _numbered(value: str, form: str) -> str | None:
    found = NUMBERED.fullmatch(value.strip())
    if not form or found is None:
        return None
    one, two, year = found.groups()
    month, day = (two, one) if form == DAY_FIRST else (one, two)
    return iso_date(f"{year}-{month:0>2}-{day:0>2}")


def iso_date(value: str) -> str | None:
    """A date in ISO form, as exact as it was written; None when it is none.

    A day and a month as mere numbers, 5/3/2021, are read differently in different countries: not alone.

    Examples
    --------
    >>> iso_date("2021/3"), iso_date("2021-03-05T10:30:00Z"), iso_date("5/3/2021")
    ('2021-03', '2021-03-05T10:30:00+00:00', None)
    """
    value = value.strip()
    if (found := SLASHED.fullmatch(value)) and not PART.fullmatch(value):
        value = "-".join(part.zfill(2) for part in found.groups() if part)
    if found := PART.fullmatch(value):
        return _year_or_month(*found.groups())
    moment = _moment(value)
    if moment is None:
        return None
    exact = moment.isoformat()
    return exact.removesuffix("T00:00:00")


def _year_or_month(year: str, month: str | None) -> str | None:
    if month is None:
        return year
    return f"{year}-{int(month):02}" if 1 <= int(month) <= 12 else None


def _moment(value: str) -> datetime | None:
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        pass
    for form in SPELLED:
        try:
            return datetime.strptime(value, form)
        except ValueError:
            continue
    return None
