"""Starts of block models: hard clusters, softened."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from cotext.backend import Array, Matrix, guard
from cotext.models.engine import Generators
from cotext.models.starts.factors import given
from cotext.models.starts.fitted import skmeans

CONFIDENCE = 0.9


def hard_start(
    init: str | Sequence[Array], X: Matrix, pair: tuple[int, int], columns: Array, rngs: Generators
) -> tuple[Array, Array]:
    """(Z, W) per restart: documents by ``init``, columns by the cluster that uses them most.

    With another number of column clusters, columns with similar use are together. Independent starts of both
    sides would let the model collapse into one cluster.
    """
    n, (g, m), (v, d) = X.shape[0], pair, columns.shape
    if not isinstance(init, str):
        Z, W, _ = given(init, X, d, g, m, rngs)
        return X.put(_shares(Z)), X.put(_shares(W))
    if init == "skmeans":
        Z = X.put(_soften(skmeans(X.features(), g, g, rngs)[0].argmax(axis=-1), g))
    else:
        Z = X.put(_soften(np.stack([rng.integers(g, size=n) for rng in rngs]), g))
    if v * g == 1:  # columns cannot be compared yet
        return Z, X.put(_soften(np.stack([rng.integers(m, size=d) for rng in rngs]), m))
    XtZ = X.sums(Z).XtZ.reshape(len(rngs), v, d, g)
    use = XtZ / guard(XtZ.sum(axis=-2, keepdims=True)) / guard(columns[..., None])
    if m == g:
        return Z, X.put(_soften(X.get(use.sum(axis=1)).argmax(axis=-1), m))
    profiles = X.get(use).swapaxes(1, 2).reshape(len(rngs), d, v * g)
    labels = [
        skmeans(X.beside(sparse.csr_array(profile)), m, m, [rng])[0].argmax(axis=-1)
        for profile, rng in zip(profiles, rngs, strict=True)
    ]
    return Z, X.put(_soften(np.concatenate(labels), m))


def _soften(labels: np.ndarray, k: int) -> np.ndarray:
    if k == 1:
        return np.ones((*labels.shape, 1))
    return np.where(labels[..., None] == np.arange(k), CONFIDENCE, (1 - CONFIDENCE) / (k - 1))


def _shares(F: np.ndarray) -> np.ndarray:
    return np.asarray((F + 1e-12) / (F + 1e-12).sum(axis=-1, keepdims=True))
