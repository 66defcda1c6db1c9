"""Clusterings of the same documents, and the one that keeps most of what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from cotext.backend import Matrix, unit_columns
from cotext.metrics import match_labels
from cotext.models.engine import SweepAlgorithm
from cotext.models.engine.loop import Run, groups, run_all, run_group
from cotext.models.starts.factors import Begun

TEMPERATURE = 0.1
FINAL_STARTS = 25

Opinions: TypeAlias = list[list[np.ndarray]]  # by kind of opinion, start by start


def clusterings(
    model: SweepAlgorithm[Any], X: sparse.csr_array, seed: int, starts: int
) -> list[tuple[float, np.ndarray]]:
    """Criterion and clusters of the documents, start by start."""
    data = model.open(X)
    return _told(data, run_all(model, data, np.random.default_rng(seed).spawn(starts)))


def clusterings_from(model: SweepAlgorithm[Any], X: Matrix, begun: Begun) -> list[tuple[float, np.ndarray]]:
    """The same from starts that are there already; nothing is drawn."""
    found = []
    for group in groups(model, len(begun.Z), X.wider):
        part = begun.some(group)
        alike = replace(model, init=part)
        found += _told(X, run_group(alike, X, [np.random.default_rng(0)] * len(part.Z)))
    return found


def weigh(scores: np.ndarray, temperature: float = TEMPERATURE) -> np.ndarray:
    """Weights of opinions, the best known one 1; all alike where nothing is known.

    Examples
    --------
    >>> weigh(np.array([0.5, 0.4])).round(2).tolist()
    [1.0, 0.37]
    """
    if not np.isfinite(scores).all():
        return np.ones(len(scores))
    return np.asarray(np.exp((scores - scores.max()) / temperature))


def agree(opinions: Opinions, weights: Sequence[float], model: SweepAlgorithm[Any]) -> np.ndarray:
    """What ``model`` makes of the documents and the clusters they were given, the largest cluster first.

    It begins with what the heaviest opinions say, each in turn, and keeps the best.
    """
    heard = [(w, y) for w, kind in zip(weights, opinions, strict=True) for y in kind]
    data = model.open(sparse.csr_array(sparse.hstack([w * _one_hot(y) for w, y in heard])))
    heaviest = sorted(heard, key=lambda one: -one[0])[:FINAL_STARTS]
    labels = np.stack([y for _, y in heaviest])
    centres = unit_columns(data.sums(data.put(np.eye(model.cluster_pair()[0])[labels])).XtZ)
    runs = clusterings_from(model, data, Begun.of(data, labels, data.get(centres)))
    return by_size(min(runs, key=lambda run: run[0])[1])


def votes(opinions: Opinions, weights: Sequence[float], z: np.ndarray, n_clusters: int) -> np.ndarray:
    """Weighted share of the opinions that put each document into each cluster of z, documents x clusters.

    The clusters of every opinion are matched to those of z one to one; what has no match votes for none.

    Examples
    --------
    >>> votes([[np.array([1, 1, 0]), np.array([0, 1, 1])]], [1.0], np.array([0, 0, 1]), 2).tolist()
    [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]
    """
    heard = np.zeros((len(z), n_clusters))
    for weight, kind in zip(weights, opinions, strict=True):
        for y in kind:
            heard += weight * (match_labels(z, y)[:, None] == np.arange(n_clusters))
    return np.asarray(heard / sum(w * len(kind) for w, kind in zip(weights, opinions, strict=True)))


def side_by_side(opinions: Opinions, n_clusters: int) -> np.ndarray:
    """The clusters of every opinion, one row for each, kind by kind, in the smallest type that holds them.

    Examples
    --------
    >>> found = side_by_side([[np.array([1, 0])], [np.array([0, 2])]], 3)
    >>> found.tolist(), found.dtype.name
    ([[1, 0], [0, 2]], 'int8')
    """
    return np.stack([y for kind in opinions for y in kind]).astype(np.min_scalar_type(-n_clusters))


def _told(X: Matrix, runs: list[Run[Any]]) -> list[tuple[float, np.ndarray]]:
    return [(run.criterion, X.get(run.Z)[0].argmax(axis=1)) for run in runs]


def _one_hot(labels: np.ndarray) -> sparse.csr_array:
    n = len(labels)
    return sparse.csr_array((np.ones(n), (np.arange(n), labels)), shape=(n, labels.max(initial=0) + 1))


def by_size(labels: np.ndarray) -> np.ndarray:
    """The same clusters with the largest first, of equals the one that begins first."""
    _, first, own, sizes = np.unique(labels, return_index=True, return_inverse=True, return_counts=True)
    return np.argsort(np.lexsort((first, -sizes)))[own]
