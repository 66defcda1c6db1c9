r"""Low-rank views of documents: latent semantic analysis :cite:`deerwester1990indexing` and neighbors in it.

(1) X V = U S, with the leading singular vectors of the documents at unit length, by subspace iteration
    :cite:`halko2011finding`
(2) a view: some columns of U S, documents at unit length
(3) neighbors: P <- A P, twice, with A the graph of nearest neighbors, scaled by the degrees on both sides
    :cite:`fettal2024graph`
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from cotext.backend import Array, Matrix, namespace, ordered_map, threads_here, to_host

OVERSAMPLING = 10
POWER_STEPS = 3
NEIGHBORS = 10
AVERAGES = 2
CHUNK = 256  # documents that are compared with all others at a time
GPU_CHUNK = 4096
GROUPS = 64  # of other documents: the best of each bounds how near the nearest are
NOTHING = 1e-12  # of the largest eigenvalue: rounding


def leading_directions(X: Matrix, rank: int) -> Array:
    """V (words, rank) in the home of X, or fewer columns if X has no more; always the same."""
    width = min(rank + OVERSAMPLING, *X.shape)
    Q = X.put(np.random.default_rng(0).standard_normal((X.shape[1], width)))
    for _ in range(POWER_STEPS):
        Q = _orthonormal(X.T @ (X @ Q))
    B = (X @ Q).astype(np.float64)
    _, vectors = _eigenpairs(B.T @ B)
    V: Array = (Q.astype(np.float64) @ vectors[:, ::-1][:, :rank]).astype(Q.dtype)
    return V


def _orthonormal(Y: Array) -> Array:
    """An orthonormal basis of the columns of Y; columns of zeros stand for directions that Y lacks."""
    xp, Q = namespace(Y), Y.astype(np.float64)
    for _ in range(2):  # the second time corrects rounding
        values, vectors = _eigenpairs(Q.T @ Q)
        real = values > NOTHING * max(float(values[-1]), 1e-300)
        Q = Q @ (vectors * xp.where(real, 1 / xp.sqrt(xp.where(real, values, 1)), 0))
    return Q.astype(Y.dtype)


def _eigenpairs(G: Array) -> tuple[Array, Array]:
    """Eigenvalues in ascending order, and eigenvectors, of a small symmetric matrix: on the host."""
    xp = namespace(G)
    values, vectors = np.linalg.eigh(to_host(G))
    return xp.asarray(values), xp.asarray(vectors)


def dimensions(P: Array, columns: tuple[int, int]) -> Array:
    """Some columns of P, rows at unit length; all columns if there are too few."""
    first, end = columns
    return unit(P[:, first:end] if P.shape[1] > first else P)


def unit(P: Array) -> Array:
    """Rows at unit length, in single precision; rows of zeros stay as they are."""
    xp = namespace(P)
    lengths = xp.sqrt((P * P).sum(axis=1, keepdims=True))
    points: Array = (P / xp.where(lengths > 0, lengths, 1)).astype(np.float32)
    return points


def neighbor_means(P: Array) -> Array:
    """Each point averaged with its nearest neighbors, twice."""
    xp = namespace(P)
    A = neighbor_weights(P)
    if xp is not np:
        from cupyx.scipy.sparse import csr_matrix

        A = csr_matrix(sparse.csr_matrix(A))
    for _ in range(AVERAGES):
        P = A @ P
    return unit(P)


def neighbor_weights(P: Array, k: int = NEIGHBORS) -> sparse.csr_array:
    """The graph of each point, itself and its k nearest, scaled by the degrees on both sides."""
    n = len(P)
    near = nearest_points(P, min(k, n - 1)) if n > 1 else np.empty((1, 0), dtype=np.int64)
    ones = np.ones(near.size, dtype=np.float32)
    A = sparse.csr_array((ones, near.ravel(), np.arange(n + 1) * near.shape[1]), shape=(n, n))
    A = sparse.csr_array(A.maximum(A.T.tocsr()) + sparse.eye_array(n, dtype=np.float32, format="csr"))
    scale = sparse.diags_array(1 / np.sqrt(np.diff(A.indptr)).astype(np.float32))
    return sparse.csr_array(scale @ A @ scale)


def nearest_points(P: Array, k: int) -> np.ndarray:
    """The k nearest others of every point, (points, k), by their product; the earlier of equals is nearer.

    Examples
    --------
    >>> nearest_points(np.array([[1, 0], [0.8, 0.6], [0, 1]], dtype=np.float32), 1).tolist()
    [[1], [0], [1]]
    """
    xp, n = namespace(P), len(P)
    groups = GROUPS if n > k * GROUPS else 1
    across = xp.concatenate([P, xp.zeros((-n % groups, P.shape[1]), dtype=P.dtype)]).T
    step = CHUNK if xp is np else GPU_CHUNK

    def nearest(start: int) -> np.ndarray:
        cosines = P[start : start + step] @ across
        rows = xp.arange(len(cosines))
        cosines[rows, start + rows] = -2
        cosines[:, n:] = -2
        peaks = cosines.reshape(len(cosines), groups, -1).max(axis=1)
        least = xp.partition(peaks, peaks.shape[1] - k, axis=1)[:, -k]  # no more than the k-th largest cosine
        found = [to_host(index) for index in xp.nonzero(cosines >= least[:, None])]
        values = to_host(cosines[found[0], found[1]])
        order = np.lexsort((found[1], -values, found[0]))
        row, column = found[0][order], found[1][order]
        rank = np.arange(len(row)) - np.searchsorted(row, row)
        return np.asarray(column[rank < k]).reshape(-1, k)

    starts = list(range(0, n, step))
    return np.concatenate(list(ordered_map(nearest, starts, threads_here() if xp is np else 1)))
