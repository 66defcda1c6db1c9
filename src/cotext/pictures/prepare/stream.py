"""How do the clusters move? Their shares over time, or over slices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from cotext.errors import UsageError
from cotext.pictures.numbers import Numbers, cluster_names, counted, left_out, percent
from cotext.result import CoClustering, Table

YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
MOST = 30  # periods
LITTLE = 0.005  # a change of a share that is not told


@dataclass(frozen=True, kw_only=True)
class Stream(Numbers):
    """Clusters x periods.

    Attributes
    ----------
    periods : list of str
        Columns, in order.
    kind : str
        What they are: "date", "period", "year in the document's name" or "slice".
    unit : str
        What is counted.
    names : list of str
        What the clusters are called.
    counts : ndarray of shape (clusters, periods)
        How much of each.
    """

    name: ClassVar[str] = "stream"
    periods: list[str]
    kind: str
    unit: str
    names: list[str]
    counts: np.ndarray

    def table(self) -> Table:
        """One row per period and cluster."""
        shares = self.shares()
        rows = [
            (period, cluster, float(self.counts[cluster, j]), float(shares[cluster, j]))
            for j, period in enumerate(self.periods)
            for cluster in range(len(self.names))
        ]
        return Table((self.kind.split()[0], "cluster", self.unit.split()[0], "share"), rows)

    def shares(self) -> np.ndarray:
        """Share of each cluster in each period."""
        shares: np.ndarray = self.counts / np.maximum(self.counts.sum(axis=0), 1e-300)
        return shares


def prepare(result: CoClustering, *, periods: Sequence[Any] | None = None, bins: int = 12) -> Stream:
    """Count documents by cluster and period.

    Parameters
    ----------
    periods : sequence, optional
        One date, year or other sortable value per document. Without it: the dates of the documents, the
        slices of a tensor model, or years in the documents' names. Input order is no time: where nothing
        else is known there is nothing to draw.
    bins : int
        Number of parts, where values have to be put together.
    """
    names, counts, kind, unit = _columns(result, periods, bins)
    without = int((result.row_labels_ >= 0).sum() - counts.sum()) if kind == "date" else 0
    undated = f" Left out: {counted(without, 'document')} without a date." if without else ""
    title = _found(names, counts, kind, unit)
    return Stream(
        title=title,
        alt=f"Shares of {len(counts)} clusters in {len(names)} columns, one per {kind}. {title}.",
        note=f"Height: share of the {unit}; one column per {kind}.{undated}{left_out(result)}",
        periods=names,
        kind=kind,
        unit=unit,
        names=cluster_names(result),
        counts=counts,
    )


def _found(names: list[str], counts: np.ndarray, kind: str, unit: str) -> str:
    """What moves most between the earlier and the later half: the outermost columns may hold very little."""
    totals = counts.sum(axis=0)
    if np.count_nonzero(totals) < 2:
        return f"There is only one {kind}: {names[int(totals.argmax())]}"
    cut = int(np.searchsorted(totals.cumsum(), totals.sum() / 2))
    cut -= not totals[cut + 1 :].any()  # the last column has more than half
    halves = np.stack([counts[:, : cut + 1].sum(axis=1), counts[:, cut + 1 :].sum(axis=1)])
    before, after = halves / halves.sum(axis=1, keepdims=True)
    k = int(abs(after - before).argmax())
    where = "from slice to slice" if kind == "slice" else "over time"
    if abs(after[k] - before[k]) < LITTLE:
        return f"The clusters hardly move {where}"
    way = "grows" if after[k] > before[k] else "shrinks"
    return (
        f"Cluster {k} {way} most {where}: {percent(before[k])} of the {unit} up to {names[cut]}, "
        f"{percent(after[k])} after"
    )


def _columns(result: CoClustering, periods: Any, bins: int) -> tuple[list[str], np.ndarray, str, str]:
    labels, g = result.row_labels_, result.n_clusters[0]
    blocks = np.asarray(getattr(result.model, "slice_blocks_", np.zeros(0)))
    if periods is not None:
        if len(periods) != len(labels):
            raise UsageError(f"periods has {len(periods)} values for {len(labels)} documents; give one each.")
        names, codes = _coded(list(periods), bins)
        return names, _crossed(labels, codes, g, len(names)), "period", "documents"
    if blocks.ndim == 3 and len(blocks) > 1:
        mass = blocks * result.sizes[:, None]
        mass = mass * np.bincount(result.column_labels_, minlength=result.n_clusters[1])
        inside = (
            np.diagonal(mass, axis1=1, axis2=2) if blocks.shape[1] == blocks.shape[2] else mass.sum(axis=2)
        )
        return list(map(str, result.model.slice_names_)), inside.T, "slice", "mass inside clusters"
    dates = result.docword.dates or ()
    if dated := [row for row, date in enumerate(dates) if date]:
        names, codes = _coded([dates[row] for row in dated], bins)
        return names, _crossed(labels[dated], codes, g, len(names)), "date", "documents"
    years = [YEAR.search(name) for name in result.docword.ids]
    found = [year[0] for year in years if year]
    if len(found) == len(years) and len(set(found)) > 1:
        names, codes = _coded(found, bins)
        return names, _crossed(labels, codes, g, len(names)), "year in the document's name", "documents"
    raise UsageError(
        "nothing is known of when the documents were written, so there is nothing to draw: fit again and "
        "name the column of their dates with date=, or give one value per document with periods=."
    )


def _coded(values: list[Any], bins: int) -> tuple[list[str], np.ndarray]:
    """Names of the columns and the column of each value; long lists of values are put together."""
    array = np.array([str(value) for value in values])
    if isinstance(values[0], int | float | np.number) and len(np.unique(values)) > MOST:
        edges = np.linspace(min(values), max(values), bins + 1)
        codes = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, bins - 1)
        return [f"{low:g}–{high:g}" for low, high in pairwise(edges)], codes
    for width in (10, 7, 4):  # day, month, year of an ISO date
        if len(np.unique(array)) <= MOST:
            break
        array = np.array([value[:width] for value in array])
    names, codes = np.unique(array, return_inverse=True)
    if len(names) > MOST:
        codes = codes * bins // len(names)
        first = [int(np.flatnonzero(np.arange(len(names)) * bins // len(names) == b)[0]) for b in range(bins)]
        return [f"{names[k]} …" for k in first], codes
    return names.tolist(), codes


def _crossed(labels: np.ndarray, codes: np.ndarray, g: int, n: int) -> np.ndarray:
    table = np.zeros((g, n))
    own = labels >= 0
    np.add.at(table, (labels[own], codes[own]), 1)
    return table
