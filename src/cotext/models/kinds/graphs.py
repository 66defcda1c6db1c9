"""Models that know which documents (and words) resemble each other."""

from __future__ import annotations

from numbers import Integral
from typing import Any, ClassVar

from cotext.matrix import neighbor_graph
from cotext.models.engine.base import CoClusterer
from cotext.models.engine.sklearn_private import Interval


class WithGraph(CoClusterer):
    """Adds ``n_neighbors``; the model gets A, the neighbour graph of the documents.

    Labels come from the trained Z: what a document's neighbours say is part of its answer.
    """

    settles = False

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
    }

    def __init__(self, n_clusters=3, *, n_neighbors=5, **shared):
        super().__init__(n_clusters, **shared)
        self.n_neighbors = n_neighbors

    def side(self, X):
        return {"A": neighbor_graph(X, self.n_neighbors, self.n_jobs)}
