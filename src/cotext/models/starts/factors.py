"""Starts: host arrays (Z, W, S), one per restart, the same numbers in every home.

The papers' start is spherical k-means: Z = 0.05 everywhere and 1 at the assigned cluster, W = the centroids +
0.01, S = I + 0.05. With m word clusters for g != m document clusters, words are grouped by the document
clusters that use them (``words``), so that the document clusters do not change: W = the centroids mixed by
these shares + 0.01, S = the shares + 0.05. A start is the best of a few k-means runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from cotext.backend import Array, Matrix, unit_columns
from cotext.errors import UsageError
from cotext.models.starts.words import masses, word_clusters

if TYPE_CHECKING:
    from cotext.models.engine.loop import Generators

Starts: TypeAlias = tuple[np.ndarray, np.ndarray, np.ndarray]

OFF_CLUSTER = 0.05
CENTROID_FLOOR = 0.01
TRIES = 5
ITCC_TRIES = 3


class Begun(NamedTuple):
    """Given starts, one per restart, for models that begin alike."""

    Z: np.ndarray
    W: np.ndarray
    S: np.ndarray

    @classmethod
    def of(cls, X: Matrix, labels: np.ndarray, centroids: np.ndarray) -> Begun:
        """From document clusters and as many word clusters, in the precision of X."""
        Z, W, S = from_clusters(X, labels, centroids, centroids.shape[-1])
        return cls(*(F.astype(X.dtype, copy=False) for F in (Z, W, S)))

    def some(self, group: slice) -> Begun:
        return Begun(self.Z[group], self.W[group], self.S[group])


def make_starts(init: str | Sequence[Array], X: Matrix, g: int, m: int, rngs: Generators) -> Starts:
    """The starts that ``init`` names, or factors given as a tuple."""
    if isinstance(init, Begun):
        return init
    if isinstance(init, str):
        return NAMED[init](X, g, m, rngs)
    return given(init, X, X.shape[1], g, m, rngs)


def from_clusters(X: Matrix, labels: np.ndarray, centroids: np.ndarray, m: int) -> Starts:
    """Starts from given clusters of the documents, one labeling and its centroids per restart."""
    restarts, _, g = centroids.shape
    Z = coded(X, labels, np.where(np.eye(g) == 1, 1.0, OFF_CLUSTER))
    if m == g:
        return Z, centroids + CENTROID_FLOOR, np.tile(np.eye(g) + OFF_CLUSTER, (restarts, 1, 1))
    pairs = [_words_of(P, C, m) for P, C in zip(used_by(X, labels, g), centroids, strict=True)]
    W, S = (np.stack(factors) for factors in zip(*pairs, strict=True))
    return Z, W, S


def words_of(X: Matrix, labels: np.ndarray, g: int, m: int) -> tuple[np.ndarray, np.ndarray]:
    """(W, S) of m word clusters for given document clusters, in the precision of X."""
    P = used_by(X, labels[None], g)[0]
    W, S = _words_of(P, unit_columns(P), m)
    return W.astype(X.dtype, copy=False), S.astype(X.dtype, copy=False)


def used_by(X: Matrix, labels: np.ndarray, g: int) -> np.ndarray:
    """Mass of each word in each document cluster, per restart."""
    return np.asarray(X.get(X.sums(X.put(coded(X, labels, np.eye(g)))).XtZ))


def _words_of(P: np.ndarray, centroids: np.ndarray, m: int) -> tuple[np.ndarray, np.ndarray]:
    """m word clusters of given document clusters: centroids mixed by shares of use, and these shares."""
    w = word_clusters(P, m)
    S = masses(P, w, m)
    shares = S / np.maximum(S.sum(axis=0), np.finfo(S.dtype).tiny)
    W = centroids @ shares
    W[np.arange(len(w)), w] += W.max(axis=1)
    return W + CENTROID_FLOOR, shares + OFF_CLUSTER


def uniform(X: Matrix, g: int, m: int, rngs: Generators) -> Starts:
    """Uniform on (0, 1]."""
    d = X.shape[1]
    Z = X.grown(len(rngs), g, lambda r, rows: 1 - rngs[r].random((rows.stop - rows.start, g)))
    W, S = (np.stack([1 - rng.random(shape) for rng in rngs]) for shape in ((d, m), (g, m)))
    return Z, W, S


def given(init: Sequence[Array], X: Matrix, d: int, g: int, m: int, rngs: Generators) -> Starts:
    """Factors of X from the user: (Z, W) with one row of W for each of d words, or (Z, W, S)."""
    Z, W, *blocks = (np.asarray(factor) for factor in init)
    S = blocks[0] if blocks else np.eye(g, m) + OFF_CLUSTER
    for name, factor, expected in (("Z", Z, (X.shape[0], g)), ("W", W, (d, m)), ("S", S, (g, m))):
        if factor.shape != expected:
            raise UsageError(f"init: {name} has shape {factor.shape}, expected {expected}.")
        if not (np.isfinite(factor).all() and (factor >= 0).all()):
            raise UsageError(f"init: {name} must be finite and non-negative.")
    _check_size({"Z": Z, "W": W, "S": S}, X.dtype)
    return stacked([(Z, W, S)] * len(rngs))


def _check_size(factors: dict[str, np.ndarray], dtype: np.dtype[Any]) -> None:
    """Refuse factors whose squares, or that of their product, overflow the precision."""
    squares = {name: 2 * np.log2(max(F.max(initial=0), 1)) + np.log2(F.size) for name, F in factors.items()}
    room = float(np.log2(np.finfo(dtype).max)) - 1
    largest = max(squares, key=lambda name: squares[name])
    if sum(squares.values()) > room:
        raise UsageError(
            f"init: {largest} holds values up to {factors[largest].max():.3g}, and squares of the factors "
            f"overflow {dtype}: divide {largest} by its maximum."
        )


def coded(X: Matrix, labels: np.ndarray, table: np.ndarray) -> np.ndarray:
    """The row of a table that each document's label names, per restart."""
    return X.grown(len(labels), table.shape[1], lambda r, rows: table[labels[r, rows]])


def stacked(starts: list[Starts]) -> Starts:
    Z, W, S = (np.stack(factors) for factors in zip(*starts, strict=True))
    return Z, W, S


NAMED: dict[str, Callable[[Matrix, int, int, Generators], Starts]] = {"random": uniform}
"""The starts by name; ``fitted`` adds those that fit a model, which needs a start itself."""
