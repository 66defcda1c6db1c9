"""Rules compute the answer of a document from its scores. They are data, so that any home can run them.

A rule names the word factor ``W`` to gather and is called with ``scores = X @ W`` and the current answers
``Z``. Called as a function it is its own reference; a home with kernels reads the fields instead.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol, Self

import numpy as np

from cotext.backend.arrays import TINY, Array, dot, guard, namespace, softmax

SETTLING_PASSES = 30  # coordinate descent on at most a few dozen unknowns is at its optimum well before


@dataclass(frozen=True)
class Sums:
    """Sums over all documents: ``X'Z`` (d x g) and ``Z'Z`` (g x g), per restart.

    ``zlogz``, the sum of z log z, exists only for answers that are shares.
    """

    XtZ: Array
    ZtZ: Array
    zlogz: Array | float = 0.0

    def squared_error(self, squared_norm: float, B: Array, G: Array | None = None) -> Array:
        """|X - Z B'|^2 from |X|^2 and the sums alone; G is B'B if it is known."""
        return squared_norm - 2 * dot(self.XtZ, B) + dot(self.ZtZ, B.mT @ B if G is None else G)


class Rule(Protocol):
    """Computes the answer of a document from its scores and its answer so far."""

    @property
    def W(self) -> Array:
        """The word factor to gather."""

    def __call__(self, scores: Array, Z: Array) -> Array: ...

    def part(self, rows: slice) -> Rule:
        """The rule for some of the documents."""

    def settled(self) -> Rule:
        """The rule for new documents, whose answer depends only on the document and the words."""


class Uniform:
    """A rule that is the same for all documents, old and new."""

    def part(self, rows: slice) -> Self:
        return self

    def settled(self) -> Self:
        return self


@dataclass(frozen=True)
class Multiplicative:
    r"""``z * (scores A / (z G + scores H)) ** power``, repeated ``inner`` times; A, H absent = I, 0.

    Two fields differ from document to document: ``pull`` (n x g) is added to the numerator and ``drag``
    (n x 1) times z to the denominator, as a graph between documents asks.
    """

    W: Array
    G: Array
    A: Array | None = None
    H: Array | None = None
    power: float = 1.0
    inner: int = 1
    pull: Array | None = None
    drag: Array | None = None

    def __call__(self, scores: Array, Z: Array) -> Array:
        attraction = scores if self.A is None else scores @ self.A
        if self.pull is not None:
            attraction = attraction + self.pull
        for _ in range(self.inner):
            repulsion = Z @ self.G
            if self.H is not None:
                repulsion += scores @ self.H
            if self.drag is not None:
                repulsion += self.drag * Z
            ratio = attraction / guard(repulsion)
            Z = Z * (ratio if self.power == 1 else ratio**self.power)
        Z[Z < TINY] = 0  # denormal numbers are slow and mean nothing
        return Z

    def part(self, rows: slice) -> Multiplicative:
        if self.pull is None or self.drag is None:
            return self
        return replace(self, pull=self.pull[..., rows, :], drag=self.drag[rows])

    def settled(self) -> CoordinateDescent:
        return CoordinateDescent(self.W, self.G, self.A, inner=SETTLING_PASSES)


@dataclass(frozen=True)
class CoordinateDescent(Uniform):
    """Non-negative least squares: minimize 1/2 z G z' - (scores A) z' over z >= 0, column by column."""

    W: Array
    G: Array
    A: Array | None = None
    inner: int = 1

    def __call__(self, scores: Array, Z: Array) -> Array:
        xp = namespace(scores)
        attraction = xp.ascontiguousarray((scores if self.A is None else scores @ self.A).mT)
        answers = xp.array(Z.mT, order="C")  # a copy even where Z has one row or one column
        curvature = guard(self.G.diagonal(axis1=-2, axis2=-1))[..., None]
        for _ in range(self.inner):
            for k in range(answers.shape[-2]):
                pull = attraction[..., k, :] - (self.G[..., k : k + 1, :] @ answers)[..., 0, :]
                answers[..., k, :] = xp.maximum(answers[..., k, :] + pull / curvature[..., k, :], 0)
        return xp.ascontiguousarray(answers.mT)

    def settled(self) -> Self:
        return replace(self, inner=SETTLING_PASSES)


@dataclass(frozen=True)
class Softmax(Uniform):
    """Shares of the clusters: the softmax of ``scores + offset``."""

    W: Array
    offset: Array

    def __call__(self, scores: Array, Z: Array) -> Array:
        return softmax(scores + self.offset)


@dataclass(frozen=True)
class Argmax(Uniform):
    """One cluster per document: the best of ``scores + offset``, as a 0/1 row.

    With ``offset_k = -|c_k|^2 / 2`` the best is the nearest center. ``reseed``: a cluster left empty
    takes the document that fits its own cluster worst.
    """

    W: Array
    offset: Array | None = None
    reseed: bool = True

    def fit(self, scores: Array) -> Array:
        return scores if self.offset is None else scores + self.offset

    def __call__(self, scores: Array, Z: Array) -> Array:
        return one_hot(self.fit(scores).argmax(axis=-1), scores)


def one_hot(labels: Array, like: Array) -> Array:
    """0/1 rows of the width and dtype of ``like``."""
    xp = namespace(like)
    return xp.asarray(labels[..., None] == xp.arange(like.shape[-1]), dtype=like.dtype)


def refill(labels: np.ndarray, misfit: np.ndarray, n_clusters: int) -> np.ndarray | None:
    """Give each empty cluster the worst-fitting document of a cluster with several.

    Returns the new labels, per restart if there are several; None if no label changes.
    """
    if labels.ndim == 2:
        new = [refill(one, fit, n_clusters) for one, fit in zip(labels, misfit, strict=True)]
        if all(one is None for one in new):
            return None
        return np.stack([old if one is None else one for old, one in zip(labels, new, strict=True)])
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
