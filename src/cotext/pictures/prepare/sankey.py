"""Where do the known classes go? Documents of each class in each cluster, as a flow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.errors import UsageError
from cotext.pictures.numbers import Numbers, class_table, column_names, columns_of, percent
from cotext.result import CoClustering, Table, common


@dataclass(frozen=True, kw_only=True)
class Sankey(Numbers):
    """Flows from the left side to the right side.

    Attributes
    ----------
    left, right : list of str
        Names, in the order in which they are drawn.
    left_clusters, right_clusters : list of int
        Their cluster numbers, -1 for known classes and for documents without known words.
    flows : ndarray of int, shape (left, right)
        Documents.
    """

    name: ClassVar[str] = "sankey"
    left: list[str]
    right: list[str]
    left_clusters: list[int]
    right_clusters: list[int]
    flows: np.ndarray

    def table(self) -> Table:
        """One row per flow."""
        rows = [
            (self.left[i], self.right[j], int(self.flows[i, j])) for i, j in np.argwhere(self.flows).tolist()
        ]
        return Table(("from", "to", "documents"), rows)


def prepare(result: CoClustering, *, other: CoClustering | None = None) -> Sankey:
    """Cross the known classes with the clusters.

    Parameters
    ----------
    other : CoClustering, optional
        Another run of the same documents, by id: shows where its clusters go instead of known classes.
    """
    (right, ends), names = columns_of(result), column_names(result)
    if other is None:
        left, flows = class_table(result)
        clusters, what, things = [-1] * len(left), "class", "classes"
    else:
        before, now = common(other.docword.ids, result.docword.ids)
        if not len(now):
            raise UsageError("the two runs share no document (by id); give two runs of the same documents.")
        left, (clusters, starts) = column_names(other), columns_of(other)
        flows = np.zeros((len(clusters), len(right)), dtype=np.int64)
        np.add.at(flows, (starts[before], ends[now]), 1)
        what = things = "clusters of the other run"
    used = np.flatnonzero(flows.sum(axis=1))
    flows, left, clusters = flows[used], [left[i] for i in used], [clusters[i] for i in used]
    rows, columns = _untangle(flows)
    share = flows.max(axis=1) / flows.sum(axis=1)
    whole = int((share >= 0.5).sum())
    title = f"{whole} of {len(left)} {things} send at least half of their documents to one cluster"
    spread = int(share.argmin())
    return Sankey(
        title=title,
        alt=f"Flows of {int(flows.sum()):,} documents from {len(left)} {things} to {len(names)} clusters. "
        f"{title}. The most scattered is {left[spread]}: at most {percent(share[spread])} in one cluster.",
        note=f"Height: documents. Colour: the cluster that a {what} goes to."
        if other is None
        else "Height: documents.",
        left=[left[i] for i in rows],
        right=[names[j] for j in columns],
        left_clusters=[clusters[i] for i in rows],
        right_clusters=[right[j] for j in columns],
        flows=flows[np.ix_(rows, columns)],
    )


def _untangle(flows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Orders of both sides with few crossings: each side by the mean place of what it is tied to."""
    rows, columns = np.arange(flows.shape[0]), np.arange(flows.shape[1])
    for _ in range(8):
        place = np.argsort(columns)
        rows = np.argsort((flows**2) @ place / np.maximum((flows**2).sum(axis=1), 1), kind="stable")
        place = np.argsort(rows)
        columns = np.argsort(place @ (flows**2) / np.maximum((flows**2).sum(axis=0), 1), kind="stable")
    return rows, columns
