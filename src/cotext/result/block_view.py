"""Mass, density and lift of every block: which document cluster uses which word cluster."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from cotext.backend import check_sparse
from cotext.result.memberships import cluster_sizes
from cotext.result.table import Table
from cotext.result.words import Floats, counts_by_cluster, indicator

COLUMNS = ("document_cluster", "word_cluster", "mass", "density", "lift", "residual")


@dataclass(frozen=True, eq=False)
class BlockView:
    """The blocks of a co-clustering in numbers, document clusters x word clusters."""

    mass: Floats  # sum of the counts in each block
    cells: np.ndarray  # documents times words of each block

    @classmethod
    def of(cls, by_cluster: Floats, rows: np.ndarray, columns: np.ndarray, n_word_clusters: int) -> BlockView:
        """Add up the counts of words in document clusters; a label of -1 is no cluster."""
        mass = np.asarray(by_cluster @ indicator(columns, n_word_clusters))
        sizes = cluster_sizes(rows, len(by_cluster)), cluster_sizes(columns, n_word_clusters)
        return cls(mass, np.outer(*sizes))

    @property
    def expected(self) -> Floats:
        """Mass of each block if only the margins mattered."""
        return np.outer(self.mass.sum(axis=1), self.mass.sum(axis=0)) / (self.mass.sum() or 1.0)

    @property
    def density(self) -> Floats:
        """Mass per cell."""
        return _ratio(self.mass, self.cells)

    @property
    def lift(self) -> Floats:
        """Mass over expected mass; 0 if nothing is expected."""
        return _ratio(self.mass, self.expected)

    @property
    def residual(self) -> Floats:
        """(mass - expected) / sqrt(expected), positive if a document cluster over-uses the words."""
        return _ratio(self.mass - self.expected, np.sqrt(self.expected))

    def table(self) -> Table:
        """Return one row per block."""
        values = (*np.indices(self.mass.shape), self.mass, self.density, self.lift, self.residual)
        return Table(COLUMNS, zip(*(array.ravel().tolist() for array in values), strict=True))


def block_table(
    counts: sparse.csr_array, rows: np.ndarray, columns: np.ndarray, n_clusters: tuple[int, int]
) -> Table:
    """Describe every block of a co-clustering.

    Parameters
    ----------
    counts : sparse array of shape (n_documents, n_words)
    rows, columns : ndarray of int
        Cluster of each document and of each word; -1 for none.
    n_clusters : pair of int
        Numbers of document and word clusters, empty ones included.

    Returns
    -------
    Table
        One row per block: ``mass`` (sum of counts), ``density`` (mass per cell), ``lift`` (mass over
        the mass expected from the two margins) and ``residual`` ((mass - expected) / sqrt(expected)).

    Examples
    --------
    >>> table = block_table(sparse.csr_array(np.eye(2)), np.array([0, 1]), np.array([0, 1]), (2, 2))
    >>> table.column("lift")
    [2.0, 0.0, 0.0, 2.0]
    """
    check_sparse(counts, "counts")
    by_cluster = counts_by_cluster(counts, rows, n_clusters[0])
    return BlockView.of(by_cluster, rows, columns, n_clusters[1]).table()


def _ratio(a: Floats, b: np.ndarray) -> Floats:
    return np.asarray(np.divide(a, b, out=np.zeros_like(a), where=b > 0))
