r"""Non-negative matrix tri-factorization, also known as (non-negative) block value decomposition
:cite:`long2005coclustering`.

.. math:: \min_{Z, S, W \ge 0} \tfrac12 \|X - Z S W'\|^2

(1) Z *= X W S' / (Z S W'W S')
(2) W *= X'Z S / (W S'Z'Z S)
(3) S *= Z'X W / (Z'Z S W'W)
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cotext.backend import Array, Matrix, Rule, Sums
from cotext.models.engine import Fit, Generators
from cotext.models.families.least_squares import LeastSquares
from cotext.models.families.partial_fit import StreamPredictor


@dataclass(frozen=True)
class State:
    W: Array
    S: Array
    squared_norm: float = 0.0


@dataclass(frozen=True)
class NMTFAlgorithm(LeastSquares[State]):
    def initialize(self, X: Matrix, rngs: Generators) -> tuple[Array, State]:
        Z, W, S = self.start(X, rngs)
        return Z, State(W, S, X.squared_norm())

    def rule(self, s: State) -> Rule:
        return self.documents(s.W @ s.S.mT)  # (1)

    def update_words(self, s: State, sums: Sums) -> State:
        W = self.improve(s.W, sums.XtZ @ s.S, s.S.mT @ sums.ZtZ @ s.S)  # (2)
        S = self.improve_block(s.S, sums.XtZ.mT @ W, sums.ZtZ, W.mT @ W)  # (3)
        return replace(s, W=W, S=S)

    def loss(self, s: State, sums: Sums) -> Array:
        return sums.squared_error(s.squared_norm, s.W @ s.S.mT) / 2

    def factors(self, s: State) -> tuple[Array, Array]:
        return s.S, s.W

    def prediction_state(self, fit: Fit) -> State:
        return State(fit.column_factor, fit.block)


class NMTF(StreamPredictor):
    """Non-negative matrix tri-factorization: g document clusters, m word clusters, a g x m block table.

    Minimizes the squared error of X ~ Z S W'. Use it when words fall into
    more (or fewer) groups than documents: S says which document cluster uses which word cluster.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import NMTF
    >>> data = make_planted(n_clusters=(3, 4), random_state=0)
    >>> NMTF(n_clusters=(3, 4), random_state=0).fit(data.X).block_.shape
    (3, 4)
    """

    cli_name = "nmtf"
    reference = "long2005coclustering"
    algorithm_type = NMTFAlgorithm
