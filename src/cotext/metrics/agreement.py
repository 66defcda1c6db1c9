"""Agreement between two labelings of the same items: classes and clusters, or two runs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from cotext.errors import CotextError

ROUNDED = 1e-14  # information that is zero except for rounding


def nmi(labels: ArrayLike, clusters: ArrayLike) -> float:
    """Normalized mutual information, I / sqrt(H H') (Strehl and Ghosh, 2002).

    Parameters
    ----------
    labels, clusters : array-like of shape (n,)
        Two labelings of the same n items; names do not matter.

    Returns
    -------
    float
        Between 0 and 1; 1 if both labelings have only one group.

    Examples
    --------
    >>> nmi([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    """
    joint = _contingency(*_codes(labels, clusters)) / np.size(labels)
    rows, columns = joint.sum(axis=1), joint.sum(axis=0)
    if len(rows) == len(columns) == 1:
        return 1.0
    most = np.sqrt(_entropy(rows) * _entropy(columns))
    shared = _entropy(rows) + _entropy(columns) - _entropy(joint)
    return float(np.clip(shared / most, 0, 1)) if shared > ROUNDED else 0.0


def ari(labels: ArrayLike, clusters: ArrayLike) -> float:
    """Adjusted Rand index: 1 for equal partitions, 0 on average for random ones.

    Examples
    --------
    >>> ari([0, 0, 1, 1], [0, 0, 0, 0])
    0.0
    """
    together, apart, split, joined = _pairs(labels, clusters)
    if split == joined == 0:
        return 1.0
    chance = (together + split) * (split + apart) + (together + joined) * (joined + apart)
    return 2 * (together * apart - split * joined) / chance


def ri(labels: ArrayLike, clusters: ArrayLike) -> float:
    """Rand index: the share of pairs on which both labelings agree.

    Examples
    --------
    >>> ri([0, 0, 1], [0, 0, 0]) == 1 / 3
    True
    """
    together, apart, split, joined = _pairs(labels, clusters)
    return (together + apart) / (together + apart + split + joined) if np.size(labels) > 1 else 1.0


def acc(labels: ArrayLike, clusters: ArrayLike) -> float:
    """Micro-averaged precision: the share of items in the right cluster under the best one-to-one match.

    The numbers of classes and clusters may differ; all items in a cluster without a class are wrong.

    Examples
    --------
    >>> acc([0, 0, 0, 1], [2, 2, 1, 0])
    0.75
    """
    table = _contingency(*_codes(labels, clusters))
    return float(table[_best_match(table)].sum() / table.sum())


def purity(labels: ArrayLike, clusters: ArrayLike) -> float:
    """Share of items that belong to the largest class of their cluster.

    Examples
    --------
    >>> purity([0, 0, 0, 1], [2, 2, 1, 0])
    1.0
    """
    table = _contingency(*_codes(labels, clusters))
    return float(table.max(axis=0).sum() / table.sum())


def match_labels(labels: ArrayLike, clusters: ArrayLike) -> np.ndarray:
    """Rename clusters after the classes that match them best, one to one.

    Parameters
    ----------
    labels : array-like of int, shape (n,)
        Class codes; -1 (unknown) does not affect the match.
    clusters : array-like of shape (n,)
        Cluster of each item. Clusters without a class get the codes after the largest class.

    Examples
    --------
    >>> match_labels([0, 0, 1, 1], [5, 5, 5, 3]).tolist()
    [0, 0, 0, 1]
    """
    labels, clusters = _pair(labels, clusters)
    if not np.issubdtype(labels.dtype, np.integer):
        raise CotextError(f"labels are {labels.dtype}; give integer codes, for example from np.unique")
    names, codes = np.unique(clusters, return_inverse=True)
    classes, known = np.unique(labels[labels != -1], return_inverse=True)
    table = np.zeros((len(classes), len(names)), dtype=np.int64)
    np.add.at(table, (known, codes[labels != -1]), 1)
    rows, columns = _best_match(table)
    renamed = np.full(len(names), -1, dtype=np.int64)
    renamed[columns] = classes[rows]
    left = renamed == -1
    renamed[left] = max(labels.max(), -1) + 1 + np.arange(left.sum())
    return renamed[codes]


def agreement(labels: ArrayLike, clusters: ArrayLike) -> dict[str, float]:
    """All measures of agreement, over the documents with a known label (not -1).

    Examples
    --------
    >>> agreement([0, 0, 1, -1], [1, 1, 0, 0])
    {'nmi': 1.0, 'ari': 1.0, 'acc': 1.0, 'ri': 1.0, 'purity': 1.0}
    """
    labels, clusters = _pair(labels, clusters)
    known = labels != -1
    if not known.any():
        raise CotextError("every label is -1 (unknown); agreement needs at least one known label")
    measures = {"nmi": nmi, "ari": ari, "acc": acc, "ri": ri, "purity": purity}
    return {name: measure(labels[known], clusters[known]) for name, measure in measures.items()}


def coclustering_error(
    true_rows: ArrayLike, pred_rows: ArrayLike, true_columns: ArrayLike, pred_columns: ArrayLike
) -> float:
    """Share of matrix cells whose row or column is misplaced: e_r + e_c - e_r e_c, with e = 1 - ``acc``.

    Examples
    --------
    >>> coclustering_error([0, 0, 1, 1], [1, 1, 0, 0], [0, 0, 1, 1], [0, 0, 0, 1])
    0.25
    """
    rows, columns = 1 - acc(true_rows, pred_rows), 1 - acc(true_columns, pred_columns)
    return rows + columns - rows * columns


def stability(labelings: Sequence[ArrayLike]) -> float:
    """Mean adjusted Rand index over all pairs of labelings of the same items, such as restarts.

    Examples
    --------
    >>> stability([[0, 0, 1, 1], [1, 1, 0, 0], [0, 0, 1, 1]])
    1.0
    """
    if len(labelings) < 2:
        raise CotextError(f"stability of {len(labelings)} labelings: give at least 2 to compare")
    return float(np.mean([ari(first, second) for first, second in combinations(labelings, 2)]))


def _pair(labels: ArrayLike, clusters: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    labels, clusters = np.asarray(labels), np.asarray(clusters)
    if labels.ndim != 1 or clusters.ndim != 1 or len(labels) != len(clusters):
        shapes = f"{labels.shape} and {clusters.shape}"
        raise CotextError(f"labelings have shapes {shapes}; give two lists of the same length")
    if len(labels) == 0:
        raise CotextError("both labelings are empty; give at least one label")
    return labels, clusters


def _codes(labels: ArrayLike, clusters: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    labels, clusters = _pair(labels, clusters)
    return np.unique(labels, return_inverse=True)[1], np.unique(clusters, return_inverse=True)[1]


def _contingency(rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    shape = (int(rows.max()) + 1, int(columns.max()) + 1)
    return np.bincount(rows * shape[1] + columns, minlength=shape[0] * shape[1]).reshape(shape)


def _pairs(labels: ArrayLike, clusters: ArrayLike) -> tuple[int, int, int, int]:
    """Count ordered pairs of items: together in both, in neither, in the first only, in the second only."""
    table = _contingency(*_codes(labels, clusters))
    n, both = int(table.sum()), int(np.square(table).sum())
    first, second = (int(np.square(table.sum(axis=axis)).sum()) for axis in (1, 0))
    return both - n, n * n - first - second + both, first - both, second - both


def _entropy(shares: np.ndarray) -> float:
    known = shares[shares > 0]
    return float(-(known * np.log(known)).sum())


def _best_match(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(table, maximize=True)
    return rows, columns
