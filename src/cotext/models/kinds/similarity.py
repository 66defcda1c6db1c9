"""Models that compare documents pair by pair, and words where they can, and then group what is alike."""

from __future__ import annotations

import sys
from collections.abc import Callable
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.utils.metaestimators import available_if

from cotext.backend import quiet_blas
from cotext.backend.pairs.rooms import Room, find_room
from cotext.models.engine.base import CoClusterer
from cotext.models.engine.checks import check_matrix, warn_of_empty
from cotext.models.engine.labels import labels_from, shares
from cotext.models.engine.loop import Callback, Progress
from cotext.models.engine.sklearn_private import Interval, StrOptions

Report = Callable[[int], object]
WORKING = {"ward": 8, "kmeans": 8, "spectral": 24}  # bytes per pair while grouping


def _never(model: Any) -> bool:
    raise AttributeError(
        f"{type(model).__name__} compares the documents it was fitted on: it has no predict."
    )


class SimilarityModel(CoClusterer, auto_wrap_output_keys=None):
    """Adds the grouping of a similarity; a model gives ``similarities(X) -> (documents, words or None)``.

    ``copies`` of both similarities are needed at the peak; ``kinds`` are the rooms the model can live in.
    """

    copies: ClassVar[float] = 1
    kinds: ClassVar[tuple[str, ...]] = ("dense",)

    predicts = False
    restarts = False
    given_starts = False
    settles = False

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "clustering": [StrOptions({"ward", "kmeans", "spectral"})],
        "memory": [Interval(Real, 0, None, closed="neither"), None],
    }

    def __init__(
        self, n_clusters=3, *, clustering="ward", memory=None, random_state=None, n_jobs=None, verbose=0
    ):
        self.n_clusters = n_clusters
        self.clustering = clustering
        self.memory = memory
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    predict = available_if(_never)(CoClusterer.predict)
    transform = available_if(_never)(CoClusterer.transform)
    fit_transform = available_if(_never)(CoClusterer.fit_transform)

    def fit(self, X, y=None, *, callback: Callback | None = None):
        """Compare the documents of X and group them.

        Parameters
        ----------
        {X}
        callback : callable, optional
            Told after each iteration, where there are iterations.

        Returns
        -------
        self
        """
        X = check_matrix(self, X, reset=True)
        g, m = self.cluster_pair()
        self._say(self.memory_needed(X))
        with quiet_blas():
            R, C = self.similarities(X, self._reporter(callback))
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

    def room(self, X: sparse.csr_array) -> Room:
        """Where the similarities of X will be held; an error that says what would fit if nothing does."""
        n, d = X.shape
        prune = getattr(self, "prune", 0.0)
        return find_room(
            n,
            d,
            X.dtype.itemsize,
            kinds=self.kinds,
            copies=self.copies,
            prune=0.0 if prune == "auto" or not getattr(self, "prune_last", True) else prune,
            limit=None if self.memory is None else self.memory * 1e9,
            working=WORKING[self.clustering] * float(max(n, d)) ** 2,
        )

    def document_groups(self, X: sparse.csr_array, columns: Any = None) -> list[list[np.ndarray]]:
        """The clusters of the documents alone, one setting and one clustering of it."""
        return [[group(self.similarities(X)[0], self.cluster_pair()[0], self.clustering, self.random_state)]]

    def memory_needed(self, X: sparse.csr_array) -> str:
        """What fitting X will take, in words."""
        n, d = X.shape
        return f"{self.cli_name}: similarities of {n:,} documents and {d:,} words, {self.room(X)}"

    def _say(self, message: str) -> None:
        if self.verbose:
            sys.stderr.write(message + "\n")

    def _reporter(self, callback: Callback | None) -> Report:
        def report(iteration: int) -> None:
            self._say(f"{self.cli_name}: iteration {iteration}/{self.n_iter}")
            if callback is not None:
                callback(Progress(1, 1, iteration, self.n_iter, float("nan")))

        return report

    def _memberships(self, S: Any, k: int, used: np.ndarray) -> np.ndarray:
        """Mean similarity of each thing with each cluster; none for things without entries."""
        labels = np.zeros(S.shape[0], dtype=int)
        if used.sum() > 1:
            labels[used] = group(S, min(k, used.sum()), self.clustering, self.random_state, used)
        own = (labels[:, None] == np.arange(k)) & used[:, None]
        mean = (S @ own.astype(S.dtype)) / np.maximum(own.sum(axis=0), 1)
        lift = mean.max(initial=0) + 1  # the cluster a thing was put in comes first, whatever the means say
        return np.where(used[:, None], mean + lift * own, 0).astype(S.dtype)

    def _record(self, X: sparse.csr_array, R: Any, Z: np.ndarray, W: np.ndarray) -> None:
        self.row_factor_, self.column_factor_ = Z, W
        self.row_norms_, self.row_shares_ = np.ones(Z.shape[1], Z.dtype), shares(Z)
        self.row_labels_ = labels_from(Z, self.row_shares_)
        self.column_labels_ = labels_from(W, shares(W))
        self.labels_ = self.row_labels_
        z, w = (np.eye(F.shape[1])[labels] for F, labels in ((Z, self.row_labels_), (W, self.column_labels_)))
        self.block_ = z.T @ (X @ w) / np.maximum(np.outer(z.sum(axis=0), w.sum(axis=0)), 1)
        inside = ((R @ z) * z).sum(axis=0, dtype=np.float64)
        self.criterion_ = float((R.shape[0] - (inside / np.maximum(z.sum(axis=0), 1)).sum()) / 2)
        self.criteria_ = self.losses_ = np.array([self.criterion_])
        self.n_iter_, self.converged_, self.settled_ = getattr(self, "n_iter", 1), True, False

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.transformer_tags = None
        return tags


