"""Models X ~ Z W' in which documents and words share one set of clusters."""

from __future__ import annotations

from typing import Protocol, TypeVar

from cotext.backend import Array, namespace
from cotext.models.engine import State, SweepModel


class WordState(State, Protocol):
    """A state with the word factor in ``W``."""

    @property
    def W(self) -> Array: ...


AnyWordState = TypeVar("AnyWordState", bound=WordState)


class TwoFactors(SweepModel[AnyWordState]):
    """Cluster k of the words belongs to cluster k of the documents: the blocks are the identity."""

    def paired(self) -> bool:
        return True

    def grows(self) -> dict[str, int]:
        return {"column_factor_": 1, "criterion": 2}

    def factors(self, s: AnyWordState) -> tuple[Array, Array]:
        return namespace(s.W).eye(s.W.shape[-1], dtype=s.W.dtype), s.W
