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
    has_classes,
    matched_order,
    percent,
    word_cluster_names,
)
from cotext.result import CoClustering, Table, cluster_sizes


@dataclass(frozen=True, kw_only=True)
class MatrixPicture(Numbers):
    """Pixels of the reordered matrix."""

    name: ClassVar[str] = "matrix"
    pixels: np.ndarray  # mean count of the cells of each pixel, or their observed over expected mass
    values: str  # which of the two: "counts" or "lift"
    shape: tuple[int, int]  # documents and words of the run
    window: list[int]  # the part shown, in cluster order: rows from and to, columns from and to
    row_clusters: list[int]  # in the order of the drawing; -1 for documents without known words
    column_clusters: list[int]
    row_ends: list[float]  # end of each cluster in pixels, not outside of the window
    column_ends: list[float]
    row_names: list[str]
    column_names: list[str]
    row_documents: list[int]  # of each row of pixels, the document with the most certain cluster
    column_words: list[str]  # of each column of pixels, the most frequent word
    classes: list[int]  # of each row, the cluster of its most common known class, or -1; maybe empty

    def as_dict(self) -> dict[str, Any]:
        """Return the numbers, with short ones in the pixels, which fill most of the file of a report."""
        others = replace(self, pixels=np.zeros((0, 0)))
        short = [[value or 0 for value in row] for row in three_digits(self.pixels).tolist()]
        return super(MatrixPicture, others).as_dict() | {"pixels": short}

    def table(self) -> Table:
        rows, columns = np.nonzero(self.pixels)
        values = zip(rows.tolist(), columns.tolist(), self.pixels[rows, columns].tolist(), strict=True)
        return Table(("row", "column", self.values), values)


def prepare(
    result: CoClustering,
    *,
    values: str = "counts",
    pixels: int = 600,
    top: int = 0,
    bottom: int | None = None,
    left: int = 0,
    right: int | None = None,
) -> MatrixPicture:
    """Sort rows and columns by cluster, then sum the nonzeros of each pixel.

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
        raise UsageError(f'values={values!r}: give "counts" or "lift".')
    mass, lift = result.block_view.mass, result.block_view.lift
    (documents, own), words = columns_of(result), matched_order(lift)
    weight = result.cluster_counts.sum(axis=0)
    n, d = result.counts.shape
    window = (top, n if bottom is None else bottom), (left, d if right is None else right)
    rows = side_of(own, np.arange(len(documents)), -result.confidence, window[0], pixels)
    columns = side_of(result.column_labels_, words, -weight, window[1], pixels)
    image = binned(result.counts, rows, columns)
    title = _title(result, mass, lift)
    names = word_cluster_names(result)
    image = means(image, rows, columns) if values == "counts" else lifts(image, result.counts, rows, columns)
    return MatrixPicture(
        title=title,
        alt=f"The {n:,} x {d:,} document-word matrix in cluster order, {result.n_clusters[0]} document by "
        f"{result.n_clusters[1]} word clusters. {title}. This counts the blocks with more than expected.",
        note=f"{counted(rows.stop - rows.start, 'document')} and "
        f"{counted(columns.stop - columns.start, 'word')} in {rows.pixels} x {columns.pixels} pixels; "
        + ("darker = higher mean count" if values == "counts" else "color = observed / expected"),
        pixels=image,
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
    sizes = [
        cluster_sizes(labels, k) / len(labels)
        for labels, k in zip((result.row_labels_, result.column_labels_), result.n_clusters, strict=True)
    ]
    inside, area = mass[lift > 1].sum() / max(mass.sum(), 1e-300), float(np.outer(*sizes)[lift > 1].sum())
    if not area:
        return "No block holds more counts than expected by chance"
    more = inside - area
    verdict = "clear blocks" if more >= 0.35 else "some blocks" if more >= 0.15 else "hardly any blocks"
    return f"{percent(inside)} of all counts are in {percent(area)} of the matrix: {verdict}"


def _classes(result: CoClustering, rows: Side) -> list[int]:
    labels = result.docword.labels
    if labels is None or not has_classes(result):
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
    """Rows or columns in cluster order, and the part of them in the window."""

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
        """Sum some values in each pixel."""
        bins = self.bins
        return np.bincount(bins[bins >= 0], weights=values[bins >= 0], minlength=self.pixels)

    def firsts(self) -> np.ndarray:
        """Return the row or column of lowest rank in each pixel."""
        order = np.argsort(self.ranks)[self.start : self.stop]
        return order[np.searchsorted(self.bins[order], np.arange(self.pixels))]


def side_of(
    labels: np.ndarray, order: np.ndarray, score: np.ndarray, window: tuple[int, int], pixels: int
) -> Side:
    """Sort rows or columns by cluster, clusters in this order, lower scores first, and choose a window."""
    start, stop = window
    if not 0 <= start < stop <= len(labels):
        raise UsageError(
            f"the window {start} to {stop} is not within the {len(labels):,} rows or columns; give "
            f"two numbers from 0 to {len(labels):,}, the smaller one first."
        )
    cluster_ranks = np.argsort(order)[labels]
    ranks = np.empty(len(labels), dtype=np.int32)
    ranks[np.lexsort((score, cluster_ranks))] = np.arange(len(labels), dtype=np.int32)
    ends = np.cumsum(np.bincount(cluster_ranks, minlength=len(order)))
    return Side(ranks, ends, start, stop, min(stop - start, pixels))


def binned(counts: sparse.csr_array, rows: Side, columns: Side) -> np.ndarray:
    """Sum the counts in each pixel."""
    lengths = np.diff(counts.indptr)
    row_bins, column_bins = np.repeat(rows.bins, lengths), columns.bins[counts.indices]
    codes, data = row_bins * columns.pixels + column_bins, counts.data
    shown = (row_bins >= 0) & (column_bins >= 0)
    if not shown.all():
        codes, data = codes[shown], data[shown]
    size = rows.pixels * columns.pixels
    return np.bincount(codes, weights=data, minlength=size).reshape(rows.pixels, columns.pixels)


def means(image: np.ndarray, rows: Side, columns: Side) -> np.ndarray:
    """Divide the sum of each pixel by its number of cells."""
    cells = [side.sums(np.ones(len(side.ranks))) for side in (rows, columns)]
    return np.asarray(image / np.outer(*cells))


def lifts(image: np.ndarray, counts: sparse.csr_array, rows: Side, columns: Side) -> np.ndarray:
    """Divide by the mass expected from the whole matrix, so that all windows are comparable."""
    margins = [
        side.sums(np.asarray(counts.sum(axis=axis), dtype=np.float64).ravel())
        for side, axis in ((rows, 1), (columns, 0))
    ]
    expected = np.outer(*margins) / max(float(counts.sum()), 1e-300)
    lift: np.ndarray = np.divide(image, expected, out=np.zeros_like(image), where=expected > 0)
    return lift


def three_digits(values: np.ndarray) -> np.ndarray:
    """Round to three significant digits.

    Examples
    --------
    >>> three_digits(np.array([0.0, 0.012345, 98765.0])).tolist()
    [0.0, 0.0123, 98800.0]
    """
    size = np.floor(np.log10(np.where(values == 0, 1.0, np.abs(values))))
    digits = (2 - size).astype(int)
    up, down = 10.0 ** np.maximum(digits, 0), 10.0 ** np.maximum(-digits, 0)
    return np.asarray(np.round(values * up / down) * down / up)
