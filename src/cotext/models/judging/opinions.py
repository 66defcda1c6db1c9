"""Clusterings of the same documents, and the one on which they agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from cotext.backend import Matrix, open_matrix
from cotext.metrics import match_labels
from cotext.models.engine import SweepAlgorithm
from cotext.models.engine.loop import Run, groups, run_all, run_group
from cotext.models.judging.low_rank import leading_directions, unit
from cotext.models.judging.points import k_means, place
from cotext.models.starts.factors import Begun

TEMPERATURE = 0.1
FINAL_STARTS = 20
LARGE = 30_000  # documents; of more, a sample is grouped

Opinions: TypeAlias = list[list[np.ndarray]]  # by kind of opinion, start by start


def clusterings(
    model: SweepAlgorithm[Any], X: sparse.csr_array, seed: int, starts: int
) -> list[tuple[float, np.ndarray]]:
    """Return the criterion and the clusters of the documents for each start."""
    data = model.open(X)
    return _told(data, run_all(model, data, np.random.default_rng(seed).spawn(starts)))


def clusterings_from(model: SweepAlgorithm[Any], X: Matrix, begun: Begun) -> list[tuple[float, np.ndarray]]:
    """Return the same for given starts; nothing is random."""
    found = []
    for group in groups(model, len(begun.Z), X.wider):
        part = begun.some(group)
        alike = replace(model, init=part)
        found += _told(X, run_group(alike, X, [np.random.default_rng(0)] * len(part.Z)))
    return found


def weigh(scores: np.ndarray, temperature: float = TEMPERATURE) -> np.ndarray:
    """Return the weights of opinions: 1 for the best one, and for all of them if no score is known.

    Examples
    --------
    >>> weigh(np.array([0.5, 0.4])).round(2).tolist()
    [1.0, 0.37]
    """
    if not np.isfinite(scores).all():
        return np.ones(len(scores))
    return np.asarray(np.exp((scores - scores.max()) / temperature))


def agree(opinions: Opinions, weights: Sequence[float], n_clusters: int) -> np.ndarray:
    """The clusters on which weighted opinions agree, the largest first :cite:`fern2004solving`.

    Documents and clusters of all opinions form a bipartite graph. k-means groups the documents along the
    leading singular vectors of its matrix, in which each cluster is scaled to unit length. Every kind of
    opinion has its weight however many opinions it gave.

    Examples
    --------
    >>> z = np.repeat([0, 1], [3, 2])
    >>> agree([[z, 1 - z], [np.array([0, 0, 0, 0, 1])]], [1.0, 0.5], 2).tolist()
    [0, 0, 0, 1, 1]
    """
    votes = [(w / len(kind), y) for w, kind in zip(weights, opinions, strict=True) for y in kind]
    H = open_matrix(sparse.csr_array(sparse.hstack([np.sqrt(w) * _one_hot(y) for w, y in votes])))
    P, rng = H @ leading_directions(H, n_clusters), np.random.default_rng(0)
    if len(P) <= LARGE:
        return by_size(k_means(unit(P), n_clusters, rng, FINAL_STARTS)[0])
    sample = np.sort(rng.choice(len(P), LARGE, replace=False))
    _, centers = k_means(unit(P[sample]), n_clusters, rng, FINAL_STARTS)
    return by_size(place(P, (0, n_clusters), centers[None])[0])


def votes(opinions: Opinions, weights: Sequence[float], z: np.ndarray, n_clusters: int) -> np.ndarray:
    """Weighted share of the opinions that put each document into each cluster of z, documents x clusters.

    The clusters of every opinion are matched to those of z one to one. One without a match does not vote.

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
    """Stack the clusters of all opinions, one row each, kind by kind, in the smallest type that holds them.

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
    """Documents x clusters, each cluster at unit length."""
    n, sizes = len(labels), np.bincount(labels)
    return sparse.csr_array((1 / np.sqrt(sizes[labels]), (np.arange(n), labels)), shape=(n, len(sizes)))


def by_size(labels: np.ndarray) -> np.ndarray:
    """Number the clusters by size, the largest first; of equal ones, the one with the first document."""
    _, first, own, sizes = np.unique(labels, return_index=True, return_inverse=True, return_counts=True)
    return np.argsort(np.lexsort((first, -sizes)))[own]
