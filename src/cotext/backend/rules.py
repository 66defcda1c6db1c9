"""Rules: how a document answers, given its scores. Data, not code, so that any home can run them.

A rule names the word factor ``W`` to gather and is called with ``scores = X @ W`` and the current
answers ``Z``. Called as a function it is its own reference; a faster home may read the fields instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from cotext.backend.arrays import TINY, guard, namespace

SETTLING_PASSES = 30  # coordinate descent on at most a few dozen unknowns is at its optimum well before


@dataclass(frozen=True)
class Sums:
    """What all documents together tell the words: ``X'Z`` (d x g) and ``Z'Z`` (g x g)."""

    XtZ: Any
    ZtZ: Any


@dataclass(frozen=True)
class Multiplicative:
    r"""``z * (scores A / (z G + scores H)) ** power``, repeated ``inner`` times; A, H absent = I, 0."""

    W: Any
    G: Any
    A: Any = None
    H: Any = None
    power: float = 1.0
    inner: int = 1

    def __call__(self, scores: Any, Z: Any) -> Any:
        attraction = scores if self.A is None else scores @ self.A
        for _ in range(self.inner):
            repulsion = Z @ self.G
            if self.H is not None:
                repulsion += scores @ self.H
            ratio = attraction / guard(repulsion)
            Z = Z * (ratio if self.power == 1 else ratio**self.power)
        Z[Z < TINY] = 0  # denormal numbers are slow and mean nothing
        return Z

    def settled(self) -> CoordinateDescent:
        """The rule whose answer depends on the document and the words alone: for new documents."""
        return CoordinateDescent(self.W, self.G, self.A, inner=SETTLING_PASSES)


@dataclass(frozen=True)
class CoordinateDescent:
    """Non-negative least squares: minimise 1/2 z G z' - (scores A) z' over z >= 0, column by column."""

    W: Any
    G: Any
    A: Any = None
    inner: int = 1

    def __call__(self, scores: Any, Z: Any) -> Any:
        xp = namespace(scores)
        attraction = xp.ascontiguousarray((scores if self.A is None else scores @ self.A).T)
        answers = xp.ascontiguousarray(Z.T)
        curvature = guard(self.G.diagonal())
        for _ in range(self.inner):
            for k in range(len(answers)):
                step = (attraction[k] - self.G[k] @ answers) / curvature[k]
                answers[k] = xp.maximum(answers[k] + step, 0)
        return xp.ascontiguousarray(answers.T)

    def settled(self) -> CoordinateDescent:
        return CoordinateDescent(self.W, self.G, self.A, inner=SETTLING_PASSES)


@dataclass(frozen=True)
class Argmax:
    """One cluster per document: the best of ``scores + offset``, as a 0/1 row.

    With ``offset_k = -|c_k|^2 / 2`` the best is the nearest centre. ``reseed``: a cluster left empty
    takes the document that fits its own cluster worst.
    """

    W: Any
    offset: Any = None
    reseed: bool = True

    def fit(self, scores: Any) -> Any:
        return scores if self.offset is None else scores + self.offset

    def __call__(self, scores: Any, Z: Any) -> Any:
        return one_hot(self.fit(scores).argmax(axis=1), scores)


def one_hot(labels: Any, like: Any) -> Any:
    """0/1 rows of the shape and dtype of ``like``."""
    xp = namespace(like)
    Z = xp.zeros(like.shape, dtype=like.dtype)
    Z[xp.arange(len(labels)), labels] = 1
    return Z


def refill(labels: np.ndarray, misfit: np.ndarray, n_clusters: int) -> np.ndarray | None:
    """Give each empty cluster the worst-fitting document of a cluster that can spare it.

    Returns the new labels, or None when no cluster was empty (or nothing could be spared).
    """
    sizes = np.bincount(labels, minlength=n_clusters)
    empty = np.flatnonzero(sizes == 0)
    if not len(empty):
        return None
    labels = labels.copy()
    worst_first = iter(np.argsort(-misfit, kind="stable"))
    moved = False
    for cluster in empty:
        for i in worst_first:
            if sizes[labels[i]] > 1 and misfit[i] > -np.inf:
                sizes[labels[i]] -= 1
                sizes[cluster] += 1
                labels[i] = cluster
                moved = True
                break
    return labels if moved else None
