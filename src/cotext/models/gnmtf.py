r"""Graph dual regularized non-negative matrix tri-factorization :cite:`shang2012graph`.

.. math::

   \min_{Z, S, W \ge 0} \tfrac12 \|X - Z S W'\|^2
   + \tfrac\lambda2 \mathrm{Tr}(Z'(D - A) Z) + \tfrac\mu2 \mathrm{Tr}(W'(E - B) W)

A and B hold the cosines of each document, and of each word, with its nearest ones, D and E their sums:

(1) Z *= (X W S' + lambda A Z) / (Z S W'W S' + lambda D Z)
(2) W *= (X'Z S + mu B W) / (W S'Z'Z S + mu E W)
(3) S *= Z'X W / (Z'Z S W'W)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from numbers import Real
from typing import Any

from scipy import sparse

from cotext.backend import Array, Matrix, Multiplicative, Rule, Sums, dot, row_lengths, step
from cotext.matrix import neighbor_graph
from cotext.models.engine import ABSENT, Extras, Fit, Generators, Interval, Predictor, parameter
from cotext.models.engine.memory import Moment
from cotext.models.families.graphs import WithGraph, graph_bytes


@dataclass(frozen=True)
class State:
    W: Array
    S: Array
    A: Matrix = ABSENT
    B: Matrix = ABSENT
    D: Array = ABSENT
    E: Array = ABSENT
    Z: Array = ABSENT
    AZ: Array = ABSENT
    BW: Array = ABSENT
    squared_norm: float = 0.0


@dataclass(frozen=True)
class GNMTFAlgorithm(WithGraph[State]):
    regularization: float = parameter(1.0, Interval(Real, 0, None, closed="left"))
    word_regularization: float = parameter(1.0, Interval(Real, 0, None, closed="left"))

    def extras(self, X: Any, *given: Any, **named: Any) -> Extras:
        B = neighbor_graph(X.T.tocsr(), self.n_neighbors, self.n_jobs)
        return Extras({**super().extras(X).given, "B": B})

    def arrays(self) -> list[Moment]:
        return [(7.3, 8.0)]

    def bytes_needed(self, X: Any, **given: Any) -> int:
        X = sparse.csr_array(X)
        return int(max(super().bytes_needed(X), graph_bytes(X.shape[1], row_lengths(X), X.nnz)))

    def initialize(self, X: Matrix, rngs: Generators, A: Matrix, B: Matrix) -> tuple[Array, State]:
        Z, W, S = self.start(X, rngs)
        D, E = (graph.sum(axis=1)[:, None] for graph in (A, B))
        return Z, State(W, S, A, B, D, E, Z, A @ Z, B @ W, X.squared_norm())

    def rule(self, s: State) -> Rule:
        lam, WS = self.regularization, s.W @ s.S.mT
        return Multiplicative(WS, WS.mT @ WS, pull=lam * s.AZ, drag=lam * s.D)  # (1)

    def after_documents(self, Z: Array, s: State, sums: Sums) -> tuple[Array, State, Sums]:
        return Z, replace(s, Z=Z, AZ=s.A @ Z), sums

    def update_words(self, s: State, sums: Sums) -> State:
        mu, SZZS = self.word_regularization, s.S.mT @ sums.ZtZ @ s.S
        W = step(s.W, sums.XtZ @ s.S + mu * s.BW, s.W @ SZZS + mu * s.E * s.W)  # (2)
        S = step(s.S, sums.XtZ.mT @ W, sums.ZtZ @ s.S @ (W.mT @ W))  # (3)
        return replace(s, W=W, S=S, BW=s.B @ W)

    def loss(self, s: State, sums: Sums) -> Array:
        error = sums.squared_error(s.squared_norm, s.W @ s.S.mT)
        documents = self.regularization * dot(s.Z, s.D * s.Z - s.AZ)
        words = self.word_regularization * dot(s.W, s.E * s.W - s.BW)
        return (error + documents + words) / 2

    def factors(self, s: State) -> tuple[Array, Array]:
        return s.S, s.W

    def prediction_state(self, fit: Fit) -> State:
        W = fit.column_factor
        return State(W, fit.block, D=W[:0], AZ=W[:0])  # new documents have no neighbors


class GNMTF(Predictor):
    """Tri-factorization with a graph on both sides: like documents and like words stay together.

    Adds to NMTF's squared error of X ~ Z S W' a penalty on neighbouring documents, and one on
    neighbouring words, with different memberships. Use it where neither side falls into round clusters.
    ``labels_`` come from the trained memberships, which know the graph; ``predict`` sees a document
    alone and answers by least squares. Shrinking Z and growing W lowers the penalty a little in every
    sweep, so ``tol`` is met late, if at all, and waiting for it is no sure gain for the labels.

    Parameters
    ----------
    regularization : float, default=1.0
        Weight of the documents' graph (the paper's lambda).
    word_regularization : float, default=1.0
        Weight of the words' graph (the paper's mu); both 0 give NMTF.
    n_neighbors : int, default=5
        Nearest documents that each one is tied to, and nearest words that each word is tied to.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import GNMTF
    >>> data = make_planted(n_clusters=(3, 4), random_state=0)
    >>> GNMTF(n_clusters=(3, 4), random_state=0, max_iter=500).fit(data.X).block_.shape
    (3, 4)
    """

    cli_name = "gnmtf"
    reference = "shang2012graph"
    algorithm_type = GNMTFAlgorithm
