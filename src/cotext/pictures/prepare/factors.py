"""How sharp are the memberships? The factors with rows in cluster order, as shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.pictures.numbers import Numbers, cluster_names, columns_of, percent, word_cluster_names
from cotext.result import CoClustering, Table, memberships


@dataclass(frozen=True, kw_only=True)
class Factors(Numbers):
    """Shares of documents and words in their clusters, rows put together to at most ``rows`` bins.

    Attributes
    ----------
    documents, words : ndarray of shape (bins, clusters)
        Mean share of the rows of each bin; bins in cluster order, most certain rows first.
    document_names, word_names : list of str
        What the clusters are called.
    shape : pair of int
        Documents and words.
    """

    name: ClassVar[str] = "factors"
    documents: np.ndarray
    words: np.ndarray
    document_names: list[str]
    word_names: list[str]
    shape: tuple[int, int]

    def table(self) -> Table:
        """One row per side, bin and cluster."""
        sides = (("documents", self.documents), ("words", self.words))
        rows = [
            (side, i, k, float(values[i, k]))
            for side, values in sides
            for i in range(len(values))
            for k in range(values.shape[1])
        ]
        return Table(("side", "bin", "cluster", "share"), rows)


def prepare(result: CoClustering, *, rows: int = 300) -> Factors:
    """Turn both factors into shares and put neighbouring rows together.

    Parameters
    ----------
    rows : int
        At most this many rows of pixels per side.
    """
    n, d = result.docword.X.shape
    empty = np.bincount(result.docword.X.indices, minlength=d) == 0
    of_words = memberships(result.fit.column_factor, result.column_labels_, result.n_clusters[1], empty)
    documents = _binned(result.memberships, columns_of(result)[1], rows)
    words = _binned(of_words, result.column_labels_, rows)
    sure = result.memberships[~result.is_empty].max(axis=1)
    half = float(np.median(sure)) if len(sure) else 0.0
    hard = bool((sure > 0.999).all())
    title = (
        "Every document belongs to one cluster only"
        if hard
        else f"Half of the documents belong to their cluster by {percent(half)} or more"
    )
    unsure = int((sure < 0.5).sum())
    return Factors(
        title=title,
        alt=f"Two heat maps of shares: {n:,} documents by {result.n_clusters[0]} clusters and {d:,} words by "
        f"{result.n_clusters[1]}. {title}; {unsure:,} documents have no cluster with half of them.",
        note=f"Rows in cluster order, most certain first, put together to {len(documents)} and {len(words)} "
        "rows of pixels; each row adds up to one. Documents without known words come last.",
        documents=documents,
        words=words,
        document_names=cluster_names(result),
        word_names=word_cluster_names(result),
        shape=(n, d),
    )


def _binned(shares: np.ndarray, labels: np.ndarray, rows: int) -> np.ndarray:
    order = np.lexsort((-shares.max(axis=1), labels))
    starts = np.unique(np.arange(min(rows, len(labels))) * len(labels) // min(rows, len(labels)))
    sizes = np.diff([*starts.tolist(), len(labels)])
    return np.add.reduceat(shares[order], starts, axis=0) / sizes[:, None]
