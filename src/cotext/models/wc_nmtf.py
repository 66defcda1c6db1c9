r"""Word co-occurrence regularized tri-factorization, WC-NMTF :cite:`salah2018word`.

.. math::

   \min_{Z, S, W, Q \ge 0} \tfrac12 \|X - Z S W'\|^2 + \tfrac\lambda2 \|M - W Q'\|^2
   + \tfrac\mu2 \mathrm{Tr}(Z'(D - A) Z)

M is the shifted positive PMI of the word co-occurrence counts; A is a graph of the documents, D its sums (the
last term is ours, and absent unless a graph is given). With Z~ = Z S:

(1) Z *= (X W S' + mu A Z) / (Z S W'W S' + mu D Z)
(2) W *= (X'Z~ + lambda M Q) / (W (Z~'Z~ + lambda Q'Q))
(3) S *= Z'X W / (Z'Z S W'W)
(4) Q *= M W / (Q W'W)

With m word clusters for g != m document clusters, these find Z with g word clusters, so that documents do not
depend on m (with m < g a product of rank m could not tell all of them apart). Then (2) to (4) find W, S and Q
with m, as often as before, while Z stays. Documents, new ones too, answer to what Z was found with:

(5) B = W S', kept before m word clusters take the place of g
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from numbers import Real
from typing import Any, ClassVar, Self

import numpy as np

from cotext.backend import Array, Entries, Matrix, Multiplicative, Rule, Sums, dot
from cotext.models.engine import (
    ABSENT,
    Callback,
    Extras,
    Fit,
    Generators,
    Init,
    Interval,
    Kept,
    check_symmetric,
    fitted,
    parameter,
)
from cotext.models.families.contexts import ContextFit, ContextStreamPredictor, Relation, WithContexts
from cotext.models.starts.factors import words_of


@dataclass(frozen=True)
class State:
    W: Array
    S: Array
    Q: Array = ABSENT
    M: Matrix = ABSENT
    lam: float = 1.0
    MWQ: Array = ABSENT  # <M W, Q>
    WW: Array = ABSENT  # products that the next formula needs again
    QQ: Array = ABSENT
    WS: Array = ABSENT
    G: Array = ABSENT
    squared_norms: tuple[float, float] = (0.0, 0.0)
    A: Matrix | None = None
    D: Array = ABSENT
    Z: Array = ABSENT
    AZ: Array = ABSENT
    sweeps: Array = ABSENT  # how often the words have answered


@dataclass(frozen=True, eq=False)
class WCNMTFFit(ContextFit):
    """A fit of WC-NMTF.

    Attributes
    ----------
    document_centres_ : ndarray of shape (n_words, g)
        Factor that documents respond to if the numbers of clusters differ; else that is W S'.
    """

    document_centres: np.ndarray = fitted("words", "document clusters", kind="numbers")

    optional: ClassVar[tuple[str, ...]] = (*ContextFit.optional, "document_centres")
    aliases: ClassVar[Mapping[str, str]] = {"gathered": "document_centres"}


@dataclass(frozen=True)
class WCNMTFAlgorithm(WithContexts[State]):
    document_regularization: float = parameter(1.0, Interval(Real, 0, None, closed="left"))
    init: Init = parameter("itcc")

    fit_type = WCNMTFFit
    scaling_powers: ClassVar[Mapping[str, int]] = {"block": 1, "criterion": 2, "document_centres": 1}

    def given_among(self, given: dict[str, Any], kept: Kept) -> dict[str, Any]:
        if given.get("document_graph") is None:
            return given
        own = kept.documents
        A = check_symmetric(given["document_graph"], len(own), "document_graph", "document")
        return {**given, "document_graph": A[own][:, own]}

    def extras(
        self, X: Entries, cooccurrence: Relation = None, document_graph: Relation = None, **given: Any
    ) -> Extras:
        words = super().extras(X, cooccurrence)
        if document_graph is None:
            return words
        A = check_symmetric(document_graph, X.shape[0], "document_graph", "document")
        return replace(words, given={**words.given, "A": A})

    def initialize(
        self, X: Matrix, rngs: Generators, M: Matrix, lam: float, A: Matrix | None = None
    ) -> tuple[Array, State]:
        Z, W, S = self.start(X, rngs)
        none, norms = X.put(np.zeros((len(rngs), 1, 1))), (X.squared_norm(), M.squared_norm())
        s = State(W, S, W, M, lam, QQ=W.mT @ W, squared_norms=norms, sweeps=none)
        return Z, s if A is None else replace(s, A=A, D=A.sum(axis=1)[:, None], Z=Z, AZ=A @ Z)

    def rule(self, s: State) -> Rule:
        WS = s.W @ s.S.mT if s.WS is None else s.WS
        G = WS.mT @ WS if s.G is None else s.G
        if s.A is None:
            return self.documents(WS, G)  # (1)
        mu = self.document_regularization
        return Multiplicative(WS, G, inner=1, pull=mu * s.AZ, drag=mu * s.D)  # (1)

    def after_documents(self, Z: Array, s: State, sums: Sums) -> tuple[Array, State, Sums]:
        return Z, s if s.A is None else replace(s, Z=Z, AZ=s.A @ Z), sums

    def responds_alone(self, s: State) -> bool:
        return s.A is None

    def update_words(self, s: State, sums: Sums) -> State:
        lam = s.lam
        attraction = s.M @ s.Q
        attraction *= lam
        attraction += sums.XtZ @ s.S
        W = self.improve(s.W, attraction, s.S.mT @ sums.ZtZ @ s.S + lam * s.QQ)  # (2)
        del attraction
        WW = W.mT @ W
        S = self.improve_block(s.S, sums.XtZ.mT @ W, sums.ZtZ, WW)  # (3)
        MW = s.M @ W
        Q = self.improve(s.Q, MW, WW)  # (4)
        MWQ = dot(MW, Q)[..., None, None]
        del MW
        WS, done = W @ S.mT, s.sweeps + 1
        return replace(s, W=W, S=S, Q=Q, MWQ=MWQ, WW=WW, QQ=Q.mT @ Q, WS=WS, G=WS.mT @ WS, sweeps=done)

    def loss(self, s: State, sums: Sums) -> Array:
        xx, mm = s.squared_norms
        documents = sums.squared_error(xx, s.WS, s.G)
        words = mm - 2 * s.MWQ[..., 0, 0] + dot(s.WW, s.QQ)
        graph = 0.0 if s.A is None else dot(s.Z, s.D * s.Z - s.AZ)
        return (documents + s.lam * words + self.document_regularization * graph) / 2

    def factors(self, s: State) -> tuple[Array, Array]:
        return s.S, s.W

    def start_pair(self) -> tuple[int, int]:
        g, m = self.cluster_pair()
        return (g, g) if isinstance(self.init, str) else (g, m)

    def finished(self, X: Matrix, s: State, Z: Array) -> Fit:
        if s.W.shape[-1] == self.cluster_pair()[1]:
            return super().finished(X, s, Z)
        return super().finished(X, self._regrouped(X, s, Z), Z).but(document_centres=X.get(s.WS))  # (5)

    def _regrouped(self, X: Matrix, s: State, Z: Array) -> State:
        """The requested number of word clusters for the same document clusters."""
        W, S = map(X.put, words_of(X, self.label(X.get(Z)).labels, *self.cluster_pair()))
        sums, new = X.sums(Z), replace(s, W=W, S=S, Q=W, QQ=W.mT @ W)
        for _ in range(int(s.sweeps.max())):
            new = self.update_words(new, sums)  # (2) to (4)
        return new

    def factor_shapes(self, fit: Fit, n_words: int) -> dict[str, tuple[int, int]]:
        own = {"document_centres": (n_words, self.cluster_pair()[0])}
        return {**super().factor_shapes(fit, n_words), **own}

    def prediction_state(self, fit: Fit) -> State:
        assert isinstance(fit, WCNMTFFit)
        return State(fit.column_factor, fit.block, WS=fit.document_centres)


class WCNMTF(ContextStreamPredictor):
    """Tri-factorization in which words that occur together are drawn into the same clusters.

    Adds to NMTF the factorization of the words' shifted positive PMI, sharing the word factor W. Use
    it for short texts and many words: documents that share no word still meet through related words.
    ``fit(X, document_graph=A)`` also draws documents together that A ties: citations, authors, time.
    Any number of word clusters goes with the same document clusters: those are found with as many of both,
    then the words are grouped for them. ``criterion_`` and ``losses_`` are those of as many of both. Factors
    given as ``init`` are fitted as they are instead.

    Parameters
    ----------
    document_regularization : float, default=1.0
        Weight of the document graph; no effect without one.

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
    algorithm_type = WCNMTFAlgorithm

    def fit(
        self,
        X: object,
        y: object = None,
        *,
        cooccurrence: Relation = None,
        document_graph: Relation = None,
        callback: Callback | None = None,
    ) -> Self:
        """Group the rows and columns of X.

        Parameters
        ----------
        {X}
        {contexts}
        document_graph : sparse matrix of shape (n_documents, n_documents), optional
            Symmetric, non-negative ties between documents. The labels then come from the fit, in which a
            document depends on its neighbors; ``predict`` uses a document alone. Documents then follow (1)
            once per sweep, whatever ``solver`` and ``inner`` are, and ``regularization="auto"`` finds its
            stop without the graph.

        Returns
        -------
        self
        """
        self._fit(X, callback, cooccurrence=cooccurrence, document_graph=document_graph)
        return self
