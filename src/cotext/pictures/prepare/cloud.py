"""What is each cluster about, at a glance? The most relevant words of every cluster, for a slide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cotext.pictures.numbers import Numbers, cluster_names, counted, relevant_words
from cotext.result import CoClustering, Table, document_cluster


@dataclass(frozen=True, kw_only=True)
class CloudPicture(Numbers):
    """Words of every cluster, best first."""

    name: ClassVar[str] = "cloud"
    clusters: list[int]
    sizes: list[int]  # documents of each cluster
    names: list[str]
    rows: list[tuple[int, str, float]]  # cluster, word and its count in the cluster

    def table(self) -> Table:
        return Table(("cluster", "word", "count"), self.rows)


def prepare(result: CoClustering, *, cluster: int | str | None = None, n: int | None = None) -> CloudPicture:
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
    counts, vocabulary, names = result.cluster_counts, result.docword.vocabulary, cluster_names(result)
    clusters = list(range(result.n_clusters[0])) if cluster is None else [cluster]
    rows = [(k, vocabulary[j], float(counts[k, j])) for k in clusters for j in relevant_words(counts, k, n)]
    subject = f"“{names[cluster]}”" if cluster is not None else counted(len(clusters), "cluster")
    return CloudPicture(
        title=f"The words of {subject}; larger words are used more",
        alt=f"Word clouds of {subject}. Names and numbers: {'; '.join(names[k] for k in clusters)}.",
        note="The most relevant words, in order; the bars of the picture 'words' are easier to compare.",
        clusters=clusters,
        sizes=result.sizes[clusters].tolist(),
        names=names,
        rows=rows,
    )
