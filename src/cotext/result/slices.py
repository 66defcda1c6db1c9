"""Which relation holds which cluster together? The diagonal blocks of every slice."""

from __future__ import annotations

from typing import Any

import numpy as np

from cotext.errors import UsageError
from cotext.matrix import Product, RelationTensor
from cotext.result.block_view import BlockView
from cotext.result.table import Table
from cotext.result.unassigned import cluster_sizes
from cotext.result.words import indicator

COLUMNS = ("relation", "cluster", "mass", "share", "density", "lift")


def slice_blocks(
    tensor: Any,
    row_labels: np.ndarray,
    column_labels: np.ndarray,
    n_clusters: int | tuple[int, int],
) -> Table:
    """Describe the diagonal block of every cluster in every relation.

    Parameters
    ----------
    tensor : RelationTensor or what it can be made of
        The relations.
    row_labels, column_labels : ndarray of int
        Cluster of each document and of each column.
    n_clusters : int or pair of equal ints
        Number of clusters, empty ones included.

    Returns
    -------
    Table
        One row per relation and cluster: ``mass`` (sum of the block), ``share`` (of what relates the
        documents of the cluster to anything), ``density`` (mass per cell) and ``lift`` (mass over the mass
        expected from the two margins; above 1 the relation holds the cluster together).

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
    tensor = RelationTensor.of(tensor)
    masses = block_masses(tensor, row_labels, column_labels, (g, m))
    cells = np.outer(*(cluster_sizes(np.asarray(labels), g) for labels in (row_labels, column_labels)))
    rows: list[tuple[Any, ...]] = []
    for name, mass in zip(tensor.names, masses, strict=True):
        blocks, outgoing = BlockView(mass, cells), mass.sum(axis=1)
        inside = np.diagonal(mass)
        share = inside / np.where(outgoing > 0, outgoing, 1)
        values = (inside, share, np.diagonal(blocks.density), np.diagonal(blocks.lift))
        rows += zip([name] * g, range(g), *(part.tolist() for part in values), strict=True)
    return Table(COLUMNS, rows)


def block_masses(
    tensor: Any, row_labels: np.ndarray, column_labels: np.ndarray, n_clusters: tuple[int, int]
) -> np.ndarray:
    """Sum of every block of every slice, slices x document clusters x column clusters.

    A product B B' is never formed: with indicators Z and W its blocks are (Z'B)(W'B)'.

    Examples
    --------
    >>> block_masses([[[1, 2], [3, 4]]], [0, 1], [1, 1], (2, 2)).tolist()
    [[[0.0, 3.0], [0.0, 7.0]]]
    """
    tensor = RelationTensor.of(tensor)
    for what, labels, count in (
        ("row", row_labels, tensor.shape[0]),
        ("column", column_labels, tensor.shape[1]),
    ):
        if len(labels) != count:
            raise UsageError(
                f"{len(labels)} {what} labels for {count} {what}s of the tensor; give one per {what}"
            )
    Z, W = (
        indicator(np.asarray(row_labels), n_clusters[0]),
        indicator(np.asarray(column_labels), n_clusters[1]),
    )
    sums = [(Z.T @ X.B) @ (W.T @ X.B).T if isinstance(X, Product) else Z.T @ X @ W for X in tensor.slices]
    return np.stack([block.toarray() for block in sums])
