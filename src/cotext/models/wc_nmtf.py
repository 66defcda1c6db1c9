r"""Word co-occurrence regularised tri-factorisation, WC-NMTF :cite:`salah2018word`.

.. math:: \min_{Z, S, W, Q \ge 0} \tfrac12 \|X - Z S W'\|^2 + \tfrac\lambda2 \|M - W Q'\|^2

M is the shifted positive PMI of the word co-occurrence counts; with Z~ = Z S:

(1) Z *= X W S' / (Z S W'W S')
(2) W *= (X'Z~ + lambda M Q) / (W (Z~'Z~ + lambda Q'Q))
(3) S *= Z'X W / (Z'Z S W'W)
(4) Q *= M W / (Q W'W)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from numbers import Real
from typing import Any, ClassVar

from cotext.backend import dot
from cotext.models._contexts import WithContexts
from cotext.models._sklearn import Interval


@dataclass(frozen=True)
class State:
    W: Any
    S: Any
    Q: Any = None
    M: Any = None
    MW: Any = None
    squared_norms: tuple[float, float] = (0.0, 0.0)


class WCNMTF(WithContexts):
    """Tri-factorisation in which words that occur together are drawn into the same clusters.

    Adds to NMTF the factorisation of the words' shifted positive PMI, sharing the word factor W. Use
    it for short texts and many words: documents that share no word still meet through related words.

    Parameters
    ----------
    {first parameter}
    regularization : float, default=1.0
        Weight of the co-occurrence term (the papers' lambda); 0 gives NMTF.
    {context parameters}
    {solver parameters}
    {other parameters}

    Attributes
    ----------
    {attributes}

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import WCNMTF
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> WCNMTF(n_clusters=3, random_state=0).fit(data.X).column_labels_.shape
    (150,)
    """

    cli_name = "wc-nmtf"
    reference = "salah2018word"

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "regularization": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(self, n_clusters=3, *, regularization=1.0, **shared):
        super().__init__(n_clusters, **shared)
        self.regularization = regularization

    def begin(self, X, rngs, M):
        Z, W, S = self.start(X, rngs)
        return Z, State(W, S, W, M, squared_norms=(X.squared_norm(), M.squared_norm()))

    def rule(self, s):
        return self.documents(s.W @ s.S.mT)  # (1)

    def shared(self, s, sums):
        lam = self.regularization
        attraction = sums.XtZ @ s.S + lam * (s.M @ s.Q)
        W = self.improve(s.W, attraction, s.S.mT @ sums.ZtZ @ s.S + lam * (s.Q.mT @ s.Q))  # (2)
        WW = W.mT @ W
        S = self.improve_block(s.S, sums.XtZ.mT @ W, sums.ZtZ, WW)  # (3)
        MW = s.M @ W
        return replace(s, W=W, S=S, Q=self.improve(s.Q, MW, WW), MW=MW)  # (4)

    def loss(self, s, sums):
        xx, mm = s.squared_norms
        WS = s.W @ s.S.mT
        documents = xx - 2 * dot(sums.XtZ, WS) + dot(sums.ZtZ, WS.mT @ WS)
        words = mm - 2 * dot(s.MW, s.Q) + dot(s.W.mT @ s.W, s.Q.mT @ s.Q)
        return (documents + self.regularization * words) / 2

    def factors(self, s):
        return s.S, s.W

    def frozen(self, S, W):
        return State(W, S)
