r"""Clusters and relations: the diagonal blocks of every slice, and a map of the documents from all slices.

The map is a multiple factor analysis (Escofier and Pages, 1994).

.. math:: [\, A^1 / s_1, \ldots, A^v / s_v \,] \approx U \Lambda V', \qquad A^b = X^b - 1 \bar x^{b\prime}

s_b is the largest singular value of the centered slice A^b, so that no relation outweighs the others; the map
is the first columns of U Lambda. Only products with the slices are formed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from scipy.sparse.linalg import LinearOperator, eigsh

from cotext.errors import UsageError
from cotext.matrix import Product, RelationTensor
from cotext.result.block_view import BlockView
from cotext.result.memberships import cluster_sizes
from cotext.result.table import Table
from cotext.result.words import Floats, indicator

COLUMNS = ("relation", "cluster", "mass", "share", "density", "lift")
SMALL = 50  # documents, below which the dense solver is as fast
Operator: TypeAlias = Callable[[Floats], Floats]


def slice_blocks(
    tensor: object, row_labels: ArrayLike, column_labels: ArrayLike, n_clusters: int | tuple[int, int]
) -> Table:
    """Describe the diagonal block of every cluster in every relation.

    Parameters
    ----------
    tensor : RelationTensor, or any value that ``RelationTensor.of`` takes
        The relations.
    row_labels, column_labels : ndarray of int
        Cluster of each document and of each column.
    n_clusters : int or pair of equal ints
        Number of clusters, empty ones included.

    Returns
    -------
    Table
        One row per relation and cluster: ``mass`` (sum of the block), ``share`` (of all entries of the
        cluster's documents), ``density`` (mass per cell) and ``lift`` (mass over the mass expected from the
        two margins; above 1 the relation holds the cluster together).

    Examples
    --------
    >>> by_author = np.kron(np.eye(2), np.ones((2, 2)))
    >>> table = slice_blocks([by_author, np.ones((4, 4))], [0, 0, 1, 1], [0, 0, 1, 1], 2)
    >>> table.column("lift")
    [2.0, 2.0, 1.0, 1.0]
    """
    g, m = (n_clusters, n_clusters) if isinstance(n_clusters, int | np.integer) else n_clusters
    if g != m:
        raise UsageError(
            f"{g} document and {m} column clusters have no diagonal blocks; use block_masses for every pair"
        )
    relations = RelationTensor.of(tensor)
    masses = block_masses(relations, row_labels, column_labels, (g, m))
    cells = np.outer(*(cluster_sizes(np.asarray(labels), g) for labels in (row_labels, column_labels)))
    rows: list[tuple[object, ...]] = []
    for name, mass in zip(relations.names, masses, strict=True):
        blocks, outgoing = BlockView(mass, cells), mass.sum(axis=1)
        inside = np.diagonal(mass)
        share = inside / np.where(outgoing > 0, outgoing, 1)
        values = (inside, share, np.diagonal(blocks.density), np.diagonal(blocks.lift))
        rows += zip([name] * g, range(g), *(part.tolist() for part in values), strict=True)
    return Table(COLUMNS, rows)


def block_masses(
    tensor: object, row_labels: ArrayLike, column_labels: ArrayLike, n_clusters: tuple[int, int]
) -> np.ndarray:
    """Return the sum of every block of every slice, slices x document clusters x column clusters.

    A product B B' is never formed: with indicators Z and W its blocks are (Z'B)(W'B)'.

    Examples
    --------
    >>> block_masses([[[1, 2], [3, 4]]], [0, 1], [1, 1], (2, 2)).tolist()
    [[[0.0, 3.0], [0.0, 7.0]]]
    """
    relations = RelationTensor.of(tensor)
    labels = np.asarray(row_labels), np.asarray(column_labels)
    for axis, side, count in zip(("row", "column"), labels, relations.shape, strict=False):
        if len(side) != count:
            raise UsageError(
                f"{len(side)} {axis} labels for {count} {axis}s of the tensor; give one per {axis}"
            )
    Z, W = (indicator(side, k) for side, k in zip(labels, n_clusters, strict=True))
    sums = [(Z.T @ X.B) @ (W.T @ X.B).T if isinstance(X, Product) else Z.T @ X @ W for X in relations.slices]
    return np.stack([block.toarray() for block in sums])


def document_map(tensor: object, n_components: int = 2, random_state: int = 0) -> Floats:
    """Place documents with similar relations close to each other.

    Parameters
    ----------
    tensor : RelationTensor, or any value that ``RelationTensor.of`` takes
        The relations.
    n_components : int
        Number of coordinates.
    random_state : int
        Seed of the start of the solver, which hardly changes the map.

    Returns
    -------
    ndarray of float64, shape (n_documents, n_components)
        Centered, the widest coordinate first; in each, the largest magnitude is positive.

    Examples
    --------
    >>> groups = np.kron(np.eye(2), np.ones((2, 2)))
    >>> abs(document_map([groups, groups], n_components=1).round(2)).ravel().tolist()
    [0.71, 0.71, 0.71, 0.71]
    """
    relations = RelationTensor.of(tensor)
    n = relations.shape[0]
    if not 1 <= n_components <= n:
        raise UsageError(f"n_components={n_components} for {n} documents; give a number from 1 to {n}")
    start = np.random.default_rng(random_state).standard_normal(n)
    grams = [_centered_gram(X) for X in relations.slices if _varies(X, start)]
    if not grams:
        return np.zeros((n, n_components))
    weighted = [(gram, _leading(gram, start, 1)[0][0]) for gram in grams]
    variances, U = _leading(lambda v: sum(gram(v) / s for gram, s in weighted), start, n_components)
    U = U * np.where(np.take_along_axis(U, abs(U).argmax(axis=0)[None], axis=0) < 0, -1.0, 1.0)
    return U * np.sqrt(np.maximum(variances, 0))


def _centered_gram(X: sparse.csr_array | Product) -> Operator:
    """Return the product with A A', A = X - 1 m': centering the columns of X centers both sides of X X'."""

    def product(v: Floats) -> Floats:
        u: Floats = X @ (X.T @ (v - v.mean(axis=0)))
        return np.asarray(u - u.mean(axis=0))

    return product


def _varies(X: sparse.csr_array | Product, start: Floats) -> bool:
    """Whether the rows of X differ at all, beyond rounding."""
    n = len(start)
    size = np.linalg.norm(X.T @ np.ones(n)) ** 2 / n  # the squared singular value if all rows were equal
    rounding = n * np.finfo(float).eps * size * np.linalg.norm(start)
    return bool(np.linalg.norm(_centered_gram(X)(start)) > rounding)


def _leading(product: Operator, start: Floats, k: int) -> tuple[Floats, Floats]:
    """Return the k largest eigenvalues of a symmetric operator, largest first, and their vectors."""
    n = len(start)
    if n <= max(SMALL, 2 * k):
        values, vectors = np.linalg.eigh(product(np.eye(n)))
    else:
        operator = LinearOperator((n, n), matvec=product, dtype=np.float64)
        values, vectors = eigsh(operator, k, v0=start)
    order = np.argsort(-values)[:k]
    return values[order], vectors[:, order]
