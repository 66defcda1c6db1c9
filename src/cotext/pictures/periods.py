"""Columns of a picture over time: days, months, years or more, wide enough to hold some documents each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from typing import Any

import numpy as np

from cotext.natural import in_natural_order

MOST = 30  # columns
ENOUGH, COLUMNS = 10, 8  # documents a column should hold; fewer in collections too small for so many columns
UNITS = {"day": 10, "month": 7, "year": 4}  # characters of an ISO date
DATE = re.compile(r"\d{4}(-\d\d(-\d\d.*)?)?")


@dataclass(frozen=True)
class Periods:
    """Columns in order.

    Attributes
    ----------
    names : list of str
        What the columns are called.
    codes : ndarray of int
        The column of each value.
    how : str
        What a column is, for a note.
    """

    names: list[str]
    codes: np.ndarray
    how: str


@dataclass(frozen=True)
class _Steps:
    """Columns before those of few documents are put together: the first and last value of each."""

    ends: list[tuple[str, str]]
    codes: np.ndarray
    how: str


def periods_of(values: Sequence[Any], bins: int) -> Periods:
    """Columns for dates, numbers or other values, one for each value that is given.

    Examples
    --------
    >>> found = periods_of(["1950", "1999", "1999", "2000", "2000"] * 4, 12)
    >>> found.names, found.how
    (['1950', '1999', '2000'], 'one column per year')
    """
    steps = _steps(values, bins)
    sizes = np.bincount(steps.codes, minlength=len(steps.ends))
    enough = max(1, min(ENOUGH, len(values) // COLUMNS))
    groups = put_together(sizes, enough)
    codes = groups[steps.codes]
    members = [np.flatnonzero(groups == group) for group in range(int(groups.max()) + 1)]
    names = [_span(steps.ends[own[0]][0], steps.ends[own[-1]][1]) for own in members]
    if not (joined := sum(len(own) > 1 for own in members)):
        return Periods(names, codes, steps.how)
    wider = f"{joined} of the {len(names)} columns {'spans' if joined == 1 else 'span'} more"
    held = "1 document" if enough == 1 else f"{enough} documents"
    return Periods(names, codes, f"{steps.how}; {wider}, so that each column holds at least {held}")


def put_together(sizes: np.ndarray, enough: int) -> np.ndarray:
    """Return the group of each of some neighbours: as many groups as can hold ``enough`` each, at least one.

    Examples
    --------
    >>> put_together(np.array([1, 0, 9, 30, 40, 2]), 10).tolist()
    [0, 0, 0, 1, 2, 2]
    """
    groups = np.zeros(len(sizes), dtype=np.int64)
    group, held = 0, 0
    for place, size in enumerate(sizes.tolist()):
        if held >= enough:
            group, held = group + 1, 0
        groups[place] = group
        held += size
    if held < enough and group:
        groups[groups == group] = group - 1
    return groups


def _steps(values: Sequence[Any], bins: int) -> _Steps:
    if isinstance(values[0], int | float | np.number) and len(np.unique(values)) > MOST:
        numbers = np.asarray(values, dtype=np.float64)
        whole = not (numbers % 1).any()
        return _whole(numbers.astype(np.int64), bins, "numbers") if whole else _ranges(numbers, bins)
    texts = [str(value) for value in values]
    if all(map(DATE.fullmatch, texts)) and len(set(texts)) > 1:
        return _calendar(texts, bins)
    steps = _listed(texts, "value")
    if (n := len(steps.ends)) <= MOST:
        return steps
    parts = np.unique(np.arange(n) * bins // n, return_inverse=True)[1]
    members = [np.flatnonzero(parts == part) for part in range(int(parts[-1]) + 1)]
    ends = [(steps.ends[own[0]][0], steps.ends[own[-1]][1]) for own in members]
    return _Steps(
        ends, parts[steps.codes], f"one column per {n // len(ends)} or more of {n:,} different values"
    )


def _ranges(values: np.ndarray, bins: int) -> _Steps:
    """Numbers in parts of equal width."""
    edges = np.linspace(values.min(), values.max(), bins + 1)
    codes = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, bins - 1)
    ends = [(f"{low:g}", f"{high:g}") for low, high in pairwise(edges)]
    return _Steps(ends, codes, f"values in {bins} parts of equal width")


def _calendar(dates: list[str], bins: int) -> _Steps:
    """ISO dates by the finest unit that they have and that gives few enough columns."""
    exact = min(map(len, dates))
    for unit, width in UNITS.items():
        steps = _listed([date[:width] for date in dates], unit)
        if exact >= width and len(steps.ends) <= MOST:
            return steps
    return _whole(np.array([int(date[:4]) for date in dates]), bins, "years")


def _whole(values: np.ndarray, bins: int, unit: str) -> _Steps:
    """Whole numbers in steps of a round width."""
    for width in (digit * 10**zeros for zeros in count() for digit in (1, 2, 5)):
        starts, codes = np.unique(values // width * width, return_inverse=True)
        if width > 1 and len(starts) <= max(bins, 1):
            break
    ends = [(f"{start}", f"{start + width - 1}") for start in starts.tolist()]
    return _Steps(ends, codes, f"one column per {width} {unit}")


def _listed(texts: list[str], unit: str) -> _Steps:
    """A column for each of the different texts."""
    names = in_natural_order(set(texts))
    place = {name: code for code, name in enumerate(names)}
    return _Steps(
        [(name, name) for name in names], np.array([place[text] for text in texts]), f"one column per {unit}"
    )


def _span(first: str, last: str) -> str:
    return first if first == last else f"{first}–{last}"
