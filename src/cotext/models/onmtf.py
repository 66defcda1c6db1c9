r"""Orthogonal non-negative matrix tri-factorization :cite:`yoo2010orthogonal,ding2006orthogonal`.

.. math:: \min_{Z, S, W \ge 0} \tfrac12 \|X - Z S W'\|^2, \qquad Z'Z = I, \; W'W = I

"stiefel" follows the true gradient on the Stiefel manifold; after (1) and (2) the columns are scaled to
unit length, S as it is. With the sums X'Z of the sweep before:

(1) Z *= X W S' / (Z S W'X'Z)
(2) W *= X'Z S / (W S'Z'X W)
(3) S *= Z'X W / (Z'Z S W'W)

"ding" solves the Lagrangian instead: the small matrices of (1) and (2) are transposed, all three ratios
have exponent 1/2, and no column is scaled.

Yoo and Choi weigh column k of Z by (S W'1)_k before they choose labels. Unit columns, as for every model
here, do as well on CSTR and better on CLASSIC4, so there is no exception.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from cotext.backend import Array, Matrix, Multiplicative, Rule, Sums, answer, step, unit_columns
from cotext.models.engine import Fit, Generators, Predictor, StrOptions, SweepAlgorithm, parameter
from cotext.models.onmf import unit_documents


@dataclass(frozen=True)
class State:
    W: Array
    S: Array
    G: Array  # S W'X'Z
    squared_norm: float = 0.0


@dataclass(frozen=True)
class Variant:
    """The differences between the two ways to orthogonal columns."""

    power: float
    turn: Callable[[Array], Array]
    documents: Callable[[Array, Sums], tuple[Array, Sums]]
    words: Callable[[Array], Array]


VARIANTS = {
    "stiefel": Variant(1.0, lambda G: G, unit_documents, unit_columns),
    "ding": Variant(0.5, lambda G: G.mT, lambda Z, sums: (Z, sums), lambda W: W),
}


def finished_words(S: Array, W: Array) -> State:
    """Words to which documents respond by least squares."""
    return State(W, S, S @ (W.mT @ W) @ S.mT)


@dataclass(frozen=True)
class ONMTFAlgorithm(SweepAlgorithm[State]):
    variant: str = parameter("stiefel", StrOptions(set(VARIANTS)))

    binds_documents = True
    monotone = False

    def initialize(self, X: Matrix, rngs: Generators) -> tuple[Array, State]:
        Z, W, S = self.start(X, rngs)
        variant = VARIANTS[self.variant]
        Z, sums = variant.documents(Z, X.sums(Z))
        W = variant.words(W)
        return Z, State(W, S, S @ (W.mT @ sums.XtZ), X.squared_norm())

    def rule(self, s: State) -> Rule:
        variant = VARIANTS[self.variant]
        return Multiplicative(s.W @ s.S.mT, variant.turn(s.G), power=variant.power)  # (1)

    def after_documents(self, Z: Array, s: State, sums: Sums) -> tuple[Array, State, Sums]:
        Z, sums = VARIANTS[self.variant].documents(Z, sums)
        return Z, s, sums

    def update_words(self, s: State, sums: Sums) -> State:
        variant, XZS = VARIANTS[self.variant], sums.XtZ @ s.S
        p, G = variant.power, variant.turn(XZS.mT @ s.W)
        W = variant.words(answer(Multiplicative(s.W, G, power=p), XZS, s.W))  # (2)
        ZXW = sums.XtZ.mT @ W
        S = s.S ** (1 - p) * step(s.S, ZXW, sums.ZtZ @ s.S @ (W.mT @ W)) ** p  # (3)
        return replace(s, W=W, S=S, G=S @ ZXW.mT)

    def loss(self, s: State, sums: Sums) -> Array:
        return sums.squared_error(s.squared_norm, s.W @ s.S.mT) / 2

    def respond(self, X: Matrix, s: State) -> Array:
        return super().respond(X, finished_words(*self.factors(s)))

    def factors(self, s: State) -> tuple[Array, Array]:
        return s.S, s.W

    def prediction_state(self, fit: Fit) -> State:
        return finished_words(fit.block, fit.column_factor)


class ONMTF(Predictor):
    """Orthogonal tri-factorization: each document, and each word, is drawn to one cluster only.

    Minimizes the squared error of X ~ Z S W' with orthogonal columns of Z and of W, which for
    non-negative factors means that clusters share nothing. Use it where NMTF's memberships are too
    mixed. The criterion is the error of the trained Z and W, which come close to orthogonal; it may rise
    from one sweep to the next, and the best sweep is kept. ``row_factor_`` is the documents' least-squares
    answer to its words and blocks, in which a document may again speak for several clusters.

    Parameters
    ----------
    variant : {"stiefel", "ding"}, default="stiefel"
        True gradient on the Stiefel manifold (Yoo and Choi) or the square-root rules of Ding et al.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import ONMTF
    >>> data = make_planted(n_clusters=(3, 4), random_state=0)
    >>> ONMTF(n_clusters=(3, 4), random_state=0).fit(data.X).block_.shape
    (3, 4)
    """

    cli_name = "onmtf"
    reference = "yoo2010orthogonal"
    algorithm_type = ONMTFAlgorithm
