r"""Semantic NMF :cite:`ailem2017nonnegative`: factorize documents and word associations together.

.. math:: \min_{Z, W, S \ge 0} \tfrac12 \|X - Z W'\|^2 + \tfrac\lambda2 \|M - W S W'\|^2, \qquad S = S'

M is the shifted positive PMI of the word co-occurrence counts (the paper has lambda = 1):

(1) Z *= X W / (Z W'W)
(2) W *= (X'Z + 2 lambda M W S) / (W (Z'Z + 2 lambda S W'W S))
(3) S *= W'M W / (W'W S W'W)

(2) is a fixed point but not always downhill: a step that would raise the criterion is damped.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cotext.backend import Array, Matrix, Rule, Sums, dot, guard, namespace, step
from cotext.models.engine import ABSENT, Fit, Generators
from cotext.models.families.contexts import ContextStreamPredictor, WithContexts
from cotext.models.families.two_factors import TwoFactors

DAMPING = (1.0, 0.5, 0.25)


@dataclass(frozen=True)
class State:
    W: Array
    S: Array = ABSENT
    M: Matrix = ABSENT
    MW: Array = ABSENT
    lam: float = 1.0
    squared_norms: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class SemanticNMFAlgorithm(TwoFactors[State], WithContexts[State]):
    def initialize(self, X: Matrix, rngs: Generators, M: Matrix, lam: float) -> tuple[Array, State]:
        Z, W, S = self.start(X, rngs)
        norms = (X.squared_norm(), M.squared_norm())
        return Z, State(W, (S + S.mT) / 2, M, M @ W, lam, norms)

    def rule(self, s: State) -> Rule:
        return self.documents(s.W)  # (1)

    def update_words(self, s: State, sums: Sums) -> State:
        s = self._damped(s, sums)
        WW = s.W.mT @ s.W
        return replace(s, S=step(s.S, s.W.mT @ s.MW, WW @ s.S @ WW))  # (3)

    def _damped(self, s: State, sums: Sums) -> State:
        """The words' step (2), each restart with the largest exponent that does not raise its criterion."""
        lam, xp = s.lam, namespace(s.W)
        attraction = sums.XtZ + 2 * lam * (s.MW @ s.S)
        ratio = attraction / guard(s.W @ (sums.ZtZ + 2 * lam * (s.S @ (s.W.mT @ s.W) @ s.S)))
        bar = self.loss(s, sums)
        waiting = xp.ones(bar.shape, dtype=bool)
        new = s
        for exponent in DAMPING:
            W = step(s.W, ratio**exponent, xp.ones_like(s.W))
            trial = replace(s, W=W, MW=s.M @ W)
            taken = (waiting & (self.loss(trial, sums) <= bar))[..., None, None]
            new = replace(new, W=xp.where(taken, W, new.W), MW=xp.where(taken, trial.MW, new.MW))
            waiting = waiting & ~taken[..., 0, 0]
            if not waiting.any():
                break
        return new

    def loss(self, s: State, sums: Sums) -> Array:
        xx, mm = s.squared_norms
        WW = s.W.mT @ s.W
        documents = sums.squared_error(xx, s.W, WW)
        words = mm - 2 * dot(s.MW, s.W @ s.S) + dot(WW @ s.S, (WW @ s.S).mT)
        return (documents + s.lam * words) / 2

    def prediction_state(self, fit: Fit) -> State:
        return State(fit.column_factor)


class SemanticNMF(ContextStreamPredictor):
    """Factorization in which the words' clusters also explain which words occur together.

    Documents and words share one set of clusters, as in NMF, and S says how strongly the words of two
    clusters are associated. Use it where synonyms matter: words that mean the same share contexts even if
    they share no document.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import SemanticNMF
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> SemanticNMF(n_clusters=3, random_state=0, max_iter=300).fit(data.X).column_labels_.shape
    (150,)
    """

    cli_name = "semantic-nmf"
    reference = "ailem2017nonnegative"
    algorithm_type = SemanticNMFAlgorithm
