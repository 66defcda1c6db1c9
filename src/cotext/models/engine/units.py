"""Matrices whose numbers are far from 1 are divided by a unit, and their fits are multiplied by it.

Formulas guard their denominators by small fixed numbers, which are large compared with an X of 1e-20. Such
an X is divided by a power of two, ``scale_``, which rounds nothing; an ordinary X is not. Each value of the
fit is then multiplied by the power of ``scale_`` with which it grows with X:

- ``row_factor_`` never does, so ``transform`` gives the same memberships for X in any unit;
- of X ~ Z W' the word factor does, of X ~ Z S W' the blocks, of a mean entry the mean;
- a squared error grows with the square; other criteria refer to X / ``scale_``, and so do weights of further
  terms, such as ``regularization``.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

FEW, MANY = 2.0**-20, 2.0**20  # an X with its largest entry in between needs no other unit


def unit_of(values: np.ndarray, few: float = FEW) -> float:
    """The power of two to divide by: 1, or near the largest entry if all are tiny, or near the median if most
    are huge, so that a single huge entry does not make the others vanish.

    Examples
    --------
    >>> unit_of(np.array([3.0, 0.001])), unit_of(np.array([1e-9])) == 2.0**-30
    (1.0, True)
    """
    peak = float(values.max(initial=0))
    if peak > MANY:
        middle = float(np.median(values))
        return power_of_two(middle) if middle > MANY else 1.0
    return power_of_two(peak) if 0 < peak < few else 1.0


def power_of_two(size: float) -> float:
    """The largest power of two that is not above ``size``."""
    return float(np.ldexp(1.0, int(np.frexp(size)[1]) - 1))


def divided(X: sparse.csr_array, unit: float) -> sparse.csr_array:
    """X / unit without entries that vanish; X itself if the unit is 1."""
    if unit == 1:
        return X
    values = np.ldexp(X.data, -int(np.log2(unit)))
    parts = sparse.csr_array((values, X.indices, X.indptr), shape=X.shape)
    if (nothing := values < np.finfo(X.dtype).tiny).any():
        parts = parts.copy()
        parts.data[nothing] = 0
        parts.eliminate_zeros()
    return parts


def times_power(value: np.ndarray, unit: float, power: int) -> np.ndarray:
    """Value * unit ** power, also if the factor alone would overflow."""
    shift = power * int(np.log2(unit))
    with np.errstate(over="ignore", under="ignore"):
        return np.asarray(np.ldexp(value, shift), dtype=np.asarray(value).dtype)
