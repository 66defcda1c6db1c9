"""Does one cluster eat all? Documents and counts of every document cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.pictures.numbers import Numbers, cluster_names, percent
from cotext.result import CoClustering, Table


@dataclass(frozen=True, kw_only=True)
class Sizes(Numbers):
    """Clusters, largest first.

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
    g = result.n_clusters[0]
    sizes = np.bincount(result.row_labels_, minlength=g)
    mass = np.bincount(result.row_labels_, np.asarray(result.counts.sum(axis=1)).ravel(), minlength=g)
    order = np.argsort(-sizes, kind="stable")
    names = cluster_names(result)
    n, first, last = len(result.row_labels_), order[0], order[-1]
    title = (
        f"Cluster {first} is the largest: {sizes[first]:,} of {n:,} documents ({percent(sizes[first] / n)})"
    )
    empty = int((sizes == 0).sum())
    rest = f"{empty} of {g} clusters are empty" if empty else f"the smallest, {last}, has {sizes[last]:,}"
    return Sizes(
        title=title,
        alt=f"Bars of {g} clusters by number of documents. {title}; {rest}.",
        clusters=order.tolist(),
        names=[names[cluster] for cluster in order],
        documents=sizes[order].tolist(),
        mass=mass[order].tolist(),
    )
