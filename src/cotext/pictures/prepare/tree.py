"""Which clusters lie in which? Levels of clusters from the coarsest to the finest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.pictures.numbers import Numbers, cluster_names, counted
from cotext.result import CoClustering, Table
from cotext.result.levels import parents_of


@dataclass(frozen=True, kw_only=True)
class Tree(Numbers):
    """Clusters of all levels, level by level, those of one parent side by side.

    Attributes
    ----------
    levels : list of int
        Level of each, 0 the coarsest.
    clusters : list of int
        Its number on that level.
    above : list of int
        Number of the cluster it lies in, on the level above; -1 on the coarsest.
    names : list of str
        What it is called.
    documents : list of int
        Documents in it.
    places : list of float
        Row in the picture: 0, 1, ... on the finest level, above it the middle of what lies in it.
    """

    name: ClassVar[str] = "tree"
    levels: list[int]
    clusters: list[int]
    above: list[int]
    names: list[str]
    documents: list[int]
    places: list[float]

    def table(self) -> Table:
        """One row per cluster."""
        columns = (self.levels, self.clusters, self.above, self.documents, self.names)
        return Table(("level", "cluster", "above", "documents", "name"), zip(*columns, strict=True))


def prepare(result: CoClustering, *, n_words: int = 3) -> Tree:
    """Count documents and find the words of each cluster on each level.

    Parameters
    ----------
    n_words : int
        Words in a name, at most.
    """
    coarser, g = parents_of(result.model), result.n_clusters[0]
    order = np.lexsort(coarser[::-1]) if len(coarser) else np.arange(g)
    row = np.empty(g)
    row[order] = np.arange(g)
    sizes = result.sizes
    found: list[tuple[int, int, int, str, int, float]] = []
    each = [*coarser, np.arange(g)]
    for level, lies_in in enumerate(each):
        names = cluster_names(result, n_words, lies_in)
        for cluster in dict.fromkeys(lies_in[order].tolist()):
            own = lies_in == cluster
            above = int(each[level - 1][own][0]) if level else -1
            found.append(
                (level, cluster, above, names[cluster], int(sizes[own].sum()), float(row[own].mean()))
            )
    levels, clusters, above_, names_, documents, places = (
        list(column) for column in zip(*found, strict=True)
    )
    title, note = _told(each)
    shown = " in ".join(counted(int(up.max()) + 1, "cluster") for up in reversed(each))
    return Tree(
        title=title,
        alt=f"Tree of {counted(len(each), 'level')}: {shown}. {title}.",
        note=note,
        levels=levels,
        clusters=clusters,
        above=above_,
        names=names_,
        documents=documents,
        places=places,
    )


def _told(each: list[np.ndarray]) -> tuple[str, str]:
    """The finding, and how to read the picture, or how to get a tree."""
    finest = len(each[-1])
    if len(each) == 1:
        more = f"levels=[{finest}, {3 * finest}] or cotext fit -k {finest}/{3 * finest}"
        return (
            f"{counted(finest, 'cluster')} on one level",
            f"For clusters within clusters fit with levels: {more}; result.split(0, 3) divides one.",
        )
    below = np.bincount(np.unique(np.stack(each[:2]), axis=1)[0])
    most = int(below.argmax())
    return (
        f"{len(below)} clusters hold {below.sum()}: cluster {most} is the most divided, into {below[most]}",
        "Numbers and width: documents. Words: the most relevant ones. Colours: clusters of the finest level.",
    )
