r"""Algorithms in which each document belongs to the center at the smallest angle.

.. math:: \min_{z, C} \tfrac12 \sum_i \|x_i - c_{z_i}\|^2, \qquad \|x_i\| = \|c_k\| = 1
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.backend import Argmax, Array, Matrix, Rule, Sums, dot
from cotext.models.engine import Fit
from cotext.models.engine.memory import ANSWERING, STARTING, Moment
from cotext.models.families.two_factors import TwoFactors


@dataclass(frozen=True)
class State:
    W: Array  # the centres c_k, one per column
    n_documents: float = 0.0


@dataclass(frozen=True)
class SmallestAngle(TwoFactors[State]):
    """Adds the documents' rule, the criterion and cosines as memberships to what finds centres."""

    unit_columns = False  # cosines are compared as they are
    scaling_powers: ClassVar[Mapping[str, int]] = {}

    def adapt(self, X: Matrix) -> Matrix:
        return X.unit_rows()

    def rule(self, s: State) -> Rule:
        return Argmax(s.W)

    def loss(self, s: State, sums: Sums) -> Array:
        return s.n_documents - dot(sums.XtZ, s.W)

    def arrays(self) -> list[Moment]:
        return [STARTING, ANSWERING]

    def respond(self, X: Matrix, s: State) -> Array:
        return X @ s.W

    def prediction_state(self, fit: Fit) -> State:
        return State(fit.column_factor)

    def angular_centres(self, fit: Fit) -> np.ndarray | None:
        return np.asarray(self.prediction_state(fit).W)
