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

from cotext.backend import Multiplicative, dot, step
from cotext.cooccurrence import count_contexts, sppmi
from cotext.models._base import Callback, CoClusterer
from cotext.models._input import check_cooccurrence, check_matrix
from cotext.models._sklearn import Interval


@dataclass(frozen=True)
class State:
    W: Any
    S: Any
    Q: Any = None
    M: Any = None
    MW: Any = None
    squared_norms: tuple[float, float] = (0.0, 0.0)


class WCNMTF(CoClusterer):
    """Tri-factorisation in which words that occur together are drawn into the same clusters.

    Adds to NMTF the factorisation of the words' shifted positive PMI, sharing the word factor W. Use
    it for short texts and many words: documents that share no word still meet through related words.

    Parameters
    ----------
    {first parameter}
    regularization : float, default=1.0
        Weight of the co-occurrence term (the papers' lambda); 0 gives NMTF.
    shift : float, default=2.0
        PMI below log(shift) counts as none (the papers' N).
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
        **CoClusterer._parameter_constraints,
        "regularization": [Interval(Real, 0, None, closed="left")],
        "shift": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(
        self,
        n_clusters=3,
        *,
        regularization=1.0,
        shift=2.0,
        n_init=10,
        max_iter=100,
        tol=1e-5,
        random_state=None,
        init="skmeans",
        device="cpu",
        n_jobs=None,
        verbose=0,
    ):
        super().__init__(
            n_clusters,
            n_init=n_init,
            max_iter=max_iter,
            tol=tol,
            random_state=random_state,
            init=init,
            device=device,
            n_jobs=n_jobs,
            verbose=verbose,
        )
        self.regularization = regularization
        self.shift = shift

    def fit(self, X, y=None, *, cooccurrence=None, callback: Callback | None = None):
        """Group the rows and columns of X.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_documents, n_words)
            Non-negative, weighted as it comes.
        y : ignored
        cooccurrence : sparse matrix of shape (n_words, n_words), optional
            Symmetric counts of how often two words share a context, from these documents or others;
            counted from X with whole documents as contexts when absent.
        callback : callable, optional
            Called with a ``Progress`` after every sweep.

        Returns
        -------
        self
        """
        X = check_matrix(self, X, reset=True)
        C = count_contexts(X) if cooccurrence is None else check_cooccurrence(cooccurrence, X.shape[1])
        return self._fit(X, callback, M=sppmi(C, shift=self.shift))

    def begin(self, X, rng, M):
        Z, W, S = self.start(X, rng)
        return Z, State(W, S, W, M, squared_norms=(X.squared_norm(), M.squared_norm()))

    def rule(self, s):
        WS = s.W @ s.S.mT
        return Multiplicative(WS, WS.mT @ WS)  # (1)

    def shared(self, s, sums):
        lam = self.regularization
        attraction = sums.XtZ @ s.S + lam * (s.M @ s.Q)
        W = step(s.W, attraction, s.W @ (s.S.mT @ sums.ZtZ @ s.S + lam * (s.Q.mT @ s.Q)))  # (2)
        WW = W.mT @ W
        S = step(s.S, sums.XtZ.mT @ W, sums.ZtZ @ s.S @ WW)  # (3)
        MW = s.M @ W
        return replace(s, W=W, S=S, Q=step(s.Q, MW, s.Q @ WW), MW=MW)  # (4)

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
