"""What is each cluster about, at a glance? The most relevant words of every cluster, for a slide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.pictures.numbers import Numbers, counted, highest
from cotext.result import CoClustering, Table, document_cluster, relevance


@dataclass(frozen=True, kw_only=True)
class Cloud(Numbers):
    """Words of every cluster, best first.

    Attributes
    ----------
    clusters, sizes : list of int
        Numbers of the clusters and of their documents.
    rows : list of (int, str, float)
        Cluster, word and its count in the cluster.
    """

    name: ClassVar[str] = "cloud"
    clusters: list[int]
    sizes: list[int]
    rows: list[tuple[int, str, float]]

    def table(self) -> Table:
        """One row per cluster and word."""
        return Table(("cluster", "word", "count"), self.rows)


def prepare(result: CoClustering, *, cluster: int | str | None = None, n: int | None = None) -> Cloud:
    """Choose the most relevant words.

    Parameters
    ----------
    cluster : int or str, optional
        Only this cluster; every cluster by default.
    n : int, optional
        Words per cluster; 14, or 60 for one cluster.
    """
    if cluster is not None:
        cluster = document_cluster(result, cluster)
    n = (14 if cluster is None else 60) if n is None else n
    counts, vocabulary = result.cluster_counts, result.docword.vocabulary
    clusters = list(range(result.n_clusters[0])) if cluster is None else [cluster]
    rows = []
    for k in clusters:
        score = relevance(counts[[k]], 0.6, counts.sum(axis=0))[0]
        rows += [(k, vocabulary[j], float(counts[k, j])) for j in highest(score, n) if score[j] > -np.inf]
    sizes = result.sizes[clusters].tolist()
    lead = "; ".join(f"{k}: {word}" for k, word in {k: word for k, word, _ in rows[::-1]}.items())
    which = f"cluster {cluster}" if cluster is not None else counted(len(clusters), "cluster")
    return Cloud(
        title=f"The words of {which}, larger where they are used more",
        alt=f"Word clouds of {which}. First words: {lead}.",
        note="The most relevant words, in order; the bars of the picture 'words' are easier to compare.",
        clusters=clusters,
        sizes=sizes,
        rows=rows,
    )
