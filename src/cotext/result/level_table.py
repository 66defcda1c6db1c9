"""The clusters of all levels as a table: which lies in which."""

from __future__ import annotations

from typing import Any

import numpy as np

from cotext.result.fitted import parents_of
from cotext.result.table import Table
from cotext.result.unassigned import NOWHERE
from cotext.result.words import top_words


def in_levels(result: Any) -> list[tuple[int, int, int, np.ndarray]]:
    """Every cluster of every level, those of one parent side by side.

    Level (0 is the coarsest), number, number of the one above (-1 on the coarsest), and which of the finest
    clusters lie in it.
    """
    each = [*parents_of(result.model), np.arange(result.n_clusters[0])]
    order = np.lexsort(each[::-1])
    found = []
    for level, lies_in in enumerate(each):
        for cluster in dict.fromkeys(lies_in[order].tolist()):
            own = lies_in == cluster
            above = int(each[level - 1][own][0]) if level else NOWHERE
            found.append((level, cluster, above, own))
    return found


def level_table(result: Any, n_words: int = 10) -> Table:
    """One row per cluster of every level: the one it lies in, its documents and its most relevant words."""
    clusters, sizes = in_levels(result), result.sizes
    counts = result.cluster_counts
    rows = []
    for level in range(len(result.levels)):
        here = [row for row in clusters if row[0] == level]
        words = top_words(
            np.array([counts[own].sum(axis=0) for *_, own in here]), result.docword.vocabulary, n_words
        )
        rows += [
            (depth, cluster, above, int(sizes[own].sum()), best)
            for (depth, cluster, above, own), best in zip(here, words, strict=True)
        ]
    return Table(("level", "cluster", "above", "documents", "words"), rows)
