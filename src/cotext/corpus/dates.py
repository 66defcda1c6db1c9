"""Dates in ISO form, whatever form they were written in as long as it has one meaning."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

PART = re.compile(
    r"(\d{4})(?:-(\d{1,2}))?(?:\.0)?"
)  # a year, which other programs write as 2021.0, or a month
SLASHED = re.compile(r"(\d{4})[/.](\d{1,2})(?:[/.](\d{1,2}))?")
SPELLED = ("%d.%m.%Y", "%d %B %Y", "%d %b %Y", "%B %d, %Y", "%b %d, %Y", "%a, %d %b %Y %H:%M:%S %z")


def iso_dates(values: Sequence[str], column: str) -> tuple[list[str] | None, tuple[str, ...]]:
    """Dates in ISO form, ``""`` where there is none, and a note on those that could not be read.

    None in place of the dates when none of them could.

    Examples
    --------
    >>> iso_dates(["2021-03-05 00:00:00", "5 March 2021", "2020", ""], "when")
    (['2021-03-05', '2021-03-05', '2020', ''], ())
    """
    known = {value: iso_date(value) for value in set(values)}
    dates = [known[value] or "" for value in values]
    wrong = [value for value in values if value.strip() and not known[value]]
    if not wrong:
        return (dates if any(dates) else None), ()
    note = (
        f"{len(wrong):,} of {len(values):,} dates in {column!r} cannot be read, such as {wrong[0][:40]!r}: "
        "write them as 2024-12-31"
    )
    return (dates if any(dates) else None), (note,)


def iso_date(value: str) -> str | None:
    """A date in ISO form, as exact as it was written; None when it is none.

    A day and a month as mere numbers, 5/3/2021, are read differently in different countries: not here.

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
