"""Starting points: host arrays (Z, W, S), the same numbers wherever the fit runs.

The papers' start is spherical k-means: Z = 0.05 everywhere and 1 at the assigned cluster, W = the
centroids + 0.01, S = I + 0.05. With m word clusters for g != m document clusters, W comes from
spherical k-means of the words and S holds the block means of X. Single k-means runs scatter, so a start
is the best of a few.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cotext.errors import UsageError

Start = tuple[np.ndarray, np.ndarray, np.ndarray]

OFF_CLUSTER = 0.05
CENTROID_FLOOR = 0.01
TRIES, TRY_TOLERANCE = 5, 1e-4


def make_start(init: Any, X: Any, g: int, m: int, rng: np.random.Generator) -> Start:
    """The start that ``init`` names: "skmeans", "random", "nndsvda", or factors given as a tuple."""
    if isinstance(init, str):
        return {"skmeans": skmeans, "random": uniform, "nndsvda": nndsvda}[init](X, g, m, rng)
    return given(init, X, g, m)


def skmeans(X: Any, g: int, m: int, rng: np.random.Generator) -> Start:
    labels, centroids = _spherical(X, g, rng)
    Z = _soften(labels, g)
    if m == g:
        return Z, centroids + CENTROID_FLOOR, np.eye(g) + OFF_CLUSTER
    words, _ = _spherical(X.transposed(), m, rng)
    cells = np.outer(np.bincount(labels, minlength=g), np.bincount(words, minlength=m))
    S = X.get(X.block_sums(labels, words, (g, m))) / np.maximum(cells, 1)
    return Z, _soften(words, m), S + CENTROID_FLOOR * max(S.max(), CENTROID_FLOOR)


def uniform(X: Any, g: int, m: int, rng: np.random.Generator) -> Start:
    """Uniform on (0, 1]."""
    n, d = X.shape
    return 1 - rng.random((n, g)), 1 - rng.random((d, m)), 1 - rng.random((g, m))


def nndsvda(X: Any, g: int, m: int, rng: np.random.Generator) -> Start:
    """Non-negative double SVD with zeros filled by the average, as scikit-learn's NMF starts."""
    from cotext.models._sklearn import nndsvd

    if m != g or g > min(X.shape):
        raise UsageError(
            f'init="nndsvda" needs as many word as document clusters, and no more than {min(X.shape)} here; '
            f'got ({g}, {m}): use init="skmeans" or "random".'
        )
    seed = int(rng.integers(2**31))
    Z, Wt = nndsvd(X.host(), g, init="nndsvda", random_state=seed)
    return Z, Wt.T, np.eye(g) + OFF_CLUSTER


def given(init: Any, X: Any, g: int, m: int) -> Start:
    """Factors handed over by the user: (Z, W) or (Z, W, S)."""
    Z, W, *rest = (np.asarray(factor) for factor in init)
    S = rest[0] if rest else np.eye(g, m) + OFF_CLUSTER
    for name, factor, shape in (("Z", Z, (X.shape[0], g)), ("W", W, (X.shape[1], m)), ("S", S, (g, m))):
        if factor.shape != shape:
            raise UsageError(f"init: {name} has shape {factor.shape}, expected {shape}.")
        if not (np.isfinite(factor).all() and (factor >= 0).all()):
            raise UsageError(f"init: {name} must be finite and non-negative.")
    return Z, W, S


def _spherical(X: Any, g: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Labels and centroids of the best of a few spherical k-means runs."""
    from cotext.models.spherical_kmeans import SphericalKMeans

    model = SphericalKMeans(g, tol=TRY_TOLERANCE)
    unit = model.prepare(X)
    best = min((model.run(unit, child) for child in rng.spawn(TRIES)), key=lambda run: run.losses[-1])
    return X.get(best.Z).argmax(axis=1), X.get(best.state.C)


def _soften(labels: np.ndarray, k: int) -> np.ndarray:
    Z = np.full((len(labels), k), OFF_CLUSTER)
    Z[np.arange(len(labels)), labels] = 1
    return Z
