r"""Non-negative matrix factorisation :cite:`lee2001algorithms`.

.. math:: \min_{Z, W \ge 0} \tfrac12 \|X - Z W'\|^2

(1) Z *= X W / (Z W'W)
(2) W *= X'Z / (W Z'Z)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cotext.backend import dot, namespace
from cotext.models.kinds.least_squares import LeastSquares


@dataclass(frozen=True)
class State:
    W: Any
    squared_norm: float = 0.0


class NMF(LeastSquares):
    """Non-negative matrix factorisation: documents and words share one set of clusters.

    Minimises the squared error of X ~ Z W'. The plain baseline of the
    family; use it when documents and words have the same number of groups and no side information.

    Parameters
    ----------
    {first parameter}
    {solver parameters}
    {other parameters}

    Attributes
    ----------
    {attributes}

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import NMF
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> NMF(n_clusters=3, random_state=0).fit(data.X).row_labels_.shape
    (200,)
    """

    cli_name = "nmf"
    reference = "lee2001algorithms"
    two_factor = True

    def begin(self, X, rngs):
        Z, W, _ = self.start(X, rngs)
        return Z, State(W, X.squared_norm())

    def rule(self, s):
        return self.documents(s.W)  # (1)

    def shared(self, s, sums):
        return replace(s, W=self.improve(s.W, sums.XtZ, sums.ZtZ))  # (2)

    def loss(self, s, sums):
        return (s.squared_norm - 2 * dot(sums.XtZ, s.W) + dot(sums.ZtZ, s.W.mT @ s.W)) / 2

    def factors(self, s):
        return namespace(s.W).eye(s.W.shape[-1], dtype=s.W.dtype), s.W

    def frozen(self, S, W):
        return State(W)
