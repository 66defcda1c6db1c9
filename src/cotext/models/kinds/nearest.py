r"""Models in which each document belongs to the nearest of a few centres, the columns of B.

.. math:: \min_{Z, B} \tfrac12 \|X - Z B'\|^2, \qquad Z \text{ 0/1, one 1 per row}

The models differ in what their centres may be.
"""

from __future__ import annotations

from typing import Any

from cotext.backend import Argmax, dot, guard, namespace
from cotext.models.engine.base import CoClusterer


class NearestCentre(CoClusterer):
    """Adds the documents' rule, the criterion and graded memberships to a model that has ``centres``."""

    hard = True
    scales = False

    def centres(self, s: Any) -> Any:
        """B, one centre per column."""
        raise NotImplementedError

    def rule(self, s):
        B = self.centres(s)
        return Argmax(B, -(B * B).sum(axis=-2, keepdims=True) / 2)

    def loss(self, s, sums):
        B = self.centres(s)
        return (s.squared_norm - 2 * dot(sums.XtZ, B) + dot(sums.ZtZ, B.mT @ B)) / 2

    def answer(self, X, s):
        """Memberships of fuzzy c-means: shares in proportion to 1 / squared distance; none for the empty."""
        rule = self.rule(s)
        squares = squared_lengths(X, 1)
        distance = guard(squares - 2 * rule.fit(X @ rule.W))
        closeness = distance.min(axis=-1, keepdims=True) / distance
        return closeness / closeness.sum(axis=-1, keepdims=True) * (squares > 0)


def squared_lengths(X: Any, axis: int) -> Any:
    """Sum of squares of each document (axis 1) or word (axis 0), as a column."""
    return X.map_nonzeros(lambda values: values * values).sum(axis=axis).reshape(-1, 1)


def cluster_sizes(sums: Any) -> Any:
    """Documents in each cluster, as a row, never zero."""
    xp = namespace(sums.ZtZ)
    return xp.maximum(sums.ZtZ.diagonal(axis1=-2, axis2=-1), 1)[..., None, :]
