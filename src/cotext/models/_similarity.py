"""Models that compare documents pair by pair, and words where they can, and then group what is alike."""

from __future__ import annotations

from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.utils.metaestimators import available_if

from cotext.backend import quiet_blas
from cotext.errors import UsageError
from cotext.models._base import CoClusterer
from cotext.models._input import check_matrix, warn_of_empty
from cotext.models._labels import labels_from, shares
from cotext.models._loop import Callback
from cotext.models._sklearn import StrOptions


def _never(model: Any) -> bool:
    raise AttributeError(
        f"{type(model).__name__} compares the documents it was fitted on: it has no predict."
    )


class SimilarityModel(CoClusterer, auto_wrap_output_keys=None):
    """Adds the grouping of a similarity; a model gives ``similarities(X) -> (documents, words or None)``."""

    predicts = False
    restarts = False
    given_starts = False
    settles = False

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "clustering": [StrOptions({"ward", "kmeans", "spectral"})],
    }

    def __init__(self, n_clusters=3, *, clustering="ward", random_state=None, n_jobs=None):
        self.n_clusters = n_clusters
        self.clustering = clustering
        self.random_state = random_state
        self.n_jobs = n_jobs

    predict = available_if(_never)(CoClusterer.predict)
    transform = available_if(_never)(CoClusterer.transform)
    fit_transform = available_if(_never)(CoClusterer.fit_transform)

    def fit(self, X, y=None, *, callback: Callback | None = None):
        """Compare the documents of X and group them.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_documents, n_words)
            Non-negative, weighted as it comes.
        y, callback : ignored

        Returns
        -------
        self
        """
        X = check_matrix(self, X, reset=True)
        g, m = self.cluster_pair()
        with quiet_blas():
            R, C = self.similarities(X)
            documents_used, words_used = self.used(X)
            Z = self._memberships(R, g, documents_used)
            words = C if C is not None else cosines(X.T @ Z)
            W = self._memberships(words, m, words_used)
        self.document_similarity_ = R
        if C is not None:
            self.word_similarity_ = C
        self._record(X, R, Z, W)
        warn_of_empty(documents_used, words_used)
        return self

    def _memberships(self, S: np.ndarray, k: int, used: np.ndarray) -> np.ndarray:
        """Mean similarity of each thing with each cluster; none for things without entries."""
        labels = np.zeros(len(S), dtype=int)
        if used.sum() > 1:
            labels[used] = group(
                S[np.ix_(used, used)], min(k, used.sum()), self.clustering, self.random_state
            )
        own = (labels[:, None] == np.arange(k)) & used[:, None]
        mean = (S @ own.astype(S.dtype)) / np.maximum(own.sum(axis=0), 1)
        lift = mean.max(initial=0) + 1  # the cluster a thing was put in comes first, whatever the means say
        return np.where(used[:, None], mean + lift * own, 0).astype(S.dtype)

    def _record(self, X: sparse.csr_array, R: np.ndarray, Z: np.ndarray, W: np.ndarray) -> None:
        self.row_factor_, self.column_factor_ = Z, W
        self.row_norms_, self.row_shares_ = np.ones(Z.shape[1], Z.dtype), shares(Z)
        self.row_labels_ = labels_from(Z, self.row_shares_)
        self.column_labels_ = labels_from(W, shares(W))
        self.labels_ = self.row_labels_
        z, w = (np.eye(F.shape[1])[labels] for F, labels in ((Z, self.row_labels_), (W, self.column_labels_)))
        self.block_ = z.T @ (X @ w) / np.maximum(np.outer(z.sum(axis=0), w.sum(axis=0)), 1)
        inside = ((R @ z) * z).sum(axis=0, dtype=np.float64)
        self.criterion_ = float((len(R) - (inside / np.maximum(z.sum(axis=0), 1)).sum()) / 2)
        self.criteria_ = self.losses_ = np.array([self.criterion_])
        self.n_iter_, self.converged_, self.settled_ = getattr(self, "n_iter", 1), True, False

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.transformer_tags = None
        return tags


def group(S: np.ndarray, k: int, how: str, random_state: Any) -> np.ndarray:
    """k clusters of a similarity: Ward's linkage of the distances 1 - s, k-means of its rows, or spectral."""
    seed = int(random_state) if isinstance(random_state, Integral) else 0
    if how == "kmeans":
        from sklearn.cluster import KMeans

        return KMeans(k, n_init=10, random_state=seed).fit_predict(S)
    if how == "spectral":
        from sklearn.cluster import SpectralClustering

        model = SpectralClustering(k, affinity="precomputed", random_state=seed, assign_labels="cluster_qr")
        return model.fit_predict(np.maximum((S + S.T) / 2, 0).astype(np.float64))
    from scipy.cluster.hierarchy import fcluster, linkage

    return fcluster(linkage(condensed(S), "ward"), k, "maxclust") - 1


def condensed(S: np.ndarray) -> np.ndarray:
    """Distances max(1 - s, 0) above the diagonal, row after row, in float64."""
    n = len(S)
    out, start = np.empty(n * (n - 1) // 2), 0
    for i in range(n - 1):
        stop = start + n - 1 - i
        out[start:stop] = np.maximum(1 - S[i, i + 1 :].astype(np.float64), 0)
        start = stop
    return out


def cosines(F: np.ndarray) -> np.ndarray:
    """Cosine of every pair of rows; zero rows are like nothing."""
    norms = np.sqrt((F * F).sum(axis=1, keepdims=True))
    unit = F / np.where(norms > 0, norms, 1)
    return unit @ unit.T


def refuse_too_large(X: sparse.csr_array, copies: int) -> None:
    """An error before the first allocation, where similarities of this size cannot fit."""
    n, d = X.shape
    need = copies * (n * n + d * d) * X.dtype.itemsize
    have = available_memory()
    if need > 0.8 * have:
        raise UsageError(
            f"similarities of {n:,} documents and {d:,} words need {need / 1e9:.1f} GB, {have / 1e9:.1f} GB "
            "are free: select fewer words (cotext.matrix.select_words), or give X as float32."
        )


def available_memory() -> float:
    """Bytes that can be had, as far as the system tells."""
    try:
        with open("/proc/meminfo") as lines:
            return next(int(line.split()[1]) * 1024.0 for line in lines if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        return float("inf")
