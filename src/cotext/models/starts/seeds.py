"""Starts from seed words."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from sklearn.preprocessing import normalize

from cotext.backend import open_matrix
from cotext.models.judging.opinions import clusterings
from cotext.models.spherical_kmeans import SphericalKMeansAlgorithm
from cotext.models.starts.factors import Starts, from_clusters

ROUNDS = 20
FREE_STARTS = 5


def anchors(X: sparse.csr_array, seeds: sparse.csr_array) -> np.ndarray:
    """The seed whose words each document uses most; -1 if it uses none, or two equally.

    Examples
    --------
    >>> X = sparse.csr_array([[1.0, 0, 0], [0, 2, 1], [0, 0, 3], [1, 1, 0]])
    >>> anchors(X, sparse.csr_array([[1.0, 0, 0], [0, 1, 0]])).tolist()
    [0, 1, -1, -1]
    """
    scores = (_unit(X) @ _unit(seeds).T).toarray()
    best = scores.max(axis=1)
    clear = (best > 0) & ((scores == best[:, None]).sum(axis=1) == 1)
    return np.where(clear, scores.argmax(axis=1), -1)


def seeded_labels(X: sparse.csr_array, anchored: np.ndarray, n_seeds: int, g: int, seed: int) -> np.ndarray:
    """Clusters of the documents by spherical k-means; those of seed 0, 1, ... stay in cluster 0, 1, ...

    Clusters without a seed begin with the documents of no seed.
    """
    rows = _unit(X)
    z = anchored.copy()
    free = np.flatnonzero((anchored < 0) & (np.diff(X.indptr) > 0))
    if g > n_seeds:
        others = free if len(free) >= g - n_seeds else np.arange(X.shape[0])
        runs = clusterings(SphericalKMeansAlgorithm(g - n_seeds), X[others], seed, FREE_STARTS)
        z[others] = n_seeds + min(runs, key=lambda run: run[0])[1]
        z[anchored >= 0] = anchored[anchored >= 0]
    for _ in range(ROUNDS):
        answers = rows @ _centres(rows, z, g)
        new = np.where(anchored >= 0, anchored, answers.argmax(axis=1))
        if np.array_equal(new, z):
            break
        z = new
    return z


def start_from(X: sparse.csr_array, z: np.ndarray, g: int, m: int) -> Starts:
    """(Z, W, S) that begin with these clusters of the documents."""
    centres = _centres(_unit(X), z, g).astype(X.dtype)
    Z, W, S = from_clusters(open_matrix(X), z[None], centres[None], m)
    return Z[0], W[0], S[0]


def _centres(rows: sparse.csr_array, z: np.ndarray, g: int) -> np.ndarray:
    """The mean direction of each cluster, words x clusters."""
    known = np.flatnonzero(z >= 0)
    members = sparse.csr_array((np.ones(len(known)), (z[known], known)), shape=(g, len(z)))
    return np.asarray(normalize((members @ rows).toarray()).T)


def _unit(X: sparse.csr_array) -> sparse.csr_array:
    return sparse.csr_array(normalize(X))
