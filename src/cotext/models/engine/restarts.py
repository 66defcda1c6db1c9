"""Restarts side by side: a state's arrays of three or more axes have one entry per restart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import Field, fields, replace
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np

from cotext.backend import Array, namespace


class State(Protocol):
    """What the words know while a model is fitted: a frozen dataclass of arrays and numbers."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


ABSENT: Any = None  # in place of what a state that only answers does not hold
AnyState = TypeVar("AnyState", bound=State)


def take(state: AnyState, index: int | list[int]) -> AnyState:
    """The state of some restarts, or of one without its axis if ``index`` is a number."""
    return replace(state, **{name: array[index] for name, array in _per_restart(state).items()})


def join(states: Sequence[AnyState]) -> AnyState:
    """The states of several groups of restarts as one."""
    arrays = {name: [getattr(state, name) for state in states] for name in _per_restart(states[0])}
    return replace(states[0], **{name: namespace(a[0]).concatenate(a) for name, a in arrays.items()})


def padded(curves: Sequence[Sequence[float]]) -> np.ndarray:
    """Curves of different lengths as rows, NaN after their ends.

    Examples
    --------
    >>> padded([[3.0, 1.0], [2.0]]).tolist()
    [[3.0, 1.0], [2.0, nan]]
    """
    rows = np.full((len(curves), max(map(len, curves))), np.nan)
    for row, curve in zip(rows, curves, strict=True):
        row[: len(curve)] = curve
    return rows


def compact(labels: Sequence[np.ndarray], n_clusters: int) -> np.ndarray:
    """One row of labels per restart, in the smallest type that holds them."""
    return np.stack(labels).astype(np.int16 if n_clusters < 2**15 else np.int32)


def _per_restart(state: State) -> dict[str, Array]:
    values = {field.name: getattr(state, field.name) for field in fields(state)}
    return {name: value for name, value in values.items() if getattr(value, "ndim", 0) >= 3}
