r"""k-means of points of unit length: the best of several runs, all computed at the same time.

.. math:: \min_{z, C} \tfrac12 \sum_i \|p_i - c_{z_i}\|^2, \qquad \|p_i\| = 1

(1) z_i = argmax_k p_i c_k - |c_k|^2 / 2
(2) c_k = the mean of the p_i with z_i = k

Starts are those of greedy k-means++ :cite:`arthur2007kmeans`. Products of some points with all centers take
nearly all of the time. Which points go together does not depend on the number of threads, and sums are added
in order, so neither do the clusters. The arrays may be on a GPU.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cotext.backend import Array, namespace, ordered_map, threads_here, to_host
from cotext.models.judging.low_rank import dimensions

TRIES = 10
CHUNK = 2048  # points
GPU_CHUNK = 1 << 16
HALVINGS = 5, 10  # sweeps after which the better half of the runs continues
MAX_SWEEPS = 40
TOLERANCE = 2e-5  # relative gain at which a run ends


@dataclass(frozen=True, eq=False)
class Runs:
    """Centers (runs, clusters, dimensions), labels (runs, points) and the sum of the p_i c - |c|^2 / 2."""

    centers: Array
    labels: Array
    gains: np.ndarray

    def some(self, index: np.ndarray) -> Runs:
        return Runs(self.centers[index], self.labels[index], self.gains[index])


def k_means(P: Array, g: int, rng: np.random.Generator, tries: int = TRIES) -> tuple[np.ndarray, Array]:
    """Labels of the points and centers (clusters, dimensions), of the best run.

    Examples
    --------
    >>> P = np.repeat(np.eye(3), [5, 3, 2], axis=0)
    >>> labels, _ = k_means(P, 3, np.random.default_rng(0))
    >>> sorted(np.bincount(labels).tolist())
    [2, 3, 5]
    """
    centers = _starts(P, g, rng, tries)
    runs = Runs(centers, centers[:, 0], np.full(tries, -np.inf))
    best = None
    for sweep in range(MAX_SWEEPS):
        before, runs = runs.gains, _sweep(P, runs)
        leader = runs.some(np.array([runs.gains.argmax()]))
        if best is None or leader.gains[0] > best.gains[0]:
            best = leader
        moving = runs.gains > before + TOLERANCE * np.abs(runs.gains)
        if sweep + 1 in HALVINGS:
            moving &= runs.gains >= np.median(runs.gains)
        if sweep + 1 >= HALVINGS[0]:
            runs = runs.some(np.flatnonzero(moving))
        if not len(runs.gains):
            break
    assert best is not None
    return to_host(best.labels[0]).astype(np.int64), best.centers[0]


def place(P: Array, columns: tuple[int, int], centers: Array) -> np.ndarray:
    """The nearest of the centers (runs, clusters, dimensions) for each document: (runs, documents)."""
    starts = range(0, len(P), GPU_CHUNK)
    pieces = (dimensions(P[start : start + GPU_CHUNK], columns) for start in starts)
    return np.concatenate([to_host(_assigned(piece, centers).labels) for piece in pieces], axis=1).astype(
        np.int64
    )


def cluster_means(P: Array, labels: np.ndarray, g: int) -> Array:
    """The mean of the points of each cluster."""
    xp = namespace(P)
    Z = xp.asarray(np.eye(g, dtype=np.float32)[labels])
    means: Array = (Z.T @ P) / xp.maximum(Z.sum(axis=0), 1)[:, None]
    return means


@dataclass(frozen=True, eq=False)
class Assigned:
    labels: Array  # (runs, points)
    fits: Array  # (runs, points): p_i c_k - |c_k|^2 / 2 of the own center
    sums: Array  # (runs, clusters, dimensions)
    counts: Array  # (runs, clusters)


def _sweep(P: Array, runs: Runs) -> Runs:
    """Assign all points, then move the centers."""
    xp, now = namespace(P), _assigned(P, runs.centers)
    gains = to_host(now.fits.sum(axis=1, dtype=np.float64))
    counts = xp.where(now.counts > 0, now.counts, 1)[:, :, None]
    centers = (now.sums / counts).astype(P.dtype)  # (2)
    for r, k in np.argwhere(
        to_host(now.counts) == 0
    ):  # an empty cluster begins again with a point that fits badly
        worst = int(now.fits[r].argmin())
        now.fits[r, worst] = np.inf
        centers[r, k] = P[worst]
    return Runs(centers, now.labels, gains)


def _assigned(P: Array, centers: Array) -> Assigned:
    """The nearest center of every point in every run, and the sums for the next centers."""
    xp = namespace(P)
    n_runs, g, r = centers.shape
    C = centers.reshape(n_runs * g, r)
    half_squares = (centers**2).sum(axis=2) / 2

    def chunk(rows: slice) -> tuple[Array, Array, Array, Array]:
        some = P[rows]
        fits = (C @ some.T).reshape(n_runs, g, len(some)) - half_squares[:, :, None]
        z, best = _first_largest(fits)  # (1)
        Z = (
            (z[:, None, :] == xp.arange(g, dtype=z.dtype)[:, None])
            .reshape(n_runs * g, len(some))
            .astype(P.dtype)
        )
        return z, best, Z @ some, Z.sum(axis=1)

    labels, fits = [], []
    sums, counts = xp.zeros((n_runs * g, r)), xp.zeros(n_runs * g)
    for z, fit, total, count in ordered_map(chunk, list(_chunks(P)), threads_here() if xp is np else 1):
        labels.append(z)
        fits.append(fit)
        sums += total
        counts += count
    along = (xp.concatenate(labels, axis=1), xp.concatenate(fits, axis=1))
    return Assigned(*along, sums.reshape(n_runs, g, r), counts.reshape(n_runs, g))


def _first_largest(fits: Array) -> tuple[Array, Array]:
    """Place and value of the largest entry along the second axis; quicker than argmax if it is short."""
    xp = namespace(fits)
    best, z = fits[:, 0].copy(), xp.zeros((len(fits), fits.shape[2]), dtype=np.int32)
    for k in range(1, fits.shape[1]):
        better = fits[:, k] > best
        z[better] = k
        best = xp.maximum(best, fits[:, k])
    return z, best


def _chunks(P: Array) -> Iterator[slice]:
    step = CHUNK if namespace(P) is np else GPU_CHUNK
    return (slice(start, start + step) for start in range(0, len(P), step))


def _starts(P: Array, g: int, rng: np.random.Generator, tries: int) -> Array:
    """Centers of greedy k-means++: of a few points far from all others, the one that serves most points."""
    xp, n, candidates = namespace(P), len(P), 2 + int(np.log(g))
    chosen = np.empty((tries, g), dtype=np.int64)
    chosen[:, 0] = rng.integers(n, size=tries)
    distances = _distances(P, chosen[:, 0])
    for k in range(1, g):
        below = distances.cumsum(axis=0, dtype=np.float64)
        drawn = xp.asarray(rng.random((tries, candidates))) * below[-1][:, None]
        columns = [xp.searchsorted(below[:, t], drawn[t], side="right") for t in range(tries)]
        points = np.minimum(to_host(xp.stack(columns)), n - 1)
        after = _distances(P, points.ravel()).reshape(n, tries, candidates)
        after = xp.minimum(after, distances[:, :, None])
        best = to_host(after.sum(axis=0, dtype=np.float64).argmin(axis=1))
        chosen[:, k] = points[np.arange(tries), best]
        distances = after[:, np.arange(tries), best]
    return P[chosen]


def _distances(P: Array, index: np.ndarray) -> Array:
    """Half the squared distances of all points to some of them, as many columns."""
    xp = namespace(P)
    distances: Array = xp.maximum(1 - P @ xp.ascontiguousarray(P[index].T), 0)
    return distances
