"""Which clusters belong to which parent? Levels of clusters from the coarsest to the finest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.pictures.numbers import Numbers, cluster_names, counted
from cotext.result import CoClustering, Table


@dataclass(frozen=True, kw_only=True)
class TreePicture(Numbers):
    """Clusters of all levels, level by level, those of one parent side by side."""

    name: ClassVar[str] = "tree"
    levels: list[int]  # 0 is the coarsest
    clusters: list[int]  # number of each cluster on its level
    above: list[int]  # number of its parent on the level above; -1 on the coarsest
    names: list[str]
    documents: list[int]
    places: list[float]  # rows in the picture: 0, 1, ... on the finest level, parents in the middle of theirs

    def table(self) -> Table:
        columns = (self.levels, self.clusters, self.above, self.documents, self.names)
        return Table(("level", "cluster", "above", "documents", "name"), zip(*columns, strict=True))


def prepare(result: CoClustering, *, n_words: int = 3) -> TreePicture:
    """Count documents and find the words of each cluster on each level.

    Parameters
    ----------
    n_words : int
        Words in a name, at most.
    """
    sizes, g = result.sizes, result.n_clusters[0]
    each = [*result.tree.parents, np.arange(g)]
    names = [cluster_names(result, n_words, parents) for parents in [*result.tree.parents, None]]
    levels, clusters, above, members = (list(column) for column in zip(*result.tree.nodes(), strict=True))
    finest = [cluster for level, cluster in zip(levels, clusters, strict=True) if level == len(each) - 1]
    row = np.empty(g)
    row[finest] = np.arange(g)
    title, note = _title_and_note(each, names[0])
    sizes_of_levels = " in ".join(counted(int(up.max()) + 1, "cluster") for up in reversed(each))
    return TreePicture(
        title=title,
        alt=f"Tree of {counted(len(each), 'level')}: {sizes_of_levels}. {title}.",
        note=note,
        levels=levels,
        clusters=clusters,
        above=above,
        names=[names[level][cluster] for level, cluster in zip(levels, clusters, strict=True)],
        documents=[int(sizes[own].sum()) for own in members],
        places=[float(row[own].mean()) for own in members],
    )


def _title_and_note(each: list[np.ndarray], names: list[str]) -> tuple[str, str]:
    """Return the finding, and how to read the picture or how to get a tree."""
    finest = len(each[-1])
    if len(each) == 1:
        more = f"levels=[{finest}, {3 * finest}] or cotext fit -k {finest}/{3 * finest}"
        return (
            f"{counted(finest, 'cluster')} on one level",
            f"For clusters within clusters fit with levels: {more}; result.split(0, 3) divides one.",
        )
    children = np.bincount(np.unique(np.stack(each[:2]), axis=1)[0])
    most = int(children.argmax())
    return (
        f"{len(children)} clusters contain {children.sum()}; “{names[most]}” contains most: {children[most]}",
        "Numbers and width: documents. Words: the most relevant ones. Colors: clusters of the finest level.",
    )
