"""How do the clusters change over time? Their shares by period, or by slice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from typing import Any, ClassVar, NamedTuple

import numpy as np

from cotext.errors import UsageError
from cotext.natural import in_natural_order
from cotext.pictures.numbers import Numbers, cluster_names, counted, left_out, percent
from cotext.result import CoClustering, Table

MOST = 30  # columns
ENOUGH, COLUMNS = 10, 8  # documents per column; fewer if a collection is too small for this many columns
UNITS = {"day": 10, "month": 7, "year": 4}  # characters of an ISO date
DATE = re.compile(r"\d{4}(-\d\d(-\d\d.*)?)?")
YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
LITTLE = 0.005  # changes of a share below this are not reported


@dataclass(frozen=True, kw_only=True)
class StreamPicture(Numbers):
    """Clusters x periods."""

    name: ClassVar[str] = "stream"
    periods: list[str]  # columns, in order
    kind: str  # of the columns: "date", "period", "year in the document's name" or "slice"
    unit: str  # of the counts
    names: list[str]  # empty for a cluster that is not shown
    counts: np.ndarray  # clusters x periods

    def table(self) -> Table:
        shares = self.shares()
        rows = [
            (period, cluster, float(self.counts[cluster, j]), float(shares[cluster, j]))
            for j, period in enumerate(self.periods)
            for cluster in range(len(self.names))
            if self.names[cluster]
        ]
        return Table((self.kind.split()[0], "cluster", self.unit.split()[0], "share"), rows)

    def labels(self) -> list[str]:
        """Return the periods, with the number of documents below each if documents are counted."""
        if self.unit != "documents":
            return self.periods
        totals = self.counts.sum(axis=0)
        return [f"{period}\n{n:,.0f}" for period, n in zip(self.periods, totals, strict=True)]

    def shares(self) -> np.ndarray:
        """Return the share of each cluster in each period."""
        return np.asarray(self.counts / np.maximum(self.counts.sum(axis=0), 1e-300))


def prepare(result: CoClustering, *, periods: Sequence[Any] | None = None, bins: int = 12) -> StreamPicture:
    """Count documents by cluster and period.

    Parameters
    ----------
    periods : sequence, optional
        One date, year or other sortable value per document. Without it: the dates of the documents, the
        slices of a tensor model, or years in the documents' names. The order of the input does not count.
    bins : int
        At most this many columns if there are too many values for a column each. Neighboring columns are
        merged until each holds enough documents, about ten.
    """
    columns, counts, kind, unit, how = _columns(result, periods, bins)
    without = int((result.row_labels_ >= 0).sum() - counts.sum()) if kind == "date" else 0
    undated = f" Left out: {counted(without, 'document')} without a date." if without else ""
    below = " Below each column: its number of documents." if unit == "documents" else ""
    names = cluster_names(result)
    title = largest_change(columns, counts, kind, unit, names)
    return StreamPicture(
        title=title,
        alt=f"Shares of {len(counts)} clusters in {len(columns)} columns by {kind}. {title}.",
        note=f"Height: share of the {unit}; {how}.{below}{undated}{left_out(result)}",
        periods=columns,
        kind=kind,
        unit=unit,
        names=names,
        counts=counts,
    )


class _Columns(NamedTuple):
    names: list[str]
    counts: np.ndarray
    kind: str
    unit: str
    how: str


def largest_change(columns: list[str], counts: np.ndarray, kind: str, unit: str, names: list[str]) -> str:
    """Name the largest change between the first and second half. (Single columns may hold few documents.)"""
    totals = counts.sum(axis=0)
    if np.count_nonzero(totals) < 2:
        return f"There is only one {kind}: {columns[int(totals.argmax())]}"
    cut = int(np.searchsorted(totals.cumsum(), totals.sum() / 2))
    cut -= not totals[cut + 1 :].any()  # the last column has more than half
    halves = np.stack([counts[:, : cut + 1].sum(axis=1), counts[:, cut + 1 :].sum(axis=1)])
    before, after = halves / halves.sum(axis=1, keepdims=True)
    k = int(abs(after - before).argmax())
    where = "from slice to slice" if kind == "slice" else "over time"
    if abs(after[k] - before[k]) < LITTLE:
        return f"The clusters hardly change {where}"
    verb = "grows" if after[k] > before[k] else "shrinks"
    return (
        f"“{names[k]}” {verb} most {where}: {percent(before[k])} of the {unit} up to {columns[cut]}, "
        f"{percent(after[k])} after"
    )


def _columns(result: CoClustering, periods: Sequence[object] | None, bins: int) -> _Columns:
    labels = result.row_labels_
    if periods is not None:
        if len(periods) != len(labels):
            raise UsageError(
                f"periods has {len(periods)} values for {len(labels)} documents; give one value per document."
            )
        return _counted(result, list(periods), np.arange(len(labels)), "period", bins)
    blocks = np.asarray(result.fit.get("slice_blocks", np.zeros(0)))
    if blocks.ndim == 3 and len(blocks) > 1:
        mass = blocks * result.sizes[:, None]
        mass = mass * np.bincount(result.column_labels_, minlength=result.n_clusters[1])
        square = blocks.shape[1] == blocks.shape[2]
        inside = np.diagonal(mass, axis1=1, axis2=2) if square else mass.sum(axis=2)
        slices = list(map(str, result.fit.get("slice_names")))
        return _Columns(slices, inside.T, "slice", "mass inside clusters", "one column per slice")
    dates = result.docword.dates or ()
    if dated := [row for row, date in enumerate(dates) if date]:
        return _counted(result, [dates[row] for row in dated], np.array(dated), "date", bins)
    years = [YEAR.search(name) for name in result.docword.ids]
    found = [year[0] for year in years if year]
    if len(found) == len(years) and len(set(found)) > 1:
        return _counted(result, found, np.arange(len(found)), "year in the document's name", bins)
    raise UsageError(
        "the run has no dates of the documents, so no change over time can be drawn: fit again and name "
        "the column of their dates with date= (--date), or give one value per document with periods=."
    )


def _counted(result: CoClustering, values: list[Any], rows: np.ndarray, kind: str, bins: int) -> _Columns:
    """Count the documents of each cluster in each period, by the values of some rows."""
    own = np.flatnonzero(result.row_labels_[rows] >= 0)
    if not len(own):
        raise UsageError(
            f"no document with a {kind} has a known word, so no change over time can be drawn: give other "
            "values with periods=."
        )
    periods = periods_of([values[row] for row in own], bins)
    counts = np.zeros((result.n_clusters[0], len(periods.names)))
    np.add.at(counts, (result.row_labels_[rows[own]], periods.codes), 1)
    return _Columns(periods.names, counts, kind, "documents", periods.how)


@dataclass(frozen=True)
class Periods:
    """Columns in order."""

    names: list[str]
    codes: np.ndarray  # the column of each value
    how: str  # a description of the columns, for a note


@dataclass(frozen=True)
class _Steps:
    """Columns before those with few documents are merged."""

    ends: list[tuple[str, str]]  # first and last value of each
    codes: np.ndarray
    how: str


def periods_of(values: Sequence[Any], bins: int) -> Periods:
    """Form columns of dates, numbers or other values, if possible one for each different value.

    Examples
    --------
    >>> periods = periods_of(["1950", "1999", "1999", "2000", "2000"] * 4, 12)
    >>> periods.names, periods.how
    (['1950', '1999', '2000'], 'one column per year')
    """
    steps = _steps(values, bins)
    sizes = np.bincount(steps.codes, minlength=len(steps.ends))
    enough = max(1, min(ENOUGH, len(values) // COLUMNS))
    groups = merge_small(sizes, enough)
    codes = groups[steps.codes]
    members = [np.flatnonzero(groups == group) for group in range(int(groups.max()) + 1)]
    ends = [(steps.ends[own[0]][0], steps.ends[own[-1]][1]) for own in members]
    names = [first if first == last else f"{first}–{last}" for first, last in ends]
    if not (joined := sum(len(own) > 1 for own in members)):
        return Periods(names, codes, steps.how)
    wider = f"{joined} of the {len(names)} columns {'spans' if joined == 1 else 'span'} more"
    how = f"{steps.how}; {wider}, so that each column holds at least {counted(enough, 'document')}"
    return Periods(names, codes, how)


def merge_small(sizes: np.ndarray, enough: int) -> np.ndarray:
    """Group neighbors so that each group has a total of at least ``enough``; return the group of each.

    Examples
    --------
    >>> merge_small(np.array([1, 0, 9, 30, 40, 2]), 10).tolist()
    [0, 0, 0, 1, 2, 2]
    """
    groups = np.zeros(len(sizes), dtype=np.int64)
    group, total = 0, 0
    for place, size in enumerate(sizes.tolist()):
        if total >= enough:
            group, total = group + 1, 0
        groups[place] = group
        total += size
    if total < enough and group:
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
    """Divide the range of the numbers into parts of equal width."""
    edges = np.linspace(values.min(), values.max(), bins + 1)
    codes = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, bins - 1)
    ends = [(f"{low:g}", f"{high:g}") for low, high in pairwise(edges)]
    return _Steps(ends, codes, f"values in {bins} parts of equal width")


def _calendar(dates: list[str], bins: int) -> _Steps:
    """Group ISO dates by the finest unit that they all have and that gives few enough columns."""
    exact = min(map(len, dates))
    for unit, width in UNITS.items():
        steps = _listed([date[:width] for date in dates], unit)
        if exact >= width and len(steps.ends) <= MOST:
            return steps
    return _whole(np.array([int(date[:4]) for date in dates]), bins, "years")


def _whole(values: np.ndarray, bins: int, unit: str) -> _Steps:
    """Group whole numbers in steps of a round width."""
    for width in (digit * 10**zeros for zeros in count() for digit in (1, 2, 5)):
        starts, codes = np.unique(values // width * width, return_inverse=True)
        if width > 1 and len(starts) <= max(bins, 1):
            break
    ends = [(f"{start}", f"{start + width - 1}") for start in starts.tolist()]
    return _Steps(ends, codes, f"one column per {width} {unit}")


def _listed(texts: list[str], unit: str) -> _Steps:
    """Make a column of each different text."""
    names = in_natural_order(set(texts))
    codes = {name: code for code, name in enumerate(names)}
    columns = np.array([codes[text] for text in texts])
    return _Steps([(name, name) for name in names], columns, f"one column per {unit}")
