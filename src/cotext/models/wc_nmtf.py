r"""Word co-occurrence regularised tri-factorisation, WC-NMTF :cite:`salah2018word`.

.. math::

   \min_{Z, S, W, Q \ge 0} \tfrac12 \|X - Z S W'\|^2 + \tfrac\lambda2 \|M - W Q'\|^2
   + \tfrac\mu2 \mathrm{Tr}(Z'(D - A) Z)

M is the shifted positive PMI of the word co-occurrence counts; A is a graph of the documents, D its sums (the
last term is ours, and absent unless a graph is given). With Z~ = Z S:

(1) Z *= (X W S' + mu A Z) / (Z S W'W S' + mu D Z)
(2) W *= (X'Z~ + lambda M Q) / (W (Z~'Z~ + lambda Q'Q))
(3) S *= Z'X W / (Z'Z S W'W)
(4) Q *= M W / (Q W'W)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from numbers import Real
from typing import Any, ClassVar, Self

from scipy import sparse

from cotext.backend import Array, Matrix, Multiplicative, Rule, Sums, dot
from cotext.models.engine import ABSENT, Clusters, Constraints, Init, Interval, check_symmetric
from cotext.models.engine.loop import Callback, Extras, Generators
from cotext.models.kinds.contexts import WithContexts


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


class WCNMTF(WithContexts[State]):
    """Tri-factorisation in which words that occur together are drawn into the same clusters.

    Adds to NMTF the factorisation of the words' shifted positive PMI, sharing the word factor W. Use
    it for short texts and many words: documents that share no word still meet through related words.
    ``fit(X, document_graph=A)`` also draws documents together that A ties: citations, authors, time.
    With fewer word clusters than document clusters Z S W' has too low a rank to tell all documents apart, and
    they suffer (``python -m benchmarks any_m``); those of ``Consensus`` stay as they are.

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
    _parameter_constraints: ClassVar[Constraints] = {
        "document_regularization": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self,
        n_clusters: Clusters = 3,
        *,
        document_regularization: float = 1.0,
        init: Init = "itcc",
        **shared: Any,
    ):
        super().__init__(n_clusters, init=init, **shared)
        self.document_regularization = document_regularization

    def fit(
        self,
        X: Any,
        y: Any = None,
        *,
        cooccurrence: Any = None,
        document_graph: Any = None,
        callback: Callback | None = None,
    ) -> Self:
        """Group the rows and columns of X.

        Parameters
        ----------
        {X}
        {contexts}
        document_graph : sparse matrix of shape (n_documents, n_documents), optional
            Symmetric, non-negative ties between documents. The labels then come from the fit, where a
            document hears its neighbours; ``predict`` sees a document alone. Documents then follow (1) once
            per sweep, whatever ``solver`` and ``inner`` say, and ``regularization="auto"`` finds its stop
            without the graph.

        Returns
        -------
        self
        """
        self._fit(X, callback, cooccurrence=cooccurrence, document_graph=document_graph)
        return self

    def extras(self, X: sparse.csr_array, cooccurrence: Any = None, document_graph: Any = None) -> Extras:
        words = super().extras(X, cooccurrence)
        if document_graph is None:
            return words
        A = check_symmetric(document_graph, X.shape[0], "document_graph", "document")
        return replace(words, given={**words.given, "A": A})

    def begin(
        self, X: Matrix, rngs: Generators, M: Matrix, lam: float, A: Matrix | None = None
    ) -> tuple[Array, State]:
        Z, W, S = self.start(X, rngs)
        s = State(W, S, W, M, lam, QQ=W.mT @ W, squared_norms=(X.squared_norm(), M.squared_norm()))
        return Z, s if A is None else replace(s, A=A, D=A.sum(axis=1)[:, None], Z=Z, AZ=A @ Z)

    def rule(self, s: State) -> Rule:
        WS = s.W @ s.S.mT if s.WS is None else s.WS
        G = WS.mT @ WS if s.G is None else s.G
        if s.A is None:
            return self.documents(WS, G)  # (1)
        mu = self.document_regularization
        return Multiplicative(WS, G, inner=1, pull=mu * s.AZ, drag=mu * s.D)  # (1)

    def tidy(self, Z: Array, s: State, sums: Sums) -> tuple[Array, State, Sums]:
        return Z, s if s.A is None else replace(s, Z=Z, AZ=s.A @ Z), sums

    def answers_alone(self, s: State) -> bool:
        return s.A is None

    def shared(self, s: State, sums: Sums) -> State:
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
        WS = W @ S.mT
        return replace(s, W=W, S=S, Q=Q, MWQ=MWQ, WW=WW, QQ=Q.mT @ Q, WS=WS, G=WS.mT @ WS)

    def loss(self, s: State, sums: Sums) -> Array:
        xx, mm = s.squared_norms
        documents = sums.squared_error(xx, s.WS, s.G)
        words = mm - 2 * s.MWQ[..., 0, 0] + dot(s.WW, s.QQ)
        graph = 0.0 if s.A is None else dot(s.Z, s.D * s.Z - s.AZ)
        return (documents + s.lam * words + self.document_regularization * graph) / 2

    def factors(self, s: State) -> tuple[Array, Array]:
        return s.S, s.W

    def frozen(self, S: Array, W: Array) -> State:
        return State(W, S)
