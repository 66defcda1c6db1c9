"""Tables of shares, entropies and mutual information."""

from __future__ import annotations

import numpy as np

from cotext.backend import Array, namespace

LOG_OF_ZERO = -1e6  # a block without mass is out of reach, yet sums and comparisons stay finite


def log_shares(S: Array, axis: int) -> Array:
    """Log of the shares of S along an axis.

    Examples
    --------
    >>> np.exp(log_shares(np.array([[1.0, 3.0], [2.0, 2.0]]), axis=-1)).round(2).tolist()
    [[0.25, 0.75], [0.5, 0.5]]
    """
    xp = namespace(S)
    log = xp.log(xp.where(S > 0, S, 1)) - xp.log(or_one(S.sum(axis=axis, keepdims=True)))
    return xp.where(S > 0, log, LOG_OF_ZERO).astype(S.dtype)


def information(S: Array) -> Array:
    """Mutual information of a table of shares, in float64.

    Examples
    --------
    >>> float(information(np.eye(2) / 2).round(3))
    0.693
    """
    S = S.astype(np.float64)
    return entropy(S.sum(axis=-1)) + entropy(S.sum(axis=-2)) - entropy(S.reshape(*S.shape[:-2], -1))


def entropy(p: Array) -> Array:
    """Entropy of shares along the last axis, in nats."""
    found: Array = -(p * namespace(p).log(or_one(p))).sum(axis=-1)
    return found


def or_one(mass: Array) -> Array:
    """The mass, 1 if it is zero."""
    return namespace(mass).where(mass > 0, mass, 1)
