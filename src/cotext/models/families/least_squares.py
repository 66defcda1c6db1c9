"""Factorisations by least squares: the same problem for documents, words and blocks, two solvers."""

from __future__ import annotations

from numbers import Integral
from typing import Any, ClassVar

from cotext.backend import Array, Rule, improve, improve_block, least_squares
from cotext.models.engine import AnyState, Clusters, Constraints, Interval, StrOptions
from cotext.models.families.partial_fit import Streams


class LeastSquares(Streams[AnyState]):
    """Adds the three updates that depend on the solver.

    Parameters
    ----------
    solver : {"cd", "mu"}
        Coordinate descent, which reaches the same criterion several times sooner and is the default where
        documents alone are factorised, or the papers' multiplicative updates, the default where a
        co-occurrence term dominates: there a lower criterion is not a better clustering.
    inner : int, default=1
        Repeats of each update while its sums are at hand.
    """

    _parameter_constraints: ClassVar[Constraints] = {
        "solver": [StrOptions({"mu", "cd"})],
        "inner": [Interval(Integral, 1, None, closed="left")],
    }

    def __init__(self, n_clusters: Clusters = 3, *, solver: str = "cd", inner: int = 1, **shared: Any):
        super().__init__(n_clusters, **shared)
        self.solver = solver
        self.inner = inner

    def documents(self, W: Array, G: Array | None = None) -> Rule:
        """The rule that lowers 1/2 |X - Z W'|^2 in Z; G is W'W where it is at hand."""
        return least_squares(self.solver, W, W.mT @ W if G is None else G, self.inner)

    def improve(self, F: Array, attraction: Array, G: Array) -> Array:
        """Lower 1/2 tr(F G F') - <F, attraction> in F."""
        return improve(self.solver, F, attraction, G, self.inner)

    def improve_block(self, S: Array, attraction: Array, L: Array, R: Array) -> Array:
        """Lower 1/2 tr(S'L S R) - <S, attraction> in S."""
        return improve_block(self.solver, S, attraction, L, R)
