"""Algorithms X ~ Z W' in which documents and words share one set of clusters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar

from cotext.backend import Array, Matrix, Sums, namespace
from cotext.models.engine import Fit, Generators, State, SweepAlgorithm


class WordState(State, Protocol):
    """A state with the word factor in ``W``."""

    @property
    def W(self) -> Array: ...


AnyWordState = TypeVar("AnyWordState", bound=WordState)


@dataclass(frozen=True)
class TwoFactors(SweepAlgorithm[AnyWordState]):
    """Cluster k of the words belongs to cluster k of the documents: the blocks are the identity."""

    scaling_powers: ClassVar[Mapping[str, int]] = {"column_factor": 1, "criterion": 2}

    def paired(self) -> bool:
        return True

    def factors(self, s: AnyWordState) -> tuple[Array, Array]:
        return namespace(s.W).eye(s.W.shape[-1], dtype=s.W.dtype), s.W


@dataclass(frozen=True)
class Words:
    """A word factor, and |X|^2 for the squared error."""

    W: Array
    squared_norm: float = 0.0


@dataclass(frozen=True)
class SquaredError(TwoFactors[Words]):
    """The squared error of X ~ Z W': a model adds its rule and the update of the words."""

    def initialize(self, X: Matrix, rngs: Generators) -> tuple[Array, Words]:
        Z, W, _ = self.start(X, rngs)
        return Z, Words(W, X.squared_norm())

    def loss(self, s: Words, sums: Sums) -> Array:
        return sums.squared_error(s.squared_norm, s.W) / 2

    def prediction_state(self, fit: Fit) -> Words:
        return Words(fit.column_factor)
