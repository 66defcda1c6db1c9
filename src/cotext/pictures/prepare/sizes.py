"""Does one cluster eat all? Documents and counts of every document cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.pictures.numbers import Numbers, column_names, columns_of, percent
from cotext.result import CoClustering, Table


@dataclass(frozen=True, kw_only=True)
class Sizes(Numbers):
    """Clusters, largest first, and after them documents without known words, cluster -1, if there are any.

    Attributes
    ----------
    clusters : list of int
        Their numbers.
    names : list of str
        What they are called.
    documents : list of int
        Documents of each.
    mass : list of float
        Sum of their counts.
    """

    name: ClassVar[str] = "sizes"
    clusters: list[int]
    names: list[str]
    documents: list[int]
    mass: list[float]

    def table(self) -> Table:
        """One row per cluster, largest first."""
        n, total = max(sum(self.documents), 1), max(sum(self.mass), 1e-300)
        rows = [
            (cluster, documents, documents / n, mass, mass / total)
            for cluster, documents, mass in zip(self.clusters, self.documents, self.mass, strict=True)
        ]
        return Table(("cluster", "documents", "document_share", "mass", "mass_share"), rows)


def prepare(result: CoClustering) -> Sizes:
    """Count documents and their words."""
    g, (clusters, own), names = result.n_clusters[0], columns_of(result), column_names(result)
    sizes = np.bincount(own, minlength=len(clusters))
    mass = np.bincount(own, np.asarray(result.counts.sum(axis=1)).ravel(), minlength=len(clusters))
    order = np.argsort(-sizes[:g], kind="stable")
    n, first, last = len(result.row_labels_), order[0], order[-1]
    title = largest(first, sizes[first], n)
    empty = int((sizes[:g] == 0).sum())
    drawn = [*order.tolist(), *range(g, len(clusters))]
    rest = f"{empty} of {g} clusters are empty" if empty else f"the smallest, {last}, has {sizes[last]:,}"
    return Sizes(
        title=title,
        alt=f"Bars of {g} clusters by number of documents. {title}; {rest}.",
        clusters=[clusters[place] for place in drawn],
        names=[names[place] for place in drawn],
        documents=sizes[drawn].tolist(),
        mass=mass[drawn].tolist(),
    )


def largest(cluster: int, size: int, n: int) -> str:
    """The finding, in a sentence."""
    return f"Cluster {cluster} is the largest: {size:,} of {n:,} documents ({percent(size / n)})"
