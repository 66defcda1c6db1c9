r"""Fast non-negative matrix tri-factorization, FNMTF :cite:`wang2011fast`.

.. math:: \min_{Z, S, W} \tfrac12 \|X - Z S W'\|^2, \qquad Z, W \text{ 0/1, one 1 per row}

(1) z_i = the nearest row of S W'
(2) S = block means, Z'X W divided by the cells of each block
(3) w_j = the nearest column of Z S
(4) S = block means again
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cotext.backend import Array, Matrix, Sums, assign, namespace, one_hot
from cotext.models.engine import ABSENT, Fit, Generators, Predictor
from cotext.models.families.nearest import NearestCentre, cluster_sizes, squared_lengths


@dataclass(frozen=True)
class State:
    W: Array
    S: Array
    squared_norm: float = 0.0
    squares: Array = ABSENT  # of each word


@dataclass(frozen=True)
class FNMTFAlgorithm(NearestCentre[State]):
    def initialize(self, X: Matrix, rngs: Generators) -> tuple[Array, State]:
        Z, W, _ = self.start(X, rngs)
        Z, W = (one_hot(F.argmax(axis=-1), F) for F in (Z, W))
        squares = squared_lengths(X, 0)
        W = W * (squares > 0)
        return Z, State(W, block_means(W, X.sums(Z)), X.squared_norm(), squares)

    def centres(self, s: State) -> Array:
        return s.W @ s.S.mT  # (1)

    def update_words(self, s: State, sums: Sums) -> State:
        S = block_means(s.W, sums)  # (2)
        fit = sums.XtZ @ S - (sums.ZtZ @ (S * S)).sum(axis=-2, keepdims=True) / 2
        W = assign(fit, s.squares) * (s.squares > 0)  # (3)
        return replace(s, W=W, S=block_means(W, sums))  # (4)

    def factors(self, s: State) -> tuple[Array, Array]:
        return s.S, s.W

    def prediction_state(self, fit: Fit) -> State:
        return State(fit.column_factor, fit.block)


class FNMTF(Predictor):
    """Tri-factorization with 0/1 indicators: every document and every word in exactly one cluster.

    Minimizes the squared error of X ~ Z S W', S holding the mean of each block: k-means of rows and
    columns at once. Quick and easy to read; use it when hard clusters are wanted on both sides.
    ``row_factor_`` holds shares in proportion to 1 / squared distance to the rows of S W';
    ``column_factor_`` is 0/1, zero for words without entries. ``init`` gives the first labels, as the
    largest entry in each row of Z and W; S follows from them.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import FNMTF
    >>> data = make_planted(n_clusters=(3, 4), random_state=0)
    >>> FNMTF(n_clusters=(3, 4), random_state=0).fit(data.X).block_.shape
    (3, 4)
    """

    cli_name = "fnmtf"
    reference = "wang2011fast"
    algorithm_type = FNMTFAlgorithm


def block_means(W: Array, sums: Sums) -> Array:
    """Mean entry of each block of document and word clusters; zero if it is empty."""
    words = namespace(W).maximum(W.sum(axis=-2, keepdims=True), 1)
    means: Array = sums.XtZ.mT @ W / (cluster_sizes(sums).mT * words)
    return means
