"""Is there a block structure? The matrix with its rows and columns in cluster order, binned to pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from cotext.errors import UsageError
from cotext.metrics import match_labels
from cotext.pictures.numbers import (
    Numbers,
    block_mass,
    column_names,
    columns_of,
    counted,
    lift_of,
    matched_order,
    percent,
    word_cluster_names,
)
from cotext.result import CoClustering, Table
from cotext.result.placed import cluster_sizes


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
        Documents and words.
    row_clusters, column_clusters : list of int
        Clusters in the order in which they are drawn; -1 for documents without known words.
    row_ends, column_ends : list of float
        Where each of them ends, in pixels.
    row_names, column_names : list of str
        What they are called, in the same order.
    classes : list of int
        Per row of pixels the cluster that matches its most common known class, -1 for none; empty without
        known classes.
    """

    name: ClassVar[str] = "matrix"
    pixels: np.ndarray
    values: str
    shape: tuple[int, int]
    row_clusters: list[int]
    column_clusters: list[int]
    row_ends: list[float]
    column_ends: list[float]
    row_names: list[str]
    column_names: list[str]
    classes: list[int]

    def table(self) -> Table:
        """One row per pixel that is not empty."""
        rows, columns = np.nonzero(self.pixels)
        values = self.pixels[rows, columns].tolist()
        return Table(
            ("row", "column", self.values), zip(rows.tolist(), columns.tolist(), values, strict=True)
        )


def prepare(result: CoClustering, *, values: str = "counts", pixels: int = 600) -> Matrix:
    """Sort ranks, then one count over the nonzeros.

    Parameters
    ----------
    values : {"counts", "lift"}
        Mean count per cell, or mass over the mass expected from the margins of the pixel.
    pixels : int
        At most this many rows and columns of pixels.
    """
    if values not in ("counts", "lift"):
        raise UsageError(f'values is {values!r}; give "counts" or "lift"')
    mass = block_mass(result)
    lift = lift_of(mass)
    names = word_cluster_names(result)
    (documents, own), words = columns_of(result), matched_order(lift)
    confidence = result.confidence
    weight = result.cluster_counts.sum(axis=0)
    rows, row_ends = _ranks(own, np.arange(len(documents)), -confidence)
    columns, column_ends = _ranks(result.column_labels_, words, -weight)
    n, d = result.counts.shape
    image = _binned(result.counts, rows, columns, min(n, pixels), min(d, pixels))
    cells = np.outer(_bin_sizes(n, len(image)), _bin_sizes(d, image.shape[1]))
    inside = mass[lift > 1].sum() / max(mass.sum(), 1e-300)
    area = _area(result, lift > 1)
    title = (
        f"{percent(inside)} of all counts lie in {percent(area)} of the matrix: {_verdict(inside, area)}"
        if area
        else "No block holds more counts than expected by chance"
    )
    return Matrix(
        title=title,
        alt=f"The {n:,} x {d:,} document-word matrix in cluster order, {result.n_clusters[0]} document by "
        f"{result.n_clusters[1]} word clusters. {title}. Counted are blocks with more than the expected.",
        note=f"{counted(n, 'document')} and {counted(d, 'word')} in {len(image)} x {len(image[0])} pixels, "
        + ("dark = high mean count" if values == "counts" else "colour = observed / expected"),
        pixels=image / cells if values == "counts" else lift_of(image),
        values=values,
        shape=(n, d),
        row_clusters=documents,
        column_clusters=words.tolist(),
        row_ends=(row_ends * len(image) / n).tolist(),
        column_ends=(column_ends * image.shape[1] / d).tolist(),
        row_names=column_names(result),
        column_names=[names[cluster] for cluster in words],
        classes=_classes(result, rows, len(image)),
    )


def _ranks(labels: np.ndarray, order: np.ndarray, score: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Place of each thing when clusters follow ``order``, lower scores first; ends of the clusters."""
    place = np.argsort(order)
    by = np.lexsort((score, place[labels]))
    ranks = np.empty(len(labels), dtype=np.int32)
    ranks[by] = np.arange(len(labels), dtype=np.int32)
    return ranks, np.cumsum(np.bincount(place[labels], minlength=len(order)))


def _binned(counts: Any, rows: np.ndarray, columns: np.ndarray, height: int, width: int) -> np.ndarray:
    n, d = counts.shape
    row_bins = (rows.astype(np.int64) * height // n).astype(np.int32)
    column_bins = (columns.astype(np.int64) * width // d).astype(np.int32)
    codes = np.repeat(row_bins * width, np.diff(counts.indptr))
    codes += column_bins[counts.indices]
    return np.bincount(codes, weights=counts.data, minlength=height * width).reshape(height, width)


def _bin_sizes(n: int, bins: int) -> np.ndarray:
    return np.bincount(np.arange(n, dtype=np.int64) * bins // n, minlength=bins)


def _area(result: CoClustering, chosen: np.ndarray) -> float:
    sizes = [
        cluster_sizes(labels, k) / len(labels)
        for labels, k in zip((result.row_labels_, result.column_labels_), result.n_clusters, strict=True)
    ]
    return float(np.outer(*sizes)[chosen].sum())


def _verdict(inside: float, area: float) -> str:
    more = inside - area
    return "clear blocks" if more >= 0.35 else "some blocks" if more >= 0.15 else "hardly any blocks"


def _classes(result: CoClustering, rows: np.ndarray, height: int) -> list[int]:
    labels = result.docword.labels
    if labels is None or not (labels >= 0).any():
        return []
    matched = match_labels(result.row_labels_, np.where(labels >= 0, labels, labels.max() + 1))
    matched = np.where((labels >= 0) & (matched < result.n_clusters[0]), matched, -1)
    bins = rows.astype(np.int64) * height // len(rows)
    votes = np.zeros((height, result.n_clusters[0] + 1), dtype=np.int64)
    np.add.at(votes, (bins, matched), 1)
    best = votes.argmax(axis=1)
    return [-1 if vote == result.n_clusters[0] else int(vote) for vote in best]
