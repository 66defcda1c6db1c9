"""The distance of the product of the factors from the matrix."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from cotext.backend import check_sparse
from cotext.errors import CotextError


def reconstruction_error(X: sparse.csr_array, Z: ArrayLike, S: ArrayLike | None, W: ArrayLike) -> float:
    r"""Frobenius norm of X - Z S W', without forming the n x d product.

    Expanded as ||X||² - 2 <X'Z, W S'> + <Z'Z, S W'W S'>: only d x g and smaller pieces.

    Parameters
    ----------
    X : array or sparse array of shape (n, d)
    Z : array-like of shape (n, g)
    S : array-like of shape (g, m), or None
        None means the identity: X ~ Z W'.
    W : array-like of shape (d, m)

    Returns
    -------
    float
        Zero if the product is X (up to rounding, about 1e-8 of the norm of X).

    Examples
    --------
    >>> reconstruction_error(np.diag([3.0, 4.0]), np.zeros((2, 1)), None, np.ones((2, 1)))
    5.0
    """
    Z, W = np.asarray(Z, dtype=np.float64), np.asarray(W, dtype=np.float64)
    S = np.eye(Z.shape[1]) if S is None else np.asarray(S, dtype=np.float64)
    if X.shape != (len(Z), len(W)) or S.shape != (Z.shape[1], W.shape[1]):
        shapes = f"X {X.shape}, Z {Z.shape}, S {S.shape}, W {W.shape}"
        raise CotextError(f"shapes do not fit: {shapes}; expected n x d, n x g, g x m, d x m")
    check_sparse(X, "X")
    values = X.data if sparse.issparse(X) else np.ravel(X)
    squared = np.sum(np.square(values, dtype=np.float64))
    WS = W @ S.T
    cross = np.vdot(X.T @ Z, WS)
    return float(np.sqrt(max(squared - 2 * cross + np.vdot(Z.T @ Z, WS.T @ WS), 0.0)))
