"""Matrices whose numbers are far from 1: fitted in a unit of their own and told in the user's.

Formulas guard their denominators by small fixed numbers, which are large beside an X of 1e-20. Such an X is
divided by a power of two, ``scale_``, before it is fitted or answered; this rounds nothing. An ordinary X is
left alone. What a fit finds is then multiplied by the power of ``scale_`` with which it grows with X:

- ``row_factor_`` never does, so ``transform`` gives the same memberships for X in any unit;
- of X ~ Z W' the word factor does, of X ~ Z S W' the blocks, of a mean entry the mean;
- a squared error grows with the square; other criteria are told of X / ``scale_``, and so are weights of
  further terms, such as ``regularization``.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

FEW, MANY = 2.0**-20, 2.0**20  # an X whose largest entry lies between needs no other unit


def unit_of(values: np.ndarray, few: float = FEW) -> float:
    """The power of two to divide by: 1, or the size of the largest entry where all are tiny, or of the
    middle one where most are huge, so that a single huge one does not make the others vanish.

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
    """X / unit with the entries that are left; X itself where the unit is 1."""
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
    """Value * unit ** power, whether or not the factor alone can be written."""
    shift = power * int(np.log2(unit))
    with np.errstate(over="ignore", under="ignore"):
        return np.asarray(np.ldexp(value, shift), dtype=np.asarray(value).dtype)
