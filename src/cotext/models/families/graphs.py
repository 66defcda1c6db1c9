"""Models with a graph of similar documents (and words)."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend import spread_of_used, usable_cores
from cotext.matrix import neighbor_graph
from cotext.matrix.neighbors import BLOCK_CELLS
from cotext.models.engine import AnyState, Extras, Interval, SweepAlgorithm, parameter
from cotext.models.engine.memory import Moment

CELL_BYTES = 18  # of each cosine: a number, a column, and half as much that the heap does not give back
ROW_BYTES = 900  # of each row while its neighbors are lists


@dataclass(frozen=True)
class WithGraph(SweepAlgorithm[AnyState]):
    """An algorithm with A, the neighbor graph of the documents. Labels come from the trained Z.

    Parameters
    ----------
    n_neighbors : int, default=5
        Nearest documents that each one is tied to.
    """

    n_neighbors: int = parameter(5, Interval(Integral, 1, None, closed="left"))

    reads_chunks = False  # neighbors may be anywhere

    def extras(self, X: Any, *given: Any, **named: Any) -> Extras:
        return Extras({"A": neighbor_graph(X, self.n_neighbors, self.n_jobs)})

    def arrays(self) -> list[Moment]:
        return [(7.3, 6.0)]

    def bytes_needed(self, X: Any, **given: Any) -> int:
        X = sparse.csr_array(X)
        return int(max(super().bytes_needed(X), graph_bytes(X.shape[0], spread_of_used(X), X.nnz)))

    def responds_alone(self, s: AnyState) -> bool:
        return False


def graph_bytes(n: int, spread: np.ndarray, entries: int) -> float:
    """Memory while the neighbors of n rows are found; ``spread``: rows of each column, at random."""
    squares = float(np.einsum("i,i", spread, spread, dtype=np.float64))  # makes no copy
    meet = -float(np.expm1(-squares / n**2))  # share of pairs of rows with a column in common
    cells = min(usable_cores() * BLOCK_CELLS, float(n) ** 2)
    return 36.0 * float(entries) + CELL_BYTES * meet * cells + float(ROW_BYTES * n)
