r"""Graph-regularized non-negative matrix factorization :cite:`cai2011graph`.

.. math:: \min_{Z, W \ge 0} \tfrac12 \|X - Z W'\|^2 + \tfrac\lambda2 \mathrm{Tr}(Z'L Z), \qquad L = D - A

A holds the cosines of each document with its nearest ones, D their sums:

(1) Z *= (X W + lambda A Z) / (Z W'W + lambda D Z)
(2) W *= X'Z / (W Z'Z)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from numbers import Real

from cotext.backend import Array, Matrix, Multiplicative, Rule, Sums, dot, step
from cotext.models.engine import ABSENT, Fit, Generators, Interval, Predictor, parameter
from cotext.models.families.graphs import WithGraph
from cotext.models.families.two_factors import TwoFactors


@dataclass(frozen=True)
class State:
    W: Array
    A: Matrix = ABSENT
    D: Array = ABSENT
    Z: Array = ABSENT
    AZ: Array = ABSENT
    squared_norm: float = 0.0


@dataclass(frozen=True)
class GNMFAlgorithm(TwoFactors[State], WithGraph[State]):
    regularization: float = parameter(10.0, Interval(Real, 0, None, closed="left"))

    def initialize(self, X: Matrix, rngs: Generators, A: Matrix) -> tuple[Array, State]:
        Z, W, _ = self.start(X, rngs)
        return Z, State(W, A, A.sum(axis=1)[:, None], Z, A @ Z, X.squared_norm())

    def rule(self, s: State) -> Rule:
        lam = self.regularization
        return Multiplicative(s.W, s.W.mT @ s.W, pull=lam * s.AZ, drag=lam * s.D)  # (1)

    def after_documents(self, Z: Array, s: State, sums: Sums) -> tuple[Array, State, Sums]:
        return Z, replace(s, Z=Z, AZ=s.A @ Z), sums

    def update_words(self, s: State, sums: Sums) -> State:
        return replace(s, W=step(s.W, sums.XtZ, s.W @ sums.ZtZ))  # (2)

    def loss(self, s: State, sums: Sums) -> Array:
        error = sums.squared_error(s.squared_norm, s.W)
        return (error + self.regularization * dot(s.Z, s.D * s.Z - s.AZ)) / 2

    def prediction_state(self, fit: Fit) -> State:
        W = fit.column_factor
        return State(W, D=W[:0], AZ=W[:0])  # new documents have no neighbors


class GNMF(Predictor):
    """Factorization in which documents that resemble each other are drawn into the same clusters.

    Adds to NMF's squared error of X ~ Z W' a penalty on neighbors (by cosine) with different
    memberships. Use it where clusters are not round: a chain of similar documents stays together.
    ``labels_`` come from the trained memberships, which know the graph; ``predict`` sees a document
    alone and answers by least squares. Shrinking Z and growing W lowers the penalty a little in every
    sweep, so ``tol`` is met late, if at all, and waiting for it is no sure gain for the labels.

    Parameters
    ----------
    regularization : float, default=10.0
        Weight of the graph (the paper's lambda); 0 gives NMF.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import GNMF
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> GNMF(n_clusters=3, random_state=0, max_iter=500).fit(data.X).row_labels_.shape
    (200,)
    """

    cli_name = "gnmf"
    reference = "cai2011graph"
    algorithm_type = GNMFAlgorithm
