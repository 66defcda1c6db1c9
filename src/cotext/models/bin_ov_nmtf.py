r"""Binary overlapping tri-factorization, BinOvNMTF :cite:`brunialti2017binovnmtf`.

.. math:: \min_{Z, S, V_1 .. V_k} \tfrac12 \|X - Z B'\|^2, \quad B_{\cdot p} = V_p s_p,
          \qquad Z, V_p \text{ 0/1, one 1 per row}

With m_p the mean of the documents of cluster p:

(1) z_i = argmax_p x_i b_p - |b_p|^2 / 2, the nearest center
(2) V_p[j, q] = 1 at the s_pq nearest to m_pj
(3) s_pq = mean of the m_pj with V_p[j, q] = 1

The values s_p are in rising order, so that (2) compares with the midpoints between them. A cluster that was
empty and got a document has no values yet: (2) starts from those of the center nearest to m_p, which for all
others is their own, and the criterion cannot rise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cotext.backend import Array, Matrix, Sums, namespace, one_hot
from cotext.models.engine import ABSENT, Fit, Generators, Predictor
from cotext.models.families.nearest import NearestCentre, cluster_sizes, squared_lengths
from cotext.models.families.nested_words import WordsWithin, words_used


@dataclass(frozen=True)
class State:
    B: Array
    S: Array = ABSENT
    q: Array = ABSENT  # V_p as labels, k x d; -1 for words without entries
    squared_norm: float = 0.0
    says: Array = ABSENT  # 1 x d: words with entries


@dataclass(frozen=True)
class BinOvNMTFAlgorithm(NearestCentre[State], WordsWithin[State]):
    def initialize(self, X: Matrix, rngs: Generators) -> tuple[Array, State]:
        Z, _, _ = self.start(X, rngs)
        Z = one_hot(Z.argmax(axis=-1), Z)
        M, says = means(X.sums(Z)), squared_lengths(X, 0).mT > 0
        S, q, B = split(M, spread_values(M, self.cluster_pair()[1]), says)
        return Z, State(B, S, q, X.squared_norm(), says)

    def centres(self, s: State) -> Array:
        return s.B  # (1)

    def update_words(self, s: State, sums: Sums) -> State:
        M = means(sums)
        nearest = (M @ s.B - (s.B * s.B).sum(axis=-2, keepdims=True) / 2).argmax(axis=-1)
        S = namespace(M).take_along_axis(s.S, nearest[..., None], axis=-2)
        S, q, B = split(M, S, s.says)
        return replace(s, B=B, S=S, q=q)

    def factors(self, s: State) -> tuple[Array, Array]:
        V = one_hot(s.q.mT, s.S)
        return s.S, V.reshape(len(V), -1)

    def prediction_state(self, fit: Fit) -> State:
        return State(words_used(fit.column_factor, fit.block))


class BinOvNMTF(Predictor):
    """Hard clusters of documents, each with its own hard clusters of words, which overlap freely.

    Minimizes the squared error of X ~ Z B', where the words of document cluster p take only l different
    values. Use it to see which words a cluster uses much, little or not at all, when the same word may
    play another part in another cluster. ``n_clusters=(k, l)`` asks for l word clusters *per* document
    cluster, ordered by weight. ``block_`` holds the values, k x l; ``column_factor_`` is 0/1 with
    k l columns, and ``column_labels_`` is p l + q: the document cluster p in which the word weighs most
    and its word cluster q there. ``init`` gives the first document labels.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import BinOvNMTF
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> model = BinOvNMTF(n_clusters=(3, 2), random_state=0).fit(data.X)
    >>> model.block_.shape, model.column_factor_.shape
    ((3, 2), (150, 6))
    """

    cli_name = "bin-ov-nmtf"
    reference = "brunialti2017binovnmtf"
    algorithm_type = BinOvNMTFAlgorithm


def means(sums: Sums) -> Array:
    """Mean document of each cluster, k x d."""
    return namespace(sums.XtZ).ascontiguousarray((sums.XtZ / cluster_sizes(sums)).mT)


def split(M: Array, S: Array, says: Array) -> tuple[Array, Array, Array]:
    """(S, q, B): words to the nearest value, values to the mean of their words."""
    xp, l = namespace(M), S.shape[-1]
    middles = xp.moveaxis((S[..., 1:] + S[..., :-1]) / 2, -1, 0)[..., None]
    q = xp.where(says, sum((middle < M for middle in middles), xp.zeros(M.shape, xp.int16)), -1)  # (2)
    S = xp.stack([_mean(M, q == i, S[..., i]) for i in range(l)], axis=-1)  # (3)
    B = xp.where(says, xp.take_along_axis(S, xp.maximum(q, 0), axis=-1), 0)
    return S, q, B.mT


def _mean(M: Array, members: Array, otherwise: Array) -> Array:
    sizes = members.sum(axis=-1)
    xp = namespace(M)
    return xp.where(sizes > 0, (M * members).sum(axis=-1) / xp.maximum(sizes, 1).astype(M.dtype), otherwise)


def spread_values(M: Array, l: int) -> Array:
    """l values per cluster to start from: evenly spaced quantiles of its positive means."""
    xp = namespace(M)
    positive = (M > 0).sum(axis=-1, keepdims=True)
    place = M.shape[-1] - positive + ((xp.arange(l) + 0.5) / l * positive).astype(xp.int64)
    return xp.take_along_axis(xp.sort(M, axis=-1), xp.minimum(place, M.shape[-1] - 1), axis=-1)
