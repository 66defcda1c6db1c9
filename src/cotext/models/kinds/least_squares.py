"""Factorisations by least squares: the same problem for documents, words and blocks, two solvers."""

from __future__ import annotations

from numbers import Integral
from typing import Any, ClassVar

from cotext.backend import improve, improve_block, least_squares
from cotext.models.engine.sklearn_private import Interval, StrOptions
from cotext.models.kinds.streams import Streams


class LeastSquares(Streams):
    """Adds ``solver`` and ``inner`` and the three updates that depend on them."""

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "solver": [StrOptions({"mu", "cd"})],
        "inner": [Interval(Integral, 1, None, closed="left")],
    }

    def __init__(self, n_clusters=3, *, solver="cd", inner=1, **shared):
        super().__init__(n_clusters, **shared)
        self.solver = solver
        self.inner = inner

    def documents(self, W: Any, G: Any = None) -> Any:
        """The rule that lowers 1/2 |X - Z W'|^2 in Z; G is W'W where it is at hand."""
        return least_squares(self.solver, W, W.mT @ W if G is None else G, self.inner)

    def improve(self, F: Any, attraction: Any, G: Any) -> Any:
        """Lower 1/2 tr(F G F') - <F, attraction> in F."""
        return improve(self.solver, F, attraction, G, self.inner)

    def improve_block(self, S: Any, attraction: Any, L: Any, R: Any) -> Any:
        """Lower 1/2 tr(S'L S R) - <S, attraction> in S."""
        return improve_block(self.solver, S, attraction, L, R)
