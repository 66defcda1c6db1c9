r"""Overlapping tri-factorization, OvNMTF :cite:`freitas_ovnmtf`.

.. math:: \min_{U, S, V_1 .. V_k \ge 0} \tfrac12 \|X - U B'\|^2, \qquad B_{\cdot p} = V_p s_p

Only B matters to the error, so the model is NMF of rank k with B split into l word clusters per document
cluster. The paper's updates multiply a word's row of V_p by one number: the split never leaves its start.
They are ``word_topics="paper"``:

(1) U *= X B / (U B'B)
(2) V_p[j, :] *= (X'U)[j, p] / (B U'U)[j, p], p after p, with B[:, p] at once
(3) S_pq *= <V_pq, (X'U)_p> / <V_pq, (B U'U)_p>

computed with V_p[j, q] = t_jp P_pqj, where P is the start and only t moves.

``word_topics="data"`` fits (U, B) as NMF and then splits each B_p by what its documents show: with X_p the
documents that use B_p most, max_q U_iq |B_q|,

(4) X_p ~ A T', NMF of rank l from NNDSVD
(5) R_jq = T_jq sum_i A_iq, rows scaled to sum 1
(6) S_pq = sum_j B_jp R_jq, V_p[j, q] = B_jp R_jq / S_pq
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from cotext.backend import Array, Matrix, Multiplicative, Rule, Sums, guard, namespace, some_rows, step
from cotext.models.engine import ABSENT, Fit, StrOptions, column_norms, parameter
from cotext.models.engine.loop import Generators, Run, run_group
from cotext.models.engine.sklearn_private import nndsvd
from cotext.models.families.least_squares import LeastSquares
from cotext.models.families.nested_words import WordsWithin, words_used
from cotext.models.families.partial_fit import StreamPredictor
from cotext.models.families.two_factors import Words
from cotext.models.nmf import NMFAlgorithm

SPLIT_SWEEPS = 30


@dataclass(frozen=True)
class State:
    W: Array  # B
    squared_norm: float = 0.0
    S: Array = ABSENT
    V: Array = ABSENT
    t: Array = ABSENT  # V as (2) leaves it: t (n_words x k) times P (k x l x n_words)
    P: Array = ABSENT


@dataclass(frozen=True)
class OvNMTFAlgorithm(LeastSquares[State], WordsWithin[State]):
    word_topics: str = parameter("data", StrOptions({"data", "paper"}))

    def initialize(self, X: Matrix, rngs: Generators) -> tuple[Array, State]:
        Z, W, _ = self.start(X, rngs)
        if self.word_topics == "data":
            return Z, State(W, X.squared_norm())
        k, l = self.cluster_pair()
        P = X.put(np.stack([1 - rng.random((k, l, X.shape[1])) for rng in rngs]))
        S = X.put(np.stack([1 - rng.random((k, l)) for rng in rngs]))
        return Z, State(W, X.squared_norm(), S, t=W / mixed(S, P), P=P)

    def rule(self, s: State) -> Rule:
        if self.word_topics == "paper":
            return Multiplicative(s.W, s.W.mT @ s.W)  # (1)
        return self.documents(s.W)

    def update_words(self, s: State, sums: Sums) -> State:
        if self.word_topics == "data":
            return replace(s, W=self.improve(s.W, sums.XtZ, sums.ZtZ))
        W = s.W.copy()
        for p in range(W.shape[-1]):
            W[..., p] = step(W[..., p], sums.XtZ[..., p], (W @ sums.ZtZ[..., p, None])[..., 0])
        t = s.t * W / guard(s.W)  # (2)
        pulls = namespace(W).stack([t * sums.XtZ, t * (W @ sums.ZtZ)], axis=-1)
        pulls = s.P @ pulls.swapaxes(-3, -2)
        S = step(s.S, pulls[..., 0], pulls[..., 1])  # (3)
        return replace(s, W=t * mixed(S, s.P), S=S, t=t)

    def loss(self, s: State, sums: Sums) -> Array:
        return sums.squared_error(s.squared_norm, s.W) / 2

    def factors(self, s: State) -> tuple[Array, Array]:
        return s.S, s.V

    def prediction_state(self, fit: Fit) -> State:
        return rebuilt(fit.block, fit.column_factor)

    def finished(self, X: Matrix, s: State, Z: Array) -> Fit:
        """Name the word clusters of the best restart; its documents answer the words rebuilt from them."""
        if self.word_topics == "data":
            S, V = self.split(X, X.get(Z), X.get(s.W))
        else:
            S, V = X.get(s.S), X.get((s.t.mT[:, None] * s.P).reshape(-1, X.shape[1]).T)
        s = rebuilt(X.put(S), X.put(V))
        return super().finished(X, s, self.respond(X, s))

    def split(self, X: Matrix, U: np.ndarray, B: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(S, V) of the words that each document cluster uses, from its own documents."""
        use = U * column_norms(B)
        owner = np.where(use.any(axis=1), use.argmax(axis=1), -1)
        parts = [self.topic_shares(X, np.flatnonzero(owner == p)) for p in range(B.shape[1])]
        weights = B[:, :, None] * np.stack(parts, axis=1)
        S = weights.sum(axis=0)
        return S, (weights / guard(S)).reshape(len(B), -1)  # (6)

    def topic_shares(self, X: Matrix, documents: np.ndarray) -> np.ndarray:
        """R (n_words x l); a word these documents do not use has the shares of the topics themselves."""
        R = np.zeros((X.shape[1], self.cluster_pair()[1]), X.dtype)
        rank = min(R.shape[1], len(documents), len(R))
        if rank:
            part = X.beside(some_rows(X.entries(), documents))
            run = self._topics(part, rank)
            R[:, :rank] = X.get(run.state.W)[0] * X.get(run.Z)[0].sum(axis=0)  # (5)
        overall = R.sum(axis=0) if R.any() else np.eye(1, R.shape[1])[0]
        R = np.where(R.any(axis=1, keepdims=True), R, overall)
        return np.asarray(R / R.sum(axis=1, keepdims=True))

    def _topics(self, X: Matrix, rank: int) -> Run[Words]:
        with np.errstate(divide="ignore", invalid="ignore"):  # two documents alike: NNDSVD divides by 0
            start = nndsvd(X.host(), rank, init="nndsvd", random_state=0)
        A, T = (np.nan_to_num(factor) for factor in (start[0], start[1].T))
        model = NMFAlgorithm(rank, init=(A, T), max_iter=SPLIT_SWEEPS, tol=0)
        return run_group(model, X, [np.random.default_rng(0)])[0]  # (4)


