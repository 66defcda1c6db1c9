"""Algorithms that map documents and words to points in a few dimensions and cluster these by k-means.

``embed(slices)`` returns ``(P, Q)``, linear maps (v x d x r and v x n x r) from documents and words, given as
the rows and columns of the slices of X, to points; ``place`` may scale them. New documents use the same maps,
so that ``predict(X)`` is ``labels_``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from typing import Any, ClassVar, TypeAlias

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import LinearOperator, svds

from cotext.backend import Matrix, open_matrix
from cotext.models.engine import (
    Algorithm,
    Callback,
    Extras,
    Fit,
    Generators,
    Init,
    Outcome,
    Restarted,
    Run,
    StrOptions,
    best_run,
    fitted,
    mean_entries,
    parameter,
)
from cotext.models.engine.memory import Size
from cotext.models.families.slices import Slices
from cotext.models.families.two_factors import Words
from cotext.models.kmeans import KMeansAlgorithm

NOTHING = 1e-14  # of a known singular value: rounding
SAMPLE, MANY = 10_000, 4  # points to compare restarts on, from MANY times as many points on

Relations: TypeAlias = list[sparse.csr_array]  # the slices of a tensor, written out in float64


@dataclass(frozen=True, eq=False)
class EmbeddingFit(Fit):
    """A fit of points.

    Attributes
    ----------
    projection_ : ndarray of shape (n_slices, n_words, n_dimensions)
        Linear maps from the rows of each slice to the places of documents.
    centres_ : ndarray of shape (n_dimensions, g)
        Place of each cluster.
    """

    projection: np.ndarray = fitted("slices", "words", "dimensions", kind="numbers")
    centres: np.ndarray = fitted("dimensions", "document clusters", kind="numbers")


@dataclass(frozen=True)
class EmbeddingAlgorithm(Restarted):
    """Adds k-means of the points, labels and prediction to an algorithm that has ``embed``."""

    init: Init = parameter("k-means++", StrOptions({"k-means++", "random"}))

    fit_type: ClassVar[type[EmbeddingFit]] = EmbeddingFit
    scaling_powers: ClassVar[Mapping[str, int]] = {"block": 1}

    @abstractmethod
    def embed(self, slices: Relations) -> tuple[np.ndarray, np.ndarray]:
        """Maps from documents and from words to their places."""

    def place(self, slices: Relations, maps: np.ndarray) -> np.ndarray:
        """The points of the rows of the slices."""
        return reduce(add, (np.asarray(X @ P) for X, P in zip(slices, maps, strict=True)))

    def search(self, X: Any, callback: Callback | None, **given: Any) -> Outcome:
        slices, rngs = relations_of(X), self.restart_generators()
        projection, Q = self.embed(slices)
        rows = self.place(slices, projection)
        columns = self.place([X.T.tocsr() for X in slices], Q)
        best, criteria, centres, word_centres = self.group(rows, columns, rngs, callback)
        fit = fit_of_memberships(
            self,
            slices,
            self._shares(rows, centres).astype(X.dtype),
            self._shares(columns, word_centres).astype(X.dtype),
            projection=projection,
            centres=centres,
            criterion=best.losses[-1],
            criteria=np.array(criteria),
            losses=np.array(best.losses),
            n_iter=len(best.losses) - 1,
            converged=best.converged,
        )
        return Outcome(fit, None if best.converged else self.not_converged(best.losses[:-1]))

    def bytes_needed(self, X: Any, **given: Any) -> int:
        size, k = Size.of(X), max(self.cluster_pair())
        both, in_double = size.n + size.d, 12.0 * size.nnz * (size.itemsize < 8)
        vectors = 12.0 * 2 * size.nnz + 8.0 * ((20 + 2 * k) * min(size.n, size.d) + 3 * k * both)
        points = Size(self.points_at_once(size), k, self.points_at_once(size) * k, 8)
        restarts = KMeansAlgorithm(k, n_init=self.n_init, screen=self.screen)
        means = 12.0 * points.nnz + restarts.loop_bytes(points)
        if points.n > MANY * SAMPLE:
            some = Size(SAMPLE, k, SAMPLE * k, 8)
            alone = KMeansAlgorithm(k, n_init=1).loop_bytes(points)
            means = 12.0 * points.nnz + max(restarts.loop_bytes(some), alone)
        return int(in_double + 16.0 * k * both + max(vectors, means))  # maps and places are kept

    def points_at_once(self, size: Size) -> int:
        """Points of one k-means."""
        return max(size.n, size.d)

    def group(
        self, rows: np.ndarray, columns: np.ndarray, rngs: Generators, callback: Callback | None
    ) -> tuple[Run[Words], list[float], np.ndarray, np.ndarray]:
        """Best k-means run, the criteria of all, and the centres of documents and of words."""
        g, m = self.cluster_pair()
        best, criteria, centres = self.means(rows, g, rngs, callback)
        return best, criteria, centres, self.means(columns, m, rngs[0].spawn(self.n_init))[2]

    def means(
        self, points: np.ndarray, n_clusters: int, rngs: Generators, callback: Callback | None = None
    ) -> tuple[Run[Words], list[float], np.ndarray]:
        """Best k-means run over the points that are not at the origin, the criteria of all, its centers.

        If there are many points, restarts use a sample, and the best one continues with all.
        """
        nonzero = points[points.any(axis=1)]
        nonzero = nonzero if len(nonzero) else points
        n, k = len(nonzero), min(n_clusters, len(nonzero))
        shared = {name: getattr(self, name) for name in ("max_iter", "tol", "screen", "init", "verbose")}
        model, data = KMeansAlgorithm(k, **shared), self._points(nonzero)
        if n <= MANY * SAMPLE:
            best, tally = best_run(model, data, rngs, callback)
            criteria = tally.criteria
        else:
            some = self._points(nonzero[np.sort(rngs[0].permutation(n)[:SAMPLE])])
            first, tally = best_run(model, some, rngs, callback)
            best, _ = best_run(model, data, rngs[:1], None, extras=Extras({"centres": first.state.W[None]}))
            least = min(tally.criteria)
            criteria = [best.criterion if c == least else c * n / SAMPLE for c in tally.criteria]
        return best, criteria, np.pad(data.get(best.state.W), ((0, 0), (0, n_clusters - k)), mode="edge")

    def _points(self, points: np.ndarray) -> Matrix:
        return open_matrix(sparse.csr_array(points), self.device, self.n_jobs)

    def _shares(self, points: np.ndarray, C: np.ndarray) -> np.ndarray:
        """Memberships by squared distance, as k-means gives them; none for points at the origin."""
        data = self._points(points)
        return data.get(KMeansAlgorithm(C.shape[1]).respond(data, Words(data.put(C))))

    def memberships(self, X: Any, fit: Fit) -> np.ndarray:
        assert isinstance(fit, EmbeddingFit)
        points = self.place(relations_of(X), fit.projection)
        return self._shares(points, fit.centres).astype(X.dtype)


def relations_of(X: sparse.csr_array | Slices) -> Relations:
    """A checked matrix or tensor as a list of CSR matrices in float64, products written out."""
    parts = X.written_out() if isinstance(X, Slices) else [X]
    return [sparse.csr_array(part.astype(np.float64, copy=False)) for part in parts]


def fit_of_memberships(
    algorithm: Algorithm, slices: Relations, Z: np.ndarray, W: np.ndarray, **values: Any
) -> Fit:
    """A fit from memberships of documents and words; blocks hold the mean entry of X."""
    fit = algorithm.fit_of(Z, W, **values)
    means = mean_entries(slices, fit.row_labels, fit.column_labels, algorithm.cluster_pair())
    return replace(fit, block=means.astype(Z.dtype))


def leading_vectors(
    X: sparse.csr_array, r: int, apart: tuple[np.ndarray, np.ndarray, float] | None = None, steps: int = 0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(U, sigma, V), the r leading singular triplets, always the same; vectors of sigma = 0 are zero.

    ``apart`` = (u, v, sigma) is a known triplet to leave out. With enough ``steps``, each of which stores a
    vector of both sides, the quicker bidiagonalization is tried first.
    """
    u, v, known = apart if apart is not None else (np.zeros(X.shape[0]), np.zeros(X.shape[1]), 0.0)
    if min(X.shape) <= max(2 * r, 50):
        U, sigma, Vt = np.linalg.svd(X.toarray() - known * np.outer(u, v), full_matrices=False)
    else:
        operator = LinearOperator(
            X.shape,
            matvec=lambda x: X @ x.ravel() - known * u * (v @ x.ravel()),
            rmatvec=lambda y: X.T @ y.ravel() - known * v * (u @ y.ravel()),
            dtype=np.float64,
        )
        start = np.random.default_rng(0).uniform(-1, 1, max(X.shape))
        if np.linalg.norm(operator.matvec(start[: X.shape[1]])) <= NOTHING * known * np.linalg.norm(start):
            return np.zeros((X.shape[0], r)), np.ones(r), np.zeros((X.shape[1], r))  # ARPACK refuses zeros
        U, sigma, Vt = _quickly(operator, r, steps, start) or svds(operator, r, v0=start[: min(X.shape)])
    order = np.argsort(-sigma, kind="stable")[:r]
    real = sigma[order] > 1e-10 * max(sigma.max(initial=0), known)
    return U[:, order] * real, np.where(real, sigma[order], 1), Vt[order].T * real


def _quickly(
    X: LinearOperator, r: int, steps: int, start: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """Singular triplets by ``steps`` of bidiagonalization; None if they are not enough."""
    if steps < 2 * r:
        return None
    try:
        U, sigma, Vt = svds(X, r, solver="propack", maxiter=steps, v0=start[: X.shape[0]])
    except np.linalg.LinAlgError:  # singular values that lie close together
        return None
    return U, sigma, Vt
