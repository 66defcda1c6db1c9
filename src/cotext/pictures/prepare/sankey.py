"""Where do the known classes go? Documents of each class in each cluster, as a flow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.errors import UsageError
from cotext.pictures.numbers import Numbers, class_table, column_names, columns_of, percent
from cotext.result import CoClustering, Table, common


@dataclass(frozen=True, kw_only=True)
class SankeyPicture(Numbers):
    """Flows from the left side to the right side, in the order of the drawing."""

    name: ClassVar[str] = "sankey"
    left: list[str]
    right: list[str]
    left_clusters: list[int]  # -1 for known classes and for documents without known words
    right_clusters: list[int]
    flows: np.ndarray  # documents, left x right

    def table(self) -> Table:
        rows = [
            (self.left[i], self.right[j], int(self.flows[i, j])) for i, j in np.argwhere(self.flows).tolist()
        ]
        return Table(("from", "to", "documents"), rows)


def prepare(result: CoClustering, *, other: CoClustering | None = None) -> SankeyPicture:
    """Cross the known classes with the clusters.

    Parameters
    ----------
    other : CoClustering, optional
        Another run of the same documents, matched by id; its clusters then replace the known classes.
    """
    (right, ends), names = columns_of(result), column_names(result)
    if other is None:
        left, flows = class_table(result)
        clusters, plural = [-1] * len(left), "classes"
    else:
        before, now = common(other.docword.ids, result.docword.ids)
        if not len(now):
            raise UsageError("the two runs share no document (by id); give two runs of the same documents.")
        left, (clusters, starts) = column_names(other), columns_of(other)
        flows = np.zeros((len(clusters), len(right)), dtype=np.int64)
        np.add.at(flows, (starts[before], ends[now]), 1)
        plural = "clusters of the other run"
    used = np.flatnonzero(flows.sum(axis=1))
    flows, left, clusters = flows[used], [left[i] for i in used], [clusters[i] for i in used]
    rows, columns = _untangle(flows)
    share = flows.max(axis=1) / flows.sum(axis=1)
    whole = int((share >= 0.5).sum())
    title = f"{whole} of {len(left)} {plural} send at least half of their documents to one cluster"
    scattered = int(share.argmin())
    return SankeyPicture(
        title=title,
        alt=f"Flows of {int(flows.sum()):,} documents from {len(left)} {plural} to {len(names)} clusters. "
        f"{title}. The most scattered is {left[scattered]}: at most {percent(share[scattered])} in one "
        "cluster.",
        note="Height: documents." + (" Color: the cluster that a class goes to." if other is None else ""),
        left=[left[i] for i in rows],
        right=[names[j] for j in columns],
        left_clusters=[clusters[i] for i in rows],
        right_clusters=[right[j] for j in columns],
        flows=flows[np.ix_(rows, columns)],
    )


def _untangle(flows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Order both sides so that few flows cross: each node by the mean place of the nodes it is linked to."""
    rows, columns, weights = np.arange(flows.shape[0]), np.arange(flows.shape[1]), flows**2
    for _ in range(8):
        rows = np.argsort(weights @ np.argsort(columns) / np.maximum(weights.sum(axis=1), 1), kind="stable")
        columns = np.argsort(np.argsort(rows) @ weights / np.maximum(weights.sum(axis=0), 1), kind="stable")
    return rows, columns
