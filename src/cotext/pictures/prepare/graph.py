"""Which document and word clusters belong together? Blocks above expectation, as a bipartite graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.pictures.numbers import Numbers, cluster_names, matched_order, percent, word_cluster_names
from cotext.result import CoClustering, Table


@dataclass(frozen=True, kw_only=True)
class GraphPicture(Numbers):
    """Document clusters, word clusters and the edges between them, in the order of the drawing."""

    name: ClassVar[str] = "graph"
    row_clusters: list[int]
    column_clusters: list[int]
    row_names: list[str]
    column_names: list[str]
    row_mass: list[float]  # shares of all counts
    column_mass: list[float]
    edges: list[tuple[int, int, float, float]]  # document cluster, word cluster, share of all counts, lift

    def table(self) -> Table:
        return Table(("document_cluster", "word_cluster", "mass_share", "lift"), self.edges)


def prepare(result: CoClustering, *, lift: float = 1.0, share: float = 0.001) -> GraphPicture:
    """Choose the blocks that matter.

    Parameters
    ----------
    lift : float
        Only blocks with more than this many times the expected mass.
    share : float
        Only blocks with at least this share of all counts.
    """
    blocks = result.block_view
    ratio, mass = blocks.lift, blocks.mass / (blocks.mass.sum() or 1.0)
    order = matched_order(ratio)
    chosen = np.argwhere((ratio > lift) & (mass >= share))
    edges = [(int(i), int(j), float(mass[i, j]), float(ratio[i, j])) for i, j in chosen]
    words = word_cluster_names(result)
    inside = percent(sum(edge[2] for edge in edges))
    title = f"{len(edges):,} of {mass.size:,} links carry {inside} of all counts"
    return GraphPicture(
        title=title,
        alt=f"Bipartite graph of {len(mass)} document and {mass.shape[1]} word clusters. {title}.",
        note=f"Links: blocks with more than {lift:g} times the expected mass and at least {percent(share)} "
        "of all counts. Width of links and size of nodes: share of all counts.",
        row_clusters=list(range(len(mass))),
        column_clusters=order.tolist(),
        row_names=cluster_names(result),
        column_names=[words[cluster] for cluster in order],
        row_mass=mass.sum(axis=1).tolist(),
        column_mass=mass.sum(axis=0)[order].tolist(),
        edges=edges,
    )
