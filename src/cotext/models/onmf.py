r"""Orthogonal non-negative matrix factorization :cite:`yoo2008orthogonal`.

.. math:: \min_{Z, W \ge 0} \tfrac12 \|X - Z W'\|^2, \qquad Z'Z = I

by the true gradient on the Stiefel manifold, with the sums X'Z of the sweep before:

(1) Z *= X W / (Z W'X'Z)
(2) each column of Z to unit length, W as it is: scaling W in return would undo (1) every other sweep
(3) W *= X'Z / (W Z'Z)
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cotext.backend import Array, Matrix, Multiplicative, Rule, Sums, guard, namespace, step
from cotext.models.engine import Fit, Generators, Predictor
from cotext.models.families.two_factors import TwoFactors


@dataclass(frozen=True)
class State:
    W: Array
    G: Array  # W'X'Z
    squared_norm: float = 0.0


@dataclass(frozen=True)
class ONMFAlgorithm(TwoFactors[State]):
    binds_documents = True
    monotone = False

    def initialize(self, X: Matrix, rngs: Generators) -> tuple[Array, State]:
        Z, W, _ = self.start(X, rngs)
        Z, sums = unit_documents(Z, X.sums(Z))
        return Z, State(W, W.mT @ sums.XtZ, X.squared_norm())

    def rule(self, s: State) -> Rule:
        return Multiplicative(s.W, s.G)  # (1)

    def after_documents(self, Z: Array, s: State, sums: Sums) -> tuple[Array, State, Sums]:
        Z, sums = unit_documents(Z, sums)  # (2)
        return Z, s, sums

    def update_words(self, s: State, sums: Sums) -> State:
        W = step(s.W, sums.XtZ, s.W @ sums.ZtZ)  # (3)
        return replace(s, W=W, G=W.mT @ sums.XtZ)

    def loss(self, s: State, sums: Sums) -> Array:
        return sums.squared_error(s.squared_norm, s.W) / 2

    def respond(self, X: Matrix, s: State) -> Array:
        return super().respond(X, finished_words(s.W))

    def prediction_state(self, fit: Fit) -> State:
        return finished_words(fit.column_factor)


class ONMF(Predictor):
    """Orthogonal factorization: each document is drawn to one cluster only.

    Minimizes the squared error of X ~ Z W' with orthogonal columns of Z, which for non-negative Z means
    that clusters share no document. Use it where NMF's memberships are too mixed. The criterion is the error
    of the trained Z, whose columns have unit length and come close to orthogonal; it may rise from one sweep
    to the next, and the best sweep is kept. ``row_factor_`` is the documents' least-squares answer to its
    words, in which a document may again speak for several clusters.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import ONMF
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> ONMF(n_clusters=3, random_state=0).fit(data.X).row_labels_.shape
    (200,)
    """

    cli_name = "onmf"
    reference = "yoo2008orthogonal"
    algorithm_type = ONMFAlgorithm


def finished_words(W: Array) -> State:
    """Words to which documents respond by least squares."""
    return State(W, W.mT @ W)


def unit_documents(Z: Array, sums: Sums) -> tuple[Array, Sums]:
    """Z with columns of unit length, and its sums."""
    length = guard(namespace(Z).sqrt(sums.ZtZ.diagonal(axis1=-2, axis2=-1)))[..., None, :]
    return Z / length, Sums(sums.XtZ / length, sums.ZtZ / length / length.mT)
