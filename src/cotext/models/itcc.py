r"""Information-theoretic co-clustering, ITCC :cite:`dhillon2003information`.

.. math:: \min_{Z, W} I(X; Y) - I(\hat X; \hat Y) = \mathrm{KL}(p \,\|\, q),
          \qquad Z, W \text{ 0/1, one 1 per row}

p = X divided by its sum, S = Z'p W the mass of each block, q(x, y) = S[k, l] p(x | k) p(y | l) for a document
x of cluster k and a word y of cluster l. With s(l | k) and s(k | l) the conditional shares of S:

(1) z_i = argmax_k sum_l (p W)_il log s(l | k), the nearest cluster by KL
(2) S = Z'p W
(3) w_j = argmax_l sum_k (p'Z)_jk log s(k | l)
(4) S = Z'p W again
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from cotext.backend import Argmax, Array, Matrix, Rule, Sums, assign, namespace, one_hot, sum_over
from cotext.models.engine import ABSENT, Fit, Generators, Predictor, SweepAlgorithm
from cotext.models.engine.memory import ANSWERING, Moment, Size
from cotext.models.families.information import entropy, information, log_shares


@dataclass(frozen=True)
class State:
    W: Array
    S: Array
    says: Array = ABSENT  # d x 1: words with entries
    total: float = 1.0
    information: float = 0.0  # I(X; Y)


@dataclass(frozen=True)
class ITCCAlgorithm(SweepAlgorithm[State]):
    unit_columns = False  # memberships are shares already
    scaling_powers: ClassVar[Mapping[str, int]] = {}  # shares of X's sum

    def initialize(self, X: Matrix, rngs: Generators) -> tuple[Array, State]:
        Z, W, _ = self.start(X, rngs)
        Z, W = (one_hot(F.argmax(axis=-1), F) for F in (Z, W))
        says, total = X.sum(axis=0)[:, None], X.total() or 1.0
        s = State(W * (says > 0), ABSENT, says, total, _information_in(X))
        return Z, replace(s, S=_blocks(s, X.sums(Z)))

    def rule(self, s: State) -> Rule:
        return Argmax(s.W @ log_shares(s.S, -1).mT)  # (1)

    def update_words(self, s: State, sums: Sums) -> State:
        S = _blocks(s, sums)  # (2)
        W = assign(sums.XtZ @ log_shares(S, -2), s.says) * (s.says > 0)  # (3)
        s = replace(s, W=W)
        return replace(s, S=_blocks(s, sums))  # (4)

    def arrays(self) -> list[Moment]:
        return [(3.0, 5.5), ANSWERING]

    def start_bytes(self, size: Size, side_by_side: int) -> float:
        telling = 24.0 * size.nnz + size.sweep(side_by_side * max(self.cluster_pair()), 2.0, 3.0, parts=0)
        return max(telling, super().start_bytes(size, side_by_side))

    def loss(self, s: State, sums: Sums) -> Array:
        return s.information - information(_blocks(s, sums))

    def respond(self, X: Matrix, s: State) -> Array:
        """Shares in proportion to exp(-KL) of a document's words from each cluster's; none for the empty."""
        mass = X.sum(axis=1)[:, None]
        fit = X @ self.rule(s).W
        xp = namespace(fit)
        closeness = xp.exp((fit - fit.max(axis=-1, keepdims=True)) / xp.where(mass > 0, mass, 1))
        shares: Array = closeness / closeness.sum(axis=-1, keepdims=True) * (mass > 0)
        return shares

    def factors(self, s: State) -> tuple[Array, Array]:
        return s.S, s.W

    def prediction_state(self, fit: Fit) -> State:
        return State(fit.column_factor, fit.block)


class ITCC(Predictor):
    """Co-clusters that lose as little as possible of what words tell about documents.

    Minimizes the mutual information lost when documents and words are replaced by their clusters. Made for
    counts, whose shares are probabilities; takes other weights too. Every document and every word is in
    exactly one cluster, and the two numbers of clusters may differ. ``block_`` holds the share of X's sum
    in each block; ``row_factor_`` holds memberships in proportion to exp(-KL) to each cluster;
    ``column_factor_`` is 0/1, zero for words without entries. ``init`` gives the first labels, as the largest
    entry in each row of Z and W.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import ITCC
    >>> data = make_planted(n_clusters=(3, 4), random_state=0)
    >>> ITCC(n_clusters=(3, 4), random_state=0).fit(data.X).block_.shape
    (3, 4)
    """

    cli_name = "itcc"
    reference = "dhillon2003information"
    algorithm_type = ITCCAlgorithm


def _blocks(s: State, sums: Sums) -> Array:
    """Share of X's sum in each block."""
    return sums.XtZ.mT @ s.W / s.total


def _information_in(X: Matrix) -> float:
    """I(X; Y) of the whole matrix, from its nonzeros alone."""
    total = X.total() or 1.0
    p = [X.get(X.sum(axis=axis)).astype(np.float64) / total for axis in (0, 1)]
    all_entries = sum_over(X.entries(), lambda values: float(entropy(values.astype(np.float64) / total)))
    return float(sum(entropy(side) for side in p) - all_entries)
