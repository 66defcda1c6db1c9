"""How much does each document belong to each cluster?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cotext.result.table import Table
from cotext.result.unassigned import shares_of
from cotext.result.words import Floats, indicator

SMALLEST = 1e-250  # below this a row is noise, and dividing by it loses digits


def memberships(
    factor: Any, labels: np.ndarray, n_clusters: int, empty: np.ndarray, norms: Any = None, prior: Any = None
) -> Floats:
    """Turn a document factor (``row_factor_``) into shares that add up to one, documents x clusters.

    Columns are scaled first, as for labels: by ``norms`` (``row_norms_``), else to unit length unless the
    rows are shares already (block models, 0/1 factors). A factor that cannot be read as shares (other width,
    negative) gives 0 and 1. Documents that are ``empty`` get the cluster shares, because nothing speaks for
    one cluster: ``prior``, or those of ``labels``. With ``norms`` and ``prior`` a document's memberships do
    not depend on the others.

    Examples
    --------
    >>> memberships([[2.0, 0.0], [0.0, 9.0]], np.array([0, 1]), 2, np.array([False, True])).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    values = _shares(factor, labels, n_clusters)
    if np.shape(norms) == (n_clusters,):
        values /= np.maximum(norms, SMALLEST)
    elif not np.allclose(values[~empty].sum(axis=1), 1.0, atol=1e-4):
        values /= np.maximum(np.linalg.norm(values, axis=0), SMALLEST)
    shares = shares_of(labels, n_clusters) if prior is None else prior
    values[empty | (values.sum(axis=1) < SMALLEST)] = shares
    return np.asarray(values / values.sum(axis=1, keepdims=True))


def membership_table(ids: Sequence[str], shares: Floats) -> Table:
    """One row per document: its id, then its share in each cluster, ``cluster_0``, ``cluster_1``, ...

    Examples
    --------
    >>> membership_table(["a"], np.array([[0.25, 0.75]])).csv()
    'id,cluster_0,cluster_1\\na,0.25,0.75\\n'
    """
    columns = ("id", *(f"cluster_{k}" for k in range(shares.shape[1])))
    return Table(columns, ((name, *row) for name, row in zip(ids, shares.tolist(), strict=True)))


def _shares(factor: Any, labels: np.ndarray, n_clusters: int) -> Floats:
    if factor is not None:
        values: Floats = np.array(factor, dtype=np.float64)
        if values.shape == (len(labels), n_clusters) and values.min() >= 0 and np.isfinite(values).all():
            return values
    return np.asarray(indicator(labels, n_clusters).toarray())


def word_weights(factor: Any, labels: np.ndarray, fallback: Floats) -> Floats:
    """Weight of each word in its own cluster: its entry of the word factor, columns at unit length.

    ``fallback`` holds the weights where there is no usable factor (``column_factor_``).

    Examples
    --------
    >>> word_weights([[3.0, 0.0], [4.0, 2.0]], np.array([0, 1]), np.zeros(2)).tolist()
    [0.6, 1.0]
    """
    values: Floats = np.array(() if factor is None else factor, dtype=np.float64)
    if values.ndim != 2 or len(values) != len(labels) or values.shape[1] == 0:
        return fallback
    values /= np.maximum(np.linalg.norm(values, axis=0), SMALLEST)
    if labels.max() >= values.shape[1]:  # word clusters within document clusters share columns
        return np.asarray(values.max(axis=1))
    return np.asarray(values[np.arange(len(labels)), labels])
