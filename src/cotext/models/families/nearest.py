r"""Models in which each document belongs to the nearest of a few centres, the columns of B.

.. math:: \min_{Z, B} \tfrac12 \|X - Z B'\|^2, \qquad Z \text{ 0/1, one 1 per row}

The models differ in what their centres may be.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Protocol, TypeVar

from cotext.backend import Argmax, Array, Matrix, Sums, guard, namespace
from cotext.models.engine import State, SweepAlgorithm
from cotext.models.engine.memory import ANSWERING, Moment


class NormedState(State, Protocol):
    """A state with |X|^2 in ``squared_norm``."""

    @property
    def squared_norm(self) -> float: ...


AnyNormedState = TypeVar("AnyNormedState", bound=NormedState)


@dataclass(frozen=True)
class NearestCentre(SweepAlgorithm[AnyNormedState]):
    """Adds the documents' rule, the criterion and graded memberships to a model that has ``centres``."""

    unit_columns = False  # memberships are shares already
    shares_besides = True

    @abstractmethod
    def centres(self, s: AnyNormedState) -> Array:
        """B, one center per column."""

    def rule(self, s: AnyNormedState) -> Argmax:
        B = self.centres(s)
        return Argmax(B, -(B * B).sum(axis=-2, keepdims=True) / 2)

    def arrays(self) -> list[Moment]:
        return [(2.2, 6.5), ANSWERING]

    def loss(self, s: AnyNormedState, sums: Sums) -> Array:
        return sums.squared_error(s.squared_norm, self.centres(s)) / 2

    def respond(self, X: Matrix, s: AnyNormedState) -> Array:
        """Memberships of fuzzy c-means, in proportion to 1 / squared distance; zeros for empty documents."""
        rule = self.rule(s)
        squares = squared_lengths(X, 1)
        distance = guard(squares - 2 * rule.fit(X @ rule.W))
        closeness = distance.min(axis=-1, keepdims=True) / distance
        shares: Array = closeness / closeness.sum(axis=-1, keepdims=True) * (squares > 0)
        return shares


def squared_lengths(X: Matrix, axis: int) -> Array:
    """Sum of squares of each document (axis 1) or word (axis 0), as a column."""
    return X.map_nonzeros(lambda values: values * values).sum(axis=axis).reshape(-1, 1)


def cluster_sizes(sums: Sums) -> Array:
    """Documents in each cluster, as a row, never zero."""
    xp = namespace(sums.ZtZ)
    return xp.maximum(sums.ZtZ.diagonal(axis1=-2, axis2=-1), 1)[..., None, :]
