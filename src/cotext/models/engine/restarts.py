"""Restarts side by side: a state's arrays of three or more axes have one entry per restart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np

from cotext.backend import namespace


def take(state: Any, index: Any) -> Any:
    """The state of some restarts, or of one without its axis if ``index`` is a number."""
    return replace(state, **{name: array[index] for name, array in _per_restart(state).items()})


def join(states: Sequence[Any]) -> Any:
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


def _per_restart(state: Any) -> dict[str, Any]:
    values = {field.name: getattr(state, field.name) for field in fields(state)}
    return {name: value for name, value in values.items() if getattr(value, "ndim", 0) >= 3}
