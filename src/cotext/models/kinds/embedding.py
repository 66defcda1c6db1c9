"""Models that place documents and words in a few dimensions and cluster the places by k-means.

A model says where the points lie: ``embed(slices)`` returns ``(P, Q)``, linear maps (v x d x r and v x n x r)
from documents and words, given as the rows and columns of the slices of X, to their places; ``place`` may
scale before and after. New documents go the same way, so that ``predict(X)`` is ``labels_``.
"""

from __future__ import annotations

import warnings
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from cotext.backend import open_matrix, quiet_blas
from cotext.models.engine.base import CoClusterer
from cotext.models.engine.checks import generator, warn_of_empty
from cotext.models.engine.labels import labels_from, shares
from cotext.models.engine.loop import Callback, Run, best_run
from cotext.models.engine.sklearn_private import StrOptions
from cotext.models.kmeans import KMeans, State

Slices = list[sparse.csr_array]


class Embedding(CoClusterer):
    """Adds k-means of the points, labels and prediction to a model that has ``embed``."""

    hard = True
    given_starts = False
    stacked: ClassVar[bool] = False  # one k-means over documents and words together

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {"init": [StrOptions({"k-means++", "random"})]}

    def __init__(self, n_clusters=3, *, init="k-means++", **shared):
        super().__init__(n_clusters, init=init, **shared)

    def embed(self, slices: Slices) -> tuple[np.ndarray, np.ndarray]:
        """Maps from documents and from words to their places."""
        raise NotImplementedError

    def place(self, slices: Slices, maps: np.ndarray) -> np.ndarray:
        """Where the rows of the slices lie."""
        return sum(X @ P for X, P in zip(slices, maps, strict=True))

    def _fit(self, X: Any, callback: Callback | None = None, *given: Any) -> Run:
        X = self.check(X, reset=True)
        slices, rngs = slices_of(X), generator(self.random_state).spawn(self.n_init)
        with quiet_blas():
            self.projection_, Q = self.embed(slices)
            rows = self.place(slices, self.projection_)
            columns = self.place([one.T.tocsr() for one in slices], Q)
            points = np.vstack([rows, columns]) if self.stacked else rows
            best, criteria, self.centres_ = self._group(points, 0, rngs, callback)
            if self.stacked:
                centres = self.centres_
            else:
                centres = self._group(columns, 1, rngs[0].spawn(self.n_init))[2]
            Z, W = self._shares(rows, self.centres_), self._shares(columns, centres)
        keep(self, slices, Z, W, dtype_of(X))
        self.settled_ = True
        record(self, best, criteria)
        warn_of_empty(*self.used(X))
        if not best.converged:
            warnings.warn(self._not_converged(best.losses[:-1]), ConvergenceWarning, stacklevel=3)
        return best

    def _group(self, points: np.ndarray, side: int, rngs: Any, callback: Callback | None = None):
        """Best k-means run over the points that are not at the origin, the criteria of all, its centres."""
        says = points[points.any(axis=1)]
        data = self._points(says if len(says) else points)
        asked = self.cluster_pair()[side]
        k = min(asked, data.shape[0])
        shared = {name: getattr(self, name) for name in ("max_iter", "tol", "screen", "init", "verbose")}
        best, criteria = best_run(KMeans(k, **shared), data, rngs, callback)
        return best, criteria, np.pad(data.get(best.state.C), ((0, 0), (0, asked - k)), mode="edge")

    def _points(self, points: np.ndarray) -> Any:
        return open_matrix(sparse.csr_array(points), self.device, self.n_jobs)

    def _shares(self, points: np.ndarray, C: np.ndarray) -> np.ndarray:
        """Memberships by squared distance, as k-means gives them; none for points at the origin."""
        data = self._points(points)
        return data.get(KMeans(C.shape[1]).answer(data, State(data.put(C))))

    def transform(self, X) -> np.ndarray:
        """Memberships of documents, new or old: shape (n_documents, n_document_clusters)."""
        check_is_fitted(self)
        X = self.check(X, reset=False)
        with quiet_blas():
            points = self.place(slices_of(X), self.projection_)
            return self._shares(points, self.centres_).astype(dtype_of(X))


def slices_of(X: Any) -> Slices:
    """A checked matrix or tensor as a list of CSR matrices in float64, products written out."""
    parts = [X] if sparse.issparse(X) else [getattr(one, "expand", lambda one=one: one)() for one in X.slices]
    return [sparse.csr_array(part, dtype=np.float64) for part in parts]


def dtype_of(X: Any) -> Any:
    """Precision of a checked matrix or tensor."""
    return (X if sparse.issparse(X) else getattr(X.slices[0], "B", X.slices[0])).dtype


def keep(model: Any, slices: Slices, Z: np.ndarray, W: np.ndarray, dtype: Any) -> None:
    """Factors and labels from memberships of documents and words; blocks hold the mean entry of X."""
    model.row_factor_, model.column_factor_ = Z.astype(dtype), W.astype(dtype)
    model.row_norms_, model.row_shares_ = np.ones(Z.shape[1], dtype), shares(model.row_factor_)
    model.row_labels_ = labels_from(model.row_factor_, model.row_shares_)
    model.column_labels_ = labels_from(model.column_factor_, shares(model.column_factor_))
    model.labels_ = model.row_labels_
    z, w = np.eye(Z.shape[1])[model.row_labels_], np.eye(W.shape[1])[model.column_labels_]
    cells = np.outer(z.sum(axis=0), w.sum(axis=0)) * len(slices)
    model.block_ = (sum(z.T @ (X @ w) for X in slices) / np.maximum(cells, 1)).astype(dtype)


def record(model: Any, best: Run, criteria: list[float]) -> None:
    """What the fit says of itself."""
    model.criterion_, model.criteria_ = best.criterion, np.array(criteria)
    model.losses_, model.n_iter_ = np.array(best.losses), len(best.losses) - 1
    model.converged_ = best.converged


def leading_vectors(X: Any, r: int, apart: tuple[Any, Any, float] | None = None) -> tuple[np.ndarray, ...]:
    """(U, sigma, V), the r leading singular triplets, always the same; vectors of sigma = 0 are zero.

    ``apart`` = (u, v, sigma) names a triplet that is known and not wanted.
    """
    from scipy.sparse.linalg import LinearOperator, svds

    u, v, known = apart if apart is not None else (np.zeros(X.shape[0]), np.zeros(X.shape[1]), 0.0)
    if min(X.shape) <= max(2 * r, 50):
        U, sigma, Vt = np.linalg.svd(X.toarray() - known * np.outer(u, v), full_matrices=False)
    else:
        rest = LinearOperator(
            X.shape,
            matvec=lambda x: X @ x.ravel() - known * u * (v @ x.ravel()),
            rmatvec=lambda y: X.T @ y.ravel() - known * v * (u @ y.ravel()),
            dtype=np.float64,
        )
        start = np.random.default_rng(0).uniform(-1, 1, min(X.shape))
        U, sigma, Vt = svds(rest, r, v0=start)
    order = np.argsort(-sigma, kind="stable")[:r]
    real = sigma[order] > 1e-10 * max(sigma.max(initial=0), known)
    return U[:, order] * real, np.where(real, sigma[order], 1), Vt[order].T * real