def seed_of(random_state: Any) -> int:
    """An integer seed; similarities are the same without one."""
    return int(random_state) if isinstance(random_state, Integral) else 0


def group(S: Any, k: int, how: str, random_state: Any, used: np.ndarray | None = None) -> np.ndarray:
    """k clusters of a similarity: Ward's linkage of the distances 1 - s, k-means of its rows, or spectral.

    ``used`` tells which rows and columns to look at; all of them if it is not given.
    """
    seed = seed_of(random_state)
    if how == "ward":
        from scipy.cluster.hierarchy import fcluster, linkage

        return fcluster(linkage(condensed(S, used), "ward"), k, "maxclust") - 1
    if used is not None and not used.all():
        S = S[used][:, used]
    if how == "kmeans":
        from sklearn.cluster import KMeans

        return KMeans(k, n_init=10, random_state=seed).fit_predict(S)
    from sklearn.cluster import SpectralClustering

    model = SpectralClustering(k, affinity="precomputed", random_state=seed, assign_labels="cluster_qr")
    affinity = S if sparse.issparse(S) else np.maximum((S + S.T) / 2, 0)
    return model.fit_predict(affinity.astype(np.float64))


def condensed(S: Any, used: np.ndarray | None = None) -> np.ndarray:
    """Distances max(1 - s, 0) above the diagonal, row after row, in float64; no copy of S is made."""
    rows = np.arange(S.shape[0]) if used is None else np.flatnonzero(used)
    n, everything = len(rows), len(rows) == S.shape[0]
    out, start = np.empty(n * (n - 1) // 2), 0
    for i in range(n - 1):
        stop = start + n - 1 - i
        row = S[[rows[i]]].toarray()[0] if sparse.issparse(S) else S[rows[i]]
        later = row[i + 1 :] if everything else row[rows[i + 1 :]]
        out[start:stop] = np.maximum(1 - later.astype(np.float64), 0)
        start = stop
    return out


def cosines(F: np.ndarray) -> np.ndarray:
    """Cosine of every pair of rows; zero rows are like nothing."""
    norms = np.sqrt((F * F).sum(axis=1, keepdims=True))
    unit = F / np.where(norms > 0, norms, 1)
    return unit @ unit.T
