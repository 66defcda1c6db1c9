"""Starts that fit another model first: spherical k-means, ITCC, or a singular value decomposition.

``cotext.models`` imports them, which registers their names: the engine cannot import models built on it.
"""

from __future__ import annotations

import numpy as np

from cotext.backend import Array, Matrix, unit_columns
from cotext.errors import UsageError
from cotext.models.engine import AnyState, Generators, Run
from cotext.models.engine.loop import run_all
from cotext.models.engine.sklearn_private import nndsvd
from cotext.models.itcc import ITCCAlgorithm
from cotext.models.spherical_kmeans import SphericalKMeansAlgorithm
from cotext.models.starts.factors import (
    ITCC_TRIES,
    NAMED,
    OFF_CLUSTER,
    TRIES,
    Starts,
    from_clusters,
    stacked,
    used_by,
)

TRY_TOLERANCE = 1e-4
TRY_TIE = 1e-6  # single precision; tries this close have found the same clusters


def skmeans(X: Matrix, g: int, m: int, rngs: Generators) -> Starts:
    labels, centroids = spherical(X, g, rngs)
    return from_clusters(X, labels, centroids, m)


def itcc(X: Matrix, g: int, m: int, rngs: Generators) -> Starts:
    """From the best of a few fits of ITCC."""
    runs = run_all(ITCCAlgorithm(g), X, [child for rng in rngs for child in rng.spawn(ITCC_TRIES)])
    best = [_best(runs[i : i + ITCC_TRIES]) for i in range(0, len(runs), ITCC_TRIES)]
    labels = np.stack([X.get(run.Z)[0].argmax(axis=-1) for run in best])
    return from_clusters(X, labels, unit_columns(used_by(X, labels, g)), m)


def nndsvda(X: Matrix, g: int, m: int, rngs: Generators) -> Starts:
    """Non-negative double SVD with zeros filled by the average, as in scikit-learn's NMF."""
    if m != g or g > min(X.shape):
        raise UsageError(
            f'init="nndsvda" needs as many word as document clusters, and no more than {min(X.shape)} here; '
            f'got ({g}, {m}): use init="skmeans" or "random".'
        )
    pairs = [nndsvd(X.host(), g, init="nndsvda", random_state=int(rng.integers(2**31))) for rng in rngs]
    return stacked([(Z, Wt.T, np.eye(g) + OFF_CLUSTER) for Z, Wt in pairs])


def spherical(
    X: Matrix, g: int, rngs: Generators, init: str | tuple[Array, ...] = "k-means++", tries: int = TRIES
) -> tuple[np.ndarray, np.ndarray]:
    """Labels and centroids of the best of a few spherical k-means runs, per restart."""
    model = SphericalKMeansAlgorithm(g, init=init, tol=TRY_TOLERANCE)
    runs = run_all(model, model.adapt(X), [child for rng in rngs for child in rng.spawn(tries)])
    best = [_best(runs[i : i + tries]) for i in range(0, len(runs), tries)]
    return (
        np.stack([X.get(run.Z)[0].argmax(axis=-1) for run in best]),
        np.concatenate([X.get(run.state.W) for run in best]),
    )


def _best(runs: list[Run[AnyState]]) -> Run[AnyState]:
    """The first run that is as good as the best up to rounding, which differs if X is in chunks."""
    least = min(run.criterion for run in runs)
    return next(run for run in runs if run.criterion <= least + TRY_TIE * abs(least))


NAMED.update(skmeans=skmeans, itcc=itcc, nndsvda=nndsvda)
