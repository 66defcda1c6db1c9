"""Which document cluster uses which word cluster? The block table."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from cotext.backend import check_sparse
from cotext.result.table import Table
from cotext.result.unassigned import cluster_sizes
from cotext.result.words import Floats, indicator

COLUMNS = ("document_cluster", "word_cluster", "mass", "density", "lift", "residual")


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
    mass = (indicator(rows, n_clusters[0]).T @ counts @ indicator(columns, n_clusters[1])).toarray()
    sizes = np.outer(cluster_sizes(rows, n_clusters[0]), cluster_sizes(columns, n_clusters[1]))
    expected = np.outer(mass.sum(axis=1), mass.sum(axis=0)) / max(mass.sum(), 1e-30)
    places = np.indices(mass.shape)
    values = (mass, _ratio(mass, sizes), _ratio(mass, expected), _ratio(mass - expected, np.sqrt(expected)))
    return Table(COLUMNS, zip(*(array.ravel().tolist() for array in (*places, *values)), strict=True))


def _ratio(above: Floats, below: np.ndarray) -> Floats:
    return np.asarray(np.divide(above, below, out=np.zeros_like(above), where=below > 0))
