"""Does one cluster dominate? Documents and counts of every document cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.pictures.numbers import Numbers, column_names, columns_of, percent
from cotext.result import CoClustering, Table


@dataclass(frozen=True, kw_only=True)
class SizesPicture(Numbers):
    """Clusters, the largest first; documents without known words come last, as cluster -1."""

    name: ClassVar[str] = "sizes"
    clusters: list[int]
    names: list[str]
    documents: list[int]
    mass: list[float]  # sum of the counts

    def table(self) -> Table:
        n, total = max(sum(self.documents), 1), max(sum(self.mass), 1e-300)
        rows = [
            (cluster, documents, documents / n, mass, mass / total)
            for cluster, documents, mass in zip(self.clusters, self.documents, self.mass, strict=True)
        ]
        return Table(("cluster", "documents", "document_share", "mass", "mass_share"), rows)


def prepare(result: CoClustering) -> SizesPicture:
    """Count documents and their words."""
    g, (clusters, own), names = result.n_clusters[0], columns_of(result), column_names(result)
    sizes = np.bincount(own, minlength=len(clusters))
    mass = np.bincount(own, np.asarray(result.counts.sum(axis=1)).ravel(), minlength=len(clusters))
    order = np.argsort(-sizes[:g], kind="stable")
    first, last = order[0], order[-1]
    title = largest(names[first], sizes[first], len(result.row_labels_))
    empty = int((sizes[:g] == 0).sum())
    columns = [*order.tolist(), *range(g, len(clusters))]
    more = (
        f"{empty} of {g} clusters are empty"
        if empty
        else f"The smallest, “{names[last]}”, has {sizes[last]:,}"
    )
    return SizesPicture(
        title=title,
        alt=f"Bars of {g} clusters by number of documents. {title}. {more}.",
        clusters=[clusters[k] for k in columns],
        names=[names[k] for k in columns],
        documents=sizes[columns].tolist(),
        mass=mass[columns].tolist(),
    )


def largest(name: str, size: int, n: int) -> str:
    return f"The largest cluster is “{name}”: {size:,} of {n:,} documents ({percent(size / n)})"
