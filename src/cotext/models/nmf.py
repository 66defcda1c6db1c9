r"""Non-negative matrix factorisation :cite:`lee2001algorithms`.

.. math:: \min_{Z, W \ge 0} \tfrac12 \|X - Z W'\|^2

(1) Z *= X W / (Z W'W)
(2) W *= X'Z / (W Z'Z)
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cotext.backend import Array, Matrix, Rule, Sums
from cotext.models.engine import Generators
from cotext.models.engine.memory import Moment
from cotext.models.families.least_squares import LeastSquares
from cotext.models.families.two_factors import TwoFactors


@dataclass(frozen=True)
class State:
    W: Array
    squared_norm: float = 0.0


class NMF(TwoFactors[State], LeastSquares[State]):
    """Non-negative matrix factorisation: documents and words share one set of clusters.

    Minimises the squared error of X ~ Z W'. The plain baseline of the
    family; use it when documents and words have the same number of groups and no side information.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import NMF
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> NMF(n_clusters=3, random_state=0).fit(data.X).row_labels_.shape
    (200,)
    """

    cli_name = "nmf"
    reference = "lee2001algorithms"

    def begin(self, X: Matrix, rngs: Generators) -> tuple[Array, State]:
        Z, W, _ = self.start(X, rngs)
        return Z, State(W, X.squared_norm())

    def rule(self, s: State) -> Rule:
        return self.documents(s.W)  # (1)

    def shared(self, s: State, sums: Sums) -> State:
        return replace(s, W=self.improve(s.W, sums.XtZ, sums.ZtZ))  # (2)

    def loss(self, s: State, sums: Sums) -> Array:
        return sums.squared_error(s.squared_norm, s.W) / 2

    def arrays(self) -> list[Moment]:
        return [(3.0, 4.0), (4.1, 2.0)]

    def frozen(self, S: Array, W: Array) -> State:
        return State(W)
