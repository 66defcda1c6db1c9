r"""Orthogonal non-negative matrix factorisation :cite:`yoo2008orthogonal`.

.. math:: \min_{Z, W \ge 0} \tfrac12 \|X - Z W'\|^2, \qquad Z'Z = I

by the true gradient on the Stiefel manifold, with the sums X'Z of the sweep before:

(1) Z *= X W / (Z W'X'Z)
(2) each column of Z to unit length, W as it is: scaling W in return would undo (1) every other sweep
(3) W *= X'Z / (W Z'Z)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cotext.backend import Multiplicative, Sums, dot, guard, namespace, step
from cotext.models.engine.base import CoClusterer


@dataclass(frozen=True)
class State:
    W: Any
    G: Any  # W'X'Z
    squared_norm: float = 0.0


class ONMF(CoClusterer):
    """Orthogonal factorisation: each document is drawn to one cluster only.

    Minimises the squared error of X ~ Z W' with orthogonal columns of Z, which for non-negative Z means
    that clusters share no document. Use it where NMF's memberships are too mixed. The criterion may
    rise from one sweep to the next; the best sweep is kept. ``row_factor_`` is the documents'
    least-squares answer to its words, in which a document may again speak for several clusters.

    Parameters
    ----------
    {first parameter}
    {other parameters}

    Attributes
    ----------
    {attributes}

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import ONMF
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> ONMF(n_clusters=3, random_state=0).fit(data.X).row_labels_.shape
    (200,)
    """

    cli_name = "onmf"
    reference = "yoo2008orthogonal"
    two_factor = True
    monotone = False

    def begin(self, X, rngs):
        Z, W, _ = self.start(X, rngs)
        Z, sums = unit_documents(Z, X.sums(Z))
        return Z, State(W, W.mT @ sums.XtZ, X.squared_norm())

    def rule(self, s):
        return Multiplicative(s.W, s.G)  # (1)

    def tidy(self, Z, s, sums):
        Z, sums = unit_documents(Z, sums)  # (2)
        return Z, s, sums

    def shared(self, s, sums):
        W = step(s.W, sums.XtZ, s.W @ sums.ZtZ)  # (3)
        return replace(s, W=W, G=W.mT @ sums.XtZ)

    def loss(self, s, sums):
        return (s.squared_norm - 2 * dot(sums.XtZ, s.W) + dot(sums.ZtZ, s.W.mT @ s.W)) / 2

    def answer(self, X, s):
        return super().answer(X, self.frozen(*self.factors(s)))

    def factors(self, s):
        return namespace(s.W).eye(s.W.shape[-1], dtype=s.W.dtype), s.W

    def frozen(self, S, W):
        return State(W, W.mT @ W)


def unit_documents(Z: Any, sums: Sums) -> tuple[Any, Sums]:
    """Z with columns of unit length, and what that makes of its sums."""
    length = guard(namespace(Z).sqrt(sums.ZtZ.diagonal(axis1=-2, axis2=-1)))[..., None, :]
    return Z / length, Sums(sums.XtZ / length, sums.ZtZ / length / length.mT)
