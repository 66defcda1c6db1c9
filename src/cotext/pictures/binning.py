"""A matrix in cluster order, or a window of it, in pixels: sorted ranks, one count over the nonzeros."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from cotext.errors import UsageError


@dataclass(frozen=True)
class Side:
    """Rows or columns in cluster order, and the part of them that is shown."""

    ranks: np.ndarray
    ends: np.ndarray
    start: int
    stop: int
    pixels: int

    @cached_property
    def bins(self) -> np.ndarray:
        """The pixel of each row or column, -1 outside of the window."""
        shown = (self.ranks >= self.start) & (self.ranks < self.stop)
        bins = (self.ranks.astype(np.int64) - self.start) * self.pixels // (self.stop - self.start)
        return np.where(shown, bins, -1).astype(np.int32)

    @property
    def borders(self) -> list[float]:
        """Where each cluster ends, in pixels."""
        inside = np.clip(self.ends, self.start, self.stop) - self.start
        return [float(end) for end in inside * self.pixels / (self.stop - self.start)]

    def sums(self, values: np.ndarray) -> np.ndarray:
        """The sum of some values in each pixel."""
        bins = self.bins
        return np.bincount(bins[bins >= 0], weights=values[bins >= 0], minlength=self.pixels)

    def firsts(self) -> np.ndarray:
        """The row or column of lowest rank in each pixel."""
        by = np.argsort(self.ranks)[self.start : self.stop]
        return by[np.searchsorted(self.bins[by], np.arange(self.pixels))]


def side_of(
    labels: np.ndarray, order: np.ndarray, score: np.ndarray, window: tuple[int, int], pixels: int
) -> Side:
    """Rows or columns sorted by cluster, clusters in this order, lower scores first; a window of them."""
    start, stop = window
    if not 0 <= start < stop <= len(labels):
        raise UsageError(
            f"the window {start} to {stop} is not within the {len(labels):,} rows or columns; give "
            f"two numbers from 0 to {len(labels):,}, the smaller one first."
        )
    return Side(*_ranks(labels, order, score), start, stop, min(stop - start, pixels))


def _ranks(labels: np.ndarray, order: np.ndarray, score: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Place of each thing when clusters follow ``order``, lower scores first; ends of the clusters."""
    place = np.argsort(order)
    by = np.lexsort((score, place[labels]))
    ranks = np.empty(len(labels), dtype=np.int32)
    ranks[by] = np.arange(len(labels), dtype=np.int32)
    return ranks, np.cumsum(np.bincount(place[labels], minlength=len(order)))


def binned(counts: sparse.csr_array, rows: Side, columns: Side) -> np.ndarray:
    """The sum of the counts in each pixel."""
    lengths = np.diff(counts.indptr)
    row_bins, column_bins = np.repeat(rows.bins, lengths), columns.bins[counts.indices]
    codes, data = row_bins * columns.pixels + column_bins, counts.data
    shown = (row_bins >= 0) & (column_bins >= 0)
    if not shown.all():
        codes, data = codes[shown], data[shown]
    size = rows.pixels * columns.pixels
    return np.bincount(codes, weights=data, minlength=size).reshape(rows.pixels, columns.pixels)


def means(image: np.ndarray, rows: Side, columns: Side) -> np.ndarray:
    """The mean count of the cells of each pixel."""
    cells = [side.sums(np.ones(len(side.ranks))) for side in (rows, columns)]
    return np.asarray(image / np.outer(*cells))


def lifts(image: np.ndarray, counts: sparse.csr_array, rows: Side, columns: Side) -> np.ndarray:
    """Over the mass expected from the whole matrix, so that a window shows what all of it shows."""
    margins = [
        side.sums(np.asarray(counts.sum(axis=axis), dtype=np.float64).ravel())
        for side, axis in ((rows, 1), (columns, 0))
    ]
    expected = np.outer(*margins) / max(float(counts.sum()), 1e-300)
    lift: np.ndarray = np.divide(image, expected, out=np.zeros_like(image), where=expected > 0)
    return lift


def three_digits(values: np.ndarray) -> np.ndarray:
    """Numbers rounded to three significant digits.

    Examples
    --------
    >>> three_digits(np.array([0.0, 0.012345, 98765.0])).tolist()
    [0.0, 0.0123, 98800.0]
    """
    size = np.floor(np.log10(np.where(values == 0, 1.0, np.abs(values))))
    digits = (2 - size).astype(int)
    up, down = 10.0 ** np.maximum(digits, 0), 10.0 ** np.maximum(-digits, 0)
    return np.asarray(np.round(values * up / down) * down / up)
