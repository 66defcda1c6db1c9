"""Models that know which documents (and words) resemble each other."""

from __future__ import annotations

from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from cotext.backend.memory import of_all_threads
from cotext.matrix import neighbor_graph
from cotext.matrix.neighbors import BLOCK_CELLS
from cotext.models.engine import AnyState, Clusters, Constraints, Extras, Interval, SweepModel
from cotext.models.engine.footprint import Moment

CELL_BYTES = 18  # of each cosine: a number, a column, and half as much that the heap does not give back
ROW_BYTES = 900  # of each row whose neighbours are found, as long as they are lists


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

    def reads_blocks(self) -> bool:
        return False  # neighbours may be anywhere

    def arrays(self) -> list[Moment]:
        return [(7.3, 6.0)]

    def bytes_needed(self, X: Any, **given: Any) -> int:
        return int(max(super().bytes_needed(X), graph_bytes(X)))

    def answers_alone(self, s: AnyState) -> bool:
        return False


def graph_bytes(X: Any) -> float:
    """Memory while the neighbours of the rows of X are looked for, if words fell at random."""
    X = sparse.csr_array(X)
    n, frequency = X.shape[0], np.bincount(X.indices, minlength=X.shape[1]).astype(np.float64)
    meet = float(-np.expm1(-np.square(frequency).sum() / n**2))  # rows with a column in common
    cells = min(of_all_threads(BLOCK_CELLS), float(n) ** 2)
    return 36.0 * float(X.nnz) + CELL_BYTES * meet * cells + float(ROW_BYTES * n)
