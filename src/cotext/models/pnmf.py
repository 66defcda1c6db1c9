r"""Projective non-negative matrix factorization :cite:`yuan2009projective`.

.. math:: \min_{Z \ge 0} \tfrac12 \|X - Z Z'X\|^2

(1) Z *= (2 A / (Z Z'A + A Z'Z)) ^ (1/2),  A = X X'Z, from a Z of spectral norm 1
(2) W = X'Z, so that A = X W and Z'A = W'W
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from cotext.backend import Array, Matrix, Multiplicative, Rule, Sums, guard
from cotext.models.engine import Fit, Generators, Predictor
from cotext.models.families.two_factors import TwoFactors


@dataclass(frozen=True)
class State:
    W: Array
    ZtZ: Array | None = None
    twice: Array | None = None  # 2 I
    squared_norm: float = 0.0


@dataclass(frozen=True)
class PNMFAlgorithm(TwoFactors[State]):
    binds_documents = True

    def initialize(self, X: Matrix, rngs: Generators) -> tuple[Array, State]:
        Z, _, _ = self.start(X, rngs)
        largest = np.linalg.eigvalsh(X.get(Z.mT @ Z))[:, -1:, None]
        Z = Z / X.put(np.sqrt(guard(largest)))
        sums = X.sums(Z)
        twice = X.put(2 * np.eye(Z.shape[-1]))
        return Z, State(sums.XtZ, sums.ZtZ, twice, X.squared_norm())

    def rule(self, s: State) -> Rule:
        return Multiplicative(s.W, s.W.mT @ s.W, A=s.twice, H=s.ZtZ, power=0.5)  # (1)

    def update_words(self, s: State, sums: Sums) -> State:
        return replace(s, W=sums.XtZ, ZtZ=sums.ZtZ)  # (2)

    def loss(self, s: State, sums: Sums) -> Array:
        return sums.squared_error(s.squared_norm, s.W) / 2

    def respond(self, X: Matrix, s: State) -> Array:
        return super().respond(X, State(s.W))

    def prediction_state(self, fit: Fit) -> State:
        return State(fit.column_factor)


class PNMF(Predictor):
    """Projective factorization: the documents themselves, mixed by Z, are the clusters' word profiles.

    Minimizes the squared error of X ~ Z Z'X. One factor only, which comes out sparse and nearly
    orthogonal without being asked to: use it where NMF's memberships are too mixed. The criterion is that of
    the trained Z; as for every model, ``row_factor_`` is the documents' least-squares answer to the finished
    word profiles X'Z.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import PNMF
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> PNMF(n_clusters=3, random_state=0).fit(data.X).row_labels_.shape
    (200,)
    """

    cli_name = "pnmf"
    reference = "yuan2009projective"
    algorithm_type = PNMFAlgorithm
