r"""Families of block models: how an entry depends on the block it is in.

With e_i and c_j the exposures of row i and column j, every family has, up to terms without parameters,

.. math:: \log p(x_{ij}) = x_{ij} \eta_{kl} - e_i c_j A_{kl}

and its best mean of a block is the block's sum over its exposure. Poisson: e and c are the row and column
sums, eta = log gamma, A = gamma. Bernoulli and Gaussian: e = c = 1; eta = logit alpha, A = -log(1 - alpha);
eta = mu / var, A = mu^2 / (2 var), with one variance per slice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from cotext.backend import Array, guard, namespace

Terms: TypeAlias = tuple[Array, Array, Array | float]
Family: TypeAlias = Callable[[Array, Array, Array, Array | None], Terms]

FAINT = 1e-12  # the smallest mean of a block, as a share of the slice's


def poisson(mean: Array, overall: Array, exposure: Array, squares: Array | None) -> Terms:
    """(eta, A, constant of the slice) from block means (.., v, g, m)."""
    mean = namespace(mean).maximum(mean, guard(FAINT * overall))
    return namespace(mean).log(mean), mean, 0.0


def bernoulli(mean: Array, overall: Array, exposure: Array, squares: Array | None) -> Terms:
    xp = namespace(mean)
    mean = xp.clip(mean, FAINT, 1 - 1e-7)
    return xp.log(mean) - xp.log1p(-mean), -xp.log1p(-mean), 0.0


def gaussian(mean: Array, overall: Array, exposure: Array, squares: Array | None) -> Terms:
    xp = namespace(mean)
    cells = exposure.sum(axis=(-2, -1), keepdims=True)
    explained = (exposure * mean * mean).sum(axis=(-2, -1), keepdims=True)
    assert squares is not None
    squares = squares[:, None, None]
    variance = xp.maximum(squares - explained, 1e-9 * squares + 1e-30) / cells
    constant = -cells / 2 * xp.log(2 * np.pi * variance) - squares / (2 * variance)
    return mean / variance, mean * mean / (2 * variance), constant[..., 0]


FAMILIES: dict[str, Family] = {"poisson": poisson, "bernoulli": bernoulli, "gaussian": gaussian}
