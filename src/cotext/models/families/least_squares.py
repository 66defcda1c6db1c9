"""Factorizations by least squares, with two solvers."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral

from cotext.backend import Array, Rule, improve, improve_block, least_squares
from cotext.models.engine import AnyState, Interval, StrOptions, SweepAlgorithm, parameter


@dataclass(frozen=True)
class LeastSquares(SweepAlgorithm[AnyState]):
    """Adds the three updates that depend on the solver.

    Parameters
    ----------
    solver : {"cd", "mu"}
        Coordinate descent, which reaches the same criterion several times sooner and is the default, or the
        papers' multiplicative updates, the default with a co-occurrence term: with such a term, a lower
        criterion is not a better clustering.
    inner : int, default=1
        Repeats of each update with the same sums.
    """

    solver: str = parameter("cd", StrOptions({"mu", "cd"}))
    inner: int = parameter(1, Interval(Integral, 1, None, closed="left"))

    def documents(self, W: Array, G: Array | None = None) -> Rule:
        """The rule that lowers 1/2 |X - Z W'|^2 in Z; G is W'W if it is known."""
        return least_squares(self.solver, W, W.mT @ W if G is None else G, self.inner)

    def improve(self, F: Array, attraction: Array, G: Array) -> Array:
        """Lower 1/2 tr(F G F') - <F, attraction> in F."""
        return improve(self.solver, F, attraction, G, self.inner)

    def improve_block(self, S: Array, attraction: Array, L: Array, R: Array) -> Array:
        """Lower 1/2 tr(S'L S R) - <S, attraction> in S."""
        return improve_block(self.solver, S, attraction, L, R)
