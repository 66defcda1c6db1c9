r"""A map of the documents from all relations at once: multiple factor analysis.

.. math:: [\, A^1 / s_1, \ldots, A^v / s_v \,] \approx U \Lambda V', \qquad A^b = X^b - 1 \bar x^{b\prime}

s_b is the largest singular value of the centred slice A^b, so that no relation outweighs the others; the map
is the first columns of U Lambda (Escofier and Pages, 1994). Only products with the slices are formed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from scipy.sparse.linalg import LinearOperator, eigsh

from cotext.errors import UsageError
from cotext.matrix import RelationTensor
from cotext.result.words import Floats

SMALL = 50  # documents, below which the dense solver is as fast
Operator: TypeAlias = Callable[[Floats], Floats]


def document_map(tensor: Any, n_components: int = 2, random_state: int = 0) -> Floats:
    """Place documents that are related alike close to each other.

    Parameters
    ----------
    tensor : RelationTensor or what it can be made of
        The relations.
    n_components : int
        Number of coordinates.
    random_state : int
        Where the solver starts; the map hardly depends on it.

    Returns
    -------
    ndarray of float64, shape (n_documents, n_components)
        Widest first, centred; in each coordinate the largest magnitude is positive.

    Examples
    --------
    >>> groups = np.kron(np.eye(2), np.ones((2, 2)))
    >>> abs(document_map([groups, groups], n_components=1).round(2)).ravel().tolist()
    [0.71, 0.71, 0.71, 0.71]
    """
    tensor = RelationTensor.of(tensor)
    n = tensor.shape[0]
    if not 1 <= n_components <= n:
        raise UsageError(f"n_components={n_components} for {n} documents; give a number from 1 to {n}")
    start = np.random.default_rng(random_state).standard_normal(n)
    grams = [_centred_gram(X) for X in tensor.slices if _varies(X, start)]
    if not grams:
        return np.zeros((n, n_components))
    weighted = [(gram, _leading(gram, start, 1)[0][0]) for gram in grams]
    variances, U = _leading(lambda v: sum(gram(v) / s for gram, s in weighted), start, n_components)
    U = U * np.where(np.take_along_axis(U, abs(U).argmax(axis=0)[None], axis=0) < 0, -1.0, 1.0)
    return U * np.sqrt(np.maximum(variances, 0))


def _centred_gram(X: Any) -> Operator:
    """The product with A A', A = X - 1 m': centring the columns of X centres both sides of X X'."""

    def product(v: Floats) -> Floats:
        u: Floats = X @ (X.T @ (v - v.mean(axis=0)))
        return np.asarray(u - u.mean(axis=0))

    return product


def _varies(X: Any, start: Floats) -> bool:
    """Whether the rows of X differ at all, beyond rounding."""
    n = len(start)
    size = np.linalg.norm(X.T @ np.ones(n)) ** 2 / n  # the squared singular value, were all rows equal
    return bool(
        np.linalg.norm(_centred_gram(X)(start)) > n * np.finfo(float).eps * size * np.linalg.norm(start)
    )


def _leading(product: Operator, start: Floats, k: int) -> tuple[Floats, Floats]:
    """The k largest eigenvalues, largest first, and their vectors, of a symmetric operator."""
    n = len(start)
    if n <= max(SMALL, 2 * k):
        values, vectors = np.linalg.eigh(product(np.eye(n)))
    else:
        operator = LinearOperator((n, n), matvec=product, dtype=np.float64)
        values, vectors = eigsh(operator, k, v0=start)
    order = np.argsort(-values)[:k]
    return values[order], vectors[:, order]
