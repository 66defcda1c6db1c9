"""How sharp are the memberships? The factors with rows in cluster order, as shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.pictures.numbers import Numbers, cluster_names, columns_of, percent, word_cluster_names
from cotext.result import CoClustering, Table, memberships


@dataclass(frozen=True, kw_only=True)
class FactorsPicture(Numbers):
    """Mean shares of documents and words in their clusters, in at most ``rows`` bins of rows.

    Rows follow the order of the clusters, the most certain rows first.
    """

    name: ClassVar[str] = "factors"
    documents: np.ndarray  # bins x clusters
    words: np.ndarray
    document_names: list[str]
    word_names: list[str]
    shape: tuple[int, int]  # documents and words

    def table(self) -> Table:
        sides = (("documents", self.documents), ("words", self.words))
        rows = [(side, i, k, float(x)) for side, values in sides for (i, k), x in np.ndenumerate(values)]
        return Table(("side", "bin", "cluster", "share"), rows)


def prepare(result: CoClustering, *, rows: int = 300) -> FactorsPicture:
    """Turn both factors into shares and combine neighboring rows.

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
    largest = result.memberships[~result.is_empty].max(axis=1)
    median = float(np.median(largest)) if len(largest) else 0.0
    title = (
        "Every document belongs to one cluster only"
        if (largest > 0.999).all()
        else f"Half of the documents have a membership of {percent(median)} or more in their cluster"
    )
    unsure = int((largest < 0.5).sum())
    return FactorsPicture(
        title=title,
        alt=f"Two heat maps of shares: {n:,} documents by {result.n_clusters[0]} clusters and {d:,} words by "
        f"{result.n_clusters[1]}. {title}; {unsure:,} documents have less than half in every cluster.",
        note=f"Rows in cluster order, most certain first, combined into {len(documents)} and {len(words)} "
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
