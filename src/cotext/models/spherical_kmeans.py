r"""Spherical k-means :cite:`dhillon2001concept`: documents by the angle to their cluster's center.

.. math:: \min_{z, C} \tfrac12 \sum_i \|x_i - c_{z_i}\|^2, \qquad \|x_i\| = \|c_k\| = 1

(1) z_i = argmax_k x_i c_k, the rule of ``SmallestAngle``
(2) c_k = sum of the x_i with z_i = k, scaled to unit length
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from cotext.backend import Array, Matrix, Sums, unit_columns
from cotext.models.engine import Generators, Init, Predictor, StrOptions, parameter
from cotext.models.families.spherical import SmallestAngle, State
from cotext.models.starts.factors import given


@dataclass(frozen=True)
class SphericalKMeansAlgorithm(SmallestAngle):
    init: Init = parameter("k-means++", StrOptions({"k-means++", "random"}), tuple, list)

    def initialize(self, X: Matrix, rngs: Generators) -> tuple[Array, State]:
        Z, C = starting_centres(X, self.cluster_pair()[0], rngs, self.init)
        return Z, State(unit_columns(C), X.squared_norm())

    def update_words(self, s: State, sums: Sums) -> State:
        return replace(s, W=unit_columns(sums.XtZ))  # (2)


class SphericalKMeans(Predictor):
    """k-means on the unit sphere; a word belongs to the center in which it weighs most.

    Compares documents by angle, so long and short ones are treated alike. Quick, and the start of
    the other models. ``row_factor_`` holds the cosine of each document with each center.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import SphericalKMeans
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> model = SphericalKMeans(n_clusters=3, random_state=0).fit(data.X)
    >>> bool((model.predict(data.X) == model.labels_).all())
    True
    """

    cli_name = "spherical-kmeans"
    reference = "dhillon2001concept"
    algorithm_type = SphericalKMeansAlgorithm


def starting_centres(X: Matrix, g: int, rngs: Generators, init: Init) -> tuple[Array, Array]:
    """(Z, C) of k-means: zeros, and g documents, or the given word factor, as centers."""
    if isinstance(init, str):
        seeds = _seeds(X, g, rngs, spread=init == "k-means++")
        C = X.rows(seeds.ravel()).reshape(len(rngs), g, -1).mT
    else:
        C = X.put(given(init, X, X.shape[1], g, g, rngs)[1])
    return X.put(np.broadcast_to(0.0, (len(rngs), X.shape[0], g))), C


def _seeds(X: Matrix, g: int, rngs: Generators, *, spread: bool) -> np.ndarray:
    """g documents to start from, per restart: uniformly, or each far from those before it (k-means++)."""
    squares = X.get(X.map_nonzeros(lambda values: values * values).sum(axis=1)).astype(np.float64)
    says = squares > 0
    free = np.tile(says if says.sum() >= g else np.ones_like(says), (len(rngs), 1)).astype(np.float64)
    distance, chosen = np.full_like(free, np.inf), np.empty((len(rngs), g), dtype=np.int64)
    for k in range(g):
        weight = distance * free if k and spread else free
        weight = np.where(weight.any(axis=1, keepdims=True), weight, free)
        chosen[:, k] = [_drawn(rng, w) for rng, w in zip(rngs, weight, strict=True)]
        free[np.arange(len(rngs)), chosen[:, k]] = 0
        if spread:
            product = X.get(X @ X.rows(chosen[:, k]).T).T
            apart = squares + squares[chosen[:, [k]]] - 2 * product
            distance = np.minimum(distance, np.maximum(apart, 0))
    return chosen


def _drawn(rng: np.random.Generator, weight: np.ndarray) -> int:
    """One index, as ``rng.choice`` draws it, only quicker."""
    below = (weight / weight.sum()).cumsum()
    below /= below[-1]
    return int(below.searchsorted(rng.random(), side="right"))