class OvNMTF(StreamPredictor):
    """NMF in which every document cluster has its own word clusters, so that words may have several.

    Minimizes the squared error of X ~ U B', each column of B split into l word clusters. Use it to see
    the topics inside each document cluster, and words that mean different things in different ones
    (``CoClustering.polysemous_words``). ``n_clusters=(k, l)`` asks for l word clusters *per* document
    cluster. ``block_`` is S, k x l; ``column_factor_`` holds V_1 to V_k side by side, and
    ``column_labels_`` is p l + q: the document cluster p in which the word weighs most and its word
    cluster q there. ``init`` starts U and B.

    Parameters
    ----------
    word_topics : {"data", "paper"}, default="data"
        Split the words of a document cluster by its documents, or by the paper's multiplicative updates,
        which keep the proportions of their random start; ``solver`` and ``inner`` have no effect on these.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import OvNMTF
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> model = OvNMTF(n_clusters=(3, 2), random_state=0).fit(data.X)
    >>> model.block_.shape, model.column_factor_.shape
    ((3, 2), (150, 6))
    """

    cli_name = "ov-nmtf"
    reference = "freitas_ovnmtf"
    algorithm_type = OvNMTFAlgorithm


def rebuilt(S: Array, V: Array) -> State:
    """The words that each document cluster uses, from its word clusters, for prediction."""
    return State(words_used(V, S), S=S, V=V)


def mixed(S: Array, P: Array) -> Array:
    """sum_q S_pq P_pqj, n_words x k."""
    return (S[..., None, :] @ P)[..., 0, :].mT
