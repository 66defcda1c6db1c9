"""What a fit says of itself, and how the documents' answers read as clusters."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from cotext.models.engine.units import times_power


@dataclass(frozen=True)
class Outcome:
    """What a fit says of itself.

    ``settled``: a document's answer needs nothing but the document and the words. ``complaint``: why it ended
    before it should have. ``more``: further fitted attributes, by name. ``best``: the restart that was kept.
    """

    losses: list[float]
    criteria: list[float]
    n_iter: int
    converged: bool = True
    settled: bool = True
    complaint: str | None = None
    more: dict[str, Any] = field(default_factory=dict)
    best: Any = None

    def attributes(self) -> dict[str, Any]:
        """Fitted attributes, by name."""
        return {
            "criterion_": self.losses[-1], "criteria_": np.array(self.criteria),
            "losses_": np.array(self.losses), "n_iter_": self.n_iter,
            "converged_": self.converged, "settled_": self.settled, **self.more,
        }  # fmt: skip

    def in_unit(self, unit: float, power: int) -> Outcome:
        """The same with every criterion multiplied by ``unit ** power``."""
        if unit == 1 or not power:
            return self
        losses, criteria = (
            times_power(np.array(c), unit, power).tolist() for c in (self.losses, self.criteria)
        )
        curves = {n: times_power(self.more[n], unit, power) for n in ("restart_losses_",) if n in self.more}
        return replace(self, losses=losses, criteria=criteria, more={**self.more, **curves})


class Labelled(NamedTuple):
    """The documents' answers read as clusters: scale of each column, share of each cluster, labels."""

    norms: np.ndarray
    shares: np.ndarray
    labels: np.ndarray
