"""Models that know which documents (and words) resemble each other."""

from __future__ import annotations

from numbers import Integral
from typing import Any, ClassVar

from cotext.matrix import neighbor_graph
from cotext.models.engine import AnyState, Clusters, Constraints, Extras, Interval, SweepModel


class WithGraph(SweepModel[AnyState]):
    """The model gets A, the neighbour graph of the documents.

    Labels come from the trained Z: what a document's neighbours say is part of its answer.

    Parameters
    ----------
    n_neighbors : int, default=5
        Nearest documents that each one is tied to.
    """

    _parameter_constraints: ClassVar[Constraints] = {
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
    }

    def __init__(self, n_clusters: Clusters = 3, *, n_neighbors: int = 5, **shared: Any):
        super().__init__(n_clusters, **shared)
        self.n_neighbors = n_neighbors

    def extras(self, X: Any) -> Extras:
        return Extras({"A": neighbor_graph(X, self.n_neighbors, self.n_jobs)})

    def answers_alone(self, s: AnyState) -> bool:
        return False
