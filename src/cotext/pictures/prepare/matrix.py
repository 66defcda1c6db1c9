"""Is there a block structure? The matrix with its rows and columns in cluster order, binned to pixels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from cotext.errors import UsageError
from cotext.metrics import match_labels
from cotext.pictures.numbers import (
    Numbers,
    column_names,
    columns_of,
    counted,
    matched_order,
    percent,
    word_cluster_names,
)
from cotext.result import CoClustering, Table, cluster_sizes


@dataclass(frozen=True, kw_only=True)
class Matrix(Numbers):
    """Pixels of the reordered matrix.

    Attributes
    ----------
    pixels : ndarray of shape (rows, columns)
        Mean count per cell, or observed over expected mass, of the cells of each pixel.
    values : str
        Which of the two, "counts" or "lift".
    shape : pair of int
        Documents and words of the run.
    window : list of int
        What is shown of it, in cluster order: rows from and to, columns from and to.
    row_clusters, column_clusters : list of int
        Clusters in the order in which they are drawn; -1 for documents without known words.
    row_ends, column_ends : list of float
        Where each of them ends, in pixels; those outside of the window end at its borders.
    row_names, column_names : list of str
        What they are called, in the same order.
    row_documents : list of int
        Per row of pixels the document in it that is surest of its cluster.
    column_words : list of str
        Per column of pixels the most frequent word in it.
    classes : list of int
        Per row of pixels the cluster that matches its most common known class, -1 for none; empty without
        known classes.
    """

    name: ClassVar[str] = "matrix"
    pixels: np.ndarray
    values: str
    shape: tuple[int, int]
    window: list[int]
    row_clusters: list[int]
    column_clusters: list[int]
    row_ends: list[float]
    column_ends: list[float]
    row_names: list[str]
    column_names: list[str]
    row_documents: list[int]
    column_words: list[str]
    classes: list[int]

    def as_dict(self) -> dict[str, Any]:
        """The numbers, the pixels as short as a drawing needs them: most of the file of a report is this."""
        others = replace(self, pixels=np.zeros((0, 0)))
        short = [[value or 0 for value in row] for row in three_digits(self.pixels).tolist()]
        return super(Matrix, others).as_dict() | {"pixels": short}

    def table(self) -> Table:
        """One row per pixel that is not empty."""
        rows, columns = np.nonzero(self.pixels)
        values = self.pixels[rows, columns].tolist()
        return Table(
            ("row", "column", self.values), zip(rows.tolist(), columns.tolist(), values, strict=True)
        )


def prepare(
    result: CoClustering,
    *,
    values: str = "counts",
    pixels: int = 600,
    top: int = 0,
    bottom: int | None = None,
    left: int = 0,
    right: int | None = None,
) -> Matrix:
    """Sort ranks, then one count over the nonzeros.

    Parameters
    ----------
    values : {"counts", "lift"}
        Mean count per cell, or mass over the mass expected from the margins of the pixel.
    pixels : int
        At most this many rows and columns of pixels.
    top, bottom, left, right : int
        Only these rows and columns, in cluster order; all of them by default.
    """
    if values not in ("counts", "lift"):
        raise UsageError(f'values is {values!r}; give "counts" or "lift"')
    mass, lift = result.block_view.mass, result.block_view.lift
    (documents, own), words = columns_of(result), matched_order(lift)
    weight = result.cluster_counts.sum(axis=0)
    n, d = result.counts.shape
    rows = side_of(
        own, np.arange(len(documents)), -result.confidence, (top, n if bottom is None else bottom), pixels
    )
    columns = side_of(result.column_labels_, words, -weight, (left, d if right is None else right), pixels)
    image = binned(result.counts, rows, columns)
    title = _title(result, mass, lift)
    names = word_cluster_names(result)
    shown = (rows.stop - rows.start, columns.stop - columns.start)
    return Matrix(
        title=title,
        alt=f"The {n:,} x {d:,} document-word matrix in cluster order, {result.n_clusters[0]} document by "
        f"{result.n_clusters[1]} word clusters. {title}. Counted are blocks with more than the expected.",
        note=f"{counted(shown[0], 'document')} and {counted(shown[1], 'word')} in {rows.pixels} x "
        f"{columns.pixels} pixels, "
        + ("strong = high mean count" if values == "counts" else "colour = observed / expected"),
        pixels=means(image, rows, columns)
        if values == "counts"
        else lifts(image, result.counts, rows, columns),
        values=values,
        shape=(n, d),
        window=[rows.start, rows.stop, columns.start, columns.stop],
        row_clusters=documents,
        column_clusters=words.tolist(),
        row_ends=rows.borders,
        column_ends=columns.borders,
        row_names=column_names(result),
        column_names=[names[cluster] for cluster in words],
        row_documents=rows.firsts().tolist(),
        column_words=[result.docword.vocabulary[j] for j in columns.firsts().tolist()],
        classes=_classes(result, rows),
    )


def _title(result: CoClustering, mass: np.ndarray, lift: np.ndarray) -> str:
    inside, area = mass[lift > 1].sum() / max(mass.sum(), 1e-300), _area(result, lift > 1)
    if not area:
        return "No block holds more counts than expected by chance"
    return f"{percent(inside)} of all counts lie in {percent(area)} of the matrix: {_verdict(inside, area)}"


def _area(result: CoClustering, chosen: np.ndarray) -> float:
    sizes = [
        cluster_sizes(labels, k) / len(labels)
        for labels, k in zip((result.row_labels_, result.column_labels_), result.n_clusters, strict=True)
    ]
    return float(np.outer(*sizes)[chosen].sum())


def _verdict(inside: float, area: float) -> str:
    more = inside - area
    return "clear blocks" if more >= 0.35 else "some blocks" if more >= 0.15 else "hardly any blocks"


def _classes(result: CoClustering, rows: Side) -> list[int]:
    labels = result.docword.labels
    if labels is None or not (labels >= 0).any():
        return []
    matched = match_labels(result.row_labels_, np.where(labels >= 0, labels, labels.max() + 1))
    matched = np.where((labels >= 0) & (matched < result.n_clusters[0]), matched, -1)
    bins = rows.bins
    votes = np.zeros((rows.pixels, result.n_clusters[0] + 1), dtype=np.int64)
    np.add.at(votes, (bins[bins >= 0], matched[bins >= 0]), 1)
    best = votes.argmax(axis=1)
    return [-1 if vote == result.n_clusters[0] else int(vote) for vote in best]


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
