"""Which class is which cluster, exactly? The contingency table, classes matched one to one with clusters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.pictures.numbers import Numbers, class_table, column_names, columns_of, counted, percent
from cotext.result import CoClustering, Table


@dataclass(frozen=True, kw_only=True)
class ConfusionPicture(Numbers):
    """Known classes x clusters, matched pairs on the diagonal."""

    name: ClassVar[str] = "confusion"
    classes: list[str]
    clusters: list[int]  # of each column; -1 for documents without known words
    names: list[str]
    counts: np.ndarray  # documents, classes x clusters
    n_matched: int  # the first n_matched rows and columns are pairs

    def table(self) -> Table:
        rows = [
            (name, cluster, int(self.counts[i, j]), i == j and i < self.n_matched)
            for i, name in enumerate(self.classes)
            for j, cluster in enumerate(self.clusters)
        ]
        return Table(("class", "cluster", "documents", "matched"), rows)


def prepare(result: CoClustering) -> ConfusionPicture:
    """Match classes and clusters one to one so that most documents agree (Hungarian method)."""
    from scipy.optimize import linear_sum_assignment

    classes, counts = class_table(result)
    rows, columns = linear_sum_assignment(counts, maximize=True)
    order = np.argsort(-counts[rows, columns], kind="stable")
    rows, columns = rows[order], columns[order]
    n, agreed = max(int(counts.sum()), 1), int(counts[rows, columns].sum())
    other_rows, other_columns = (
        np.setdiff1d(np.arange(size), matched)
        for size, matched in zip(counts.shape, (rows, columns), strict=True)
    )
    j = np.concatenate([columns, other_columns])
    nearest = np.argsort(counts[np.ix_(other_rows, j)].argmax(axis=1), kind="stable")
    i = np.concatenate([rows, other_rows[nearest]])
    clusters, names = columns_of(result)[0], column_names(result)
    title = f"{agreed:,} of {n:,} documents ({percent(agreed / n)}) are in the cluster matched to their class"
    return ConfusionPicture(
        title=title,
        alt=f"Table of {len(classes)} known classes by {len(names)} clusters, matched pairs on the diagonal. "
        f"{title}. The best match is class {classes[rows[0]]} with cluster “{names[columns[0]]}”: "
        f"{counted(int(counts[rows[0], columns[0]]), 'document')}.",
        note="Numbers: documents. Color: share of the class. Framed: matched one to one.",
        classes=[classes[k] for k in i],
        clusters=[clusters[k] for k in j],
        names=[names[k] for k in j],
        counts=counts[np.ix_(i, j)],
        n_matched=len(rows),
    )
