"""What is each cluster about? Its most relevant words and the signed keyness of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.errors import UsageError
from cotext.pictures.numbers import Numbers, cluster_names, highest
from cotext.result import CoClustering, Table, document_cluster
from cotext.result import relevance as word_relevance


@dataclass(frozen=True, kw_only=True)
class WordsPicture(Numbers):
    """Words of every cluster, over-used ones first."""

    name: ClassVar[str] = "words"
    clusters: list[int]
    sizes: list[int]  # documents of each cluster
    names: list[str]
    rows: list[tuple[int, str, float, float, float]]  # cluster, word, signed keyness, relevance, count

    def table(self) -> Table:
        return Table(("cluster", "word", "keyness", "relevance", "count"), self.rows)


def prepare(
    result: CoClustering,
    *,
    cluster: int | str | None = None,
    n: int | None = None,
    under: int | None = None,
    relevance: float = 0.6,
) -> WordsPicture:
    """Choose words by relevance and measure them by keyness.

    Parameters
    ----------
    cluster : int or str, optional
        Only this cluster, with more words; every cluster by default.
    n : int, optional
        Words per cluster; 8, or 25 for one cluster.
    under : int, optional
        Words that the cluster avoids most; 2, or 8 for one cluster.
    relevance : float
        pyLDAvis' lambda: 1 chooses frequent words, 0 distinctive ones.
    """
    if not 0 <= relevance <= 1:
        raise UsageError(f"relevance={relevance}: give a number from 0 (distinctive) to 1 (frequent).")
    if cluster is not None:
        cluster = document_cluster(result, cluster)
    n = (8 if cluster is None else 25) if n is None else n
    under = (2 if cluster is None else 8) if under is None else under
    clusters = list(range(result.n_clusters[0])) if cluster is None else [cluster]
    rows = [row for k in clusters for row in _of_cluster(result, k, n, under, relevance)]
    best = max(rows, key=lambda row: row[2], default=(clusters[0], "(none)", 0.0, 0.0, 0.0))
    names, first_words = cluster_names(result), ", ".join(row[1] for row in rows[:3])
    title = (
        f"Words of “{names[cluster]}”: {first_words or '(no words)'}"
        if cluster is not None
        else f"“{best[1]}” is the most distinctive word, of the cluster “{names[best[0]]}”"
        if best[2] > 0
        else "No word distinguishes the clusters"
    )
    return WordsPicture(
        title=title,
        alt=f"Bars of the most relevant words of {len(clusters)} clusters by signed keyness. {title}. The "
        f"largest keyness is {best[2]:,.0f}.",
        note=f"Words chosen by relevance (lambda {relevance:g}); bar: signed keyness G², colored = "
        "over-used by the cluster, gray = under-used, compared with all other clusters.",
        clusters=clusters,
        sizes=result.sizes[clusters].tolist(),
        names=names,
        rows=rows,
    )


def _of_cluster(
    result: CoClustering, cluster: int, n: int, under: int, weight: float
) -> list[tuple[int, str, float, float, float]]:
    counts, words = result.cluster_counts, result.docword.vocabulary
    score = word_relevance(counts[[cluster]], weight, counts.sum(axis=0))[0]
    keyness = result.word_keyness[cluster]
    top = [j for j in highest(score, n) if score[j] > -np.inf]
    avoided = [j for j in highest(-keyness, under)[::-1] if keyness[j] < 0 and j not in top]
    return [
        (cluster, words[j], float(keyness[j]), float(score[j]), float(counts[cluster, j]))
        for j in [*top, *avoided]
    ]
