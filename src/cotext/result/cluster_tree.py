"""Clusters within clusters: which lies in which, level by level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cotext.result.table import Table
from cotext.result.unassigned import NOWHERE
from cotext.result.words import top_words

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering


class Node(NamedTuple):
    """A cluster of some level: 0 is the coarsest, and ``above`` is -1 there."""

    level: int
    cluster: int
    above: int
    members: np.ndarray  # which of the finest clusters lie in it


@dataclass(frozen=True, eq=False)
class ClusterTree:
    """The levels of the document clusters.

    Attributes
    ----------
    parents : ndarray of int, shape (n_levels - 1, n_clusters)
        Cluster of each of the finest clusters on each coarser level, the coarsest first.
    n_clusters : int
        Clusters on the finest level.
    """

    parents: np.ndarray
    n_clusters: int

    @property
    def levels(self) -> list[int]:
        """Clusters of each level, the coarsest first."""
        return [*(int(up.max()) + 1 for up in self.parents), self.n_clusters]

    @property
    def order(self) -> list[int]:
        """The finest clusters, those of one parent side by side."""
        order: list[int] = np.lexsort([np.arange(self.n_clusters), *self.parents[::-1]]).tolist()
        return order

    def nodes(self) -> list[Node]:
        """Every cluster of every level, the coarsest first, those of one parent side by side."""
        each = [*self.parents, np.arange(self.n_clusters)]
        nodes = []
        for level, lies_in in enumerate(each):
            for cluster in dict.fromkeys(lies_in[self.order].tolist()):
                members = lies_in == cluster
                above = int(each[level - 1][members][0]) if level else NOWHERE
                nodes.append(Node(level, cluster, above, members))
        return nodes

    def with_levels(self, table: Table) -> Table:
        """The same table with columns ``level_1``, ... for coarser levels before the column ``cluster``."""
        clusters = np.asarray(table.column("cluster"), dtype=np.int64)
        return widened(table, [np.where(clusters < 0, NOWHERE, up[clusters]) for up in self.parents])


def widened(table: Table, levels: Sequence[np.ndarray]) -> Table:
    """The same table with a column per level before the column ``cluster``."""
    place = table.columns.index("cluster")
    names = [f"level_{depth + 1}" for depth in range(len(levels))]
    new = zip(*(level.tolist() for level in levels), strict=True) if levels else [()] * len(table)
    rows = [(*row[:place], *more, *row[place:]) for row, more in zip(table.rows, new, strict=True)]
    return Table((*table.columns[:place], *names, *table.columns[place:]), rows, table.notes)


def level_table(result: CoClustering, n_words: int = 10) -> Table:
    """One row per cluster of every level: the one it lies in, its documents and its most relevant words."""
    nodes, sizes, counts = result.tree.nodes(), result.sizes, result.cluster_counts
    rows = []
    for level in range(len(result.levels)):
        here = [node for node in nodes if node.level == level]
        in_each = np.array([counts[node.members].sum(axis=0) for node in here])
        words = top_words(in_each, result.docword.vocabulary, n_words)
        rows += [
            (level, node.cluster, node.above, int(sizes[node.members].sum()), best)
            for node, best in zip(here, words, strict=True)
        ]
    return Table(("level", "cluster", "above", "documents", "words"), rows)
