"""Clusters within clusters, level by level."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cotext.result.memberships import NOWHERE
from cotext.result.table import Table
from cotext.result.words import top_words

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering


class Node(NamedTuple):
    """A cluster of some level. Level 0 is the coarsest; ``above`` is -1 there."""

    level: int
    cluster: int
    above: int
    members: np.ndarray  # which of the finest clusters it contains


@dataclass(frozen=True, eq=False)
class ClusterTree:
    """The levels of the document clusters."""

    parents: np.ndarray  # cluster of each of the finest clusters on each coarser level, the coarsest first
    n_clusters: int  # on the finest level

    @property
    def levels(self) -> list[int]:
        """Number of clusters on each level, the coarsest first."""
        return [*(int(up.max()) + 1 for up in self.parents), self.n_clusters]

    @property
    def order(self) -> list[int]:
        """The finest clusters, grouped by parent."""
        order: list[int] = np.lexsort([np.arange(self.n_clusters), *self.parents[::-1]]).tolist()
        return order

    def nodes(self) -> list[Node]:
        """Return every cluster of every level, the coarsest first, grouped by parent."""
        parents = [*self.parents, np.arange(self.n_clusters)]
        nodes = []
        for level, parent in enumerate(parents):
            for cluster in dict.fromkeys(parent[self.order].tolist()):
                members = parent == cluster
                above = int(parents[level - 1][members][0]) if level else NOWHERE
                nodes.append(Node(level, cluster, above, members))
        return nodes

    def with_levels(self, table: Table) -> Table:
        """Return the table with columns ``level_1``, ... for coarser levels before the column ``cluster``."""
        clusters = np.asarray(table.column("cluster"), dtype=np.int64)
        return with_levels(table, [np.where(clusters < 0, NOWHERE, up[clusters]) for up in self.parents])


def with_levels(table: Table, levels: Iterable[np.ndarray]) -> Table:
    """Return the table with a column per level before the column ``cluster``."""
    columns = {f"level_{depth}": level.tolist() for depth, level in enumerate(levels, start=1)}
    return table.with_columns(columns, table.columns.index("cluster"))


def level_table(result: CoClustering, n_words: int = 10) -> Table:
    """Return one row per cluster of every level: its parent, its documents and its most relevant words."""
    nodes, sizes, counts = result.tree.nodes(), result.sizes, result.cluster_counts
    rows = []
    for level in range(len(result.levels)):
        of_level = [node for node in nodes if node.level == level]
        word_counts = np.array([counts[node.members].sum(axis=0) for node in of_level])
        words = top_words(word_counts, result.docword.vocabulary, n_words)
        rows += [
            (level, node.cluster, node.above, int(sizes[node.members].sum()), top)
            for node, top in zip(of_level, words, strict=True)
        ]
    return Table(("level", "cluster", "above", "documents", "words"), rows)
