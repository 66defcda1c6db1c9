"""Algorithms that compare all pairs of documents and of words, and group similar ones."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
from scipy import sparse

from cotext.backend.similarity import Room, find_room
from cotext.models.engine import (
    Algorithm,
    Callback,
    Fit,
    Interval,
    Kept,
    Outcome,
    Progress,
    Seed,
    Similarity,
    StrOptions,
    data,
    fitted,
    mean_entries,
    parameter,
)

Report: TypeAlias = Callable[[int], object]
WORKING = {"ward": 8, "kmeans": 8, "spectral": 24}  # bytes per pair while grouping


@dataclass(frozen=True, eq=False)
class SimilarityFit(Fit):
    """A fit with similarities.

    Attributes
    ----------
    document_similarity_, word_similarity_ : ndarray or csr_array of shape (n, n) and (d, d)
        The similarities.
    """

    row_factor: np.ndarray = fitted("documents", "document clusters", kind="numbers")
    column_factor: np.ndarray = fitted("words", "word factors", kind="numbers")
    document_similarity: Similarity = fitted("documents", "documents", kind="similarity")
    word_similarity: Similarity = fitted("words", "words", kind="similarity")


class Similarities(NamedTuple):
    """Similarities of documents and of words, and further fields of the fit that were found with them."""

    documents: Similarity
    words: Similarity
    learned: Mapping[str, Any] = {}


@dataclass(frozen=True)
class SimilarityAlgorithm(Algorithm):
    """Adds the grouping of a similarity of the fitted documents, so it has no ``predict``.

    The criterion is Ward's: over all clusters, the sum of the squared distances max(1 - s, 0) between two of
    its documents, divided by their number; half the sum of the squared heights in a tree by Ward's linkage.

    At its peak a fit needs ``copies`` of both similarities, or of one of documents and words ``together`` in
    float64; ``kinds`` of rooms can hold them.

    Parameters
    ----------
    clustering : str, default="ward"
        "ward", "kmeans" or "spectral", on the similarities.
    memory : float or None, default=None
        Gigabytes that may be used; None means most of the free memory. A larger fit is refused.
    random_state : int or None, default=None
        For k-means and spectral clustering.
    verbose : int, default=0
        1 prints the memory and each iteration on stderr.
    """

    clustering: str = parameter("ward", StrOptions({"ward", "kmeans", "spectral"}))
    memory: float | None = parameter(None, Interval(Real, 0, None, closed="neither"), None)

    fit_type = SimilarityFit
    scaling_powers: ClassVar[Mapping[str, int]] = {"block": 1}
    copies: ClassVar[float] = 1
    kinds: ClassVar[tuple[str, ...]] = ("dense",)
    together: ClassVar[bool] = False

    @abstractmethod
    def similarities(self, X: sparse.csr_array, report: Report | None = None) -> Similarities:
        """Of the documents and of the words."""

    def iterations(self) -> int:
        """How often the similarities are computed."""
        return 1

    def pruned(self) -> float:
        """Share of the similarities that the last iteration certainly cuts."""
        return 0.0

    def search(self, X: Any, callback: Callback | None, **given: Any) -> Outcome:
        g, m = self.cluster_pair()
        R, C, learned = self.similarities(X, self._reporter(callback))
        documents_used = data.has_words(X)
        Z = self._memberships(R, g, documents_used)
        W = self._memberships(C, m, data.words_used(X))
        fit = self.fit_of(Z, W, document_similarity=R, word_similarity=C, **learned)
        criterion = within(R, fit.row_labels, documents_used)
        fit = replace(
            fit,
            block=mean_entries([X], fit.row_labels, fit.column_labels, (g, m)),
            criterion=criterion,
            criteria=np.array([criterion]),
            losses=np.array([criterion]),
            n_iter=self.iterations(),
            settled=False,
        )
        return Outcome(fit)

    def room(self, X: sparse.csr_array) -> Room:
        """Storage for the similarities of X; an error with advice if there is none."""
        n, d = X.shape
        return find_room(
            n,
            d,
            X.dtype.itemsize,
            kinds=self.kinds,
            copies=self.copies,
            together=self.together,
            prune=self.pruned(),
            limit=None if self.memory is None else self.memory * 1e9,
            working=WORKING[self.clustering],
        )

    def bytes_needed(self, X: Any, **given: Any) -> int:
        return int(self.room(X).memory)

    def check_room(self, X: Any, **given: Any) -> None:
        self.room(X)

    def keep(self, X: Any, has_words: np.ndarray) -> Kept | None:
        kept = super().keep(X, has_words)
        if kept is not None:
            self.room(X)  # all documents have a row in the fit
        return kept

    def document_groups(self, X: sparse.csr_array, columns: object = None) -> list[list[np.ndarray]]:
        """The clusters of the documents alone, one setting and one clustering of it."""
        R = self.similarities(X).documents
        return [[group(R, self.cluster_pair()[0], self.clustering, self.random_state)]]

    def memory_needed(self, X: Any, **given: Any) -> str:
        n, d = X.shape
        return f"{self.cli_name}: similarities of {n:,} documents and {d:,} words, {self.room(X)}"

    def _say(self, message: str) -> None:
        if self.verbose:
            sys.stderr.write(message + "\n")

    def _reporter(self, callback: Callback | None) -> Report:
        def report(iteration: int) -> None:
            self._say(f"{self.cli_name}: iteration {iteration}/{self.iterations()}")
            if callback is not None:
                callback(Progress(1, 1, iteration, self.iterations(), float("nan")))

        return report

    def _memberships(self, S: Similarity, k: int, used: np.ndarray) -> np.ndarray:
        """Mean similarity of each document or word with each cluster; zeros for those without entries."""
        labels = np.zeros(S.shape[0], dtype=int)
        if used.sum() > 1:
            labels[used] = group(S, min(k, used.sum()), self.clustering, self.random_state, used)
        members = (labels[:, None] == np.arange(k)) & used[:, None]
        mean = (S @ members.astype(S.dtype)) / np.maximum(members.sum(axis=0), 1)
        lift = mean.max(initial=0) + 1  # its own cluster comes first
        return np.where(used[:, None], mean + lift * members, 0).astype(S.dtype)


def seed_of(random_state: Seed) -> int:
    """An integer seed; similarities are the same without one."""
    return int(random_state) if isinstance(random_state, Integral) else 0


def group(S: Similarity, k: int, how: str, random_state: Seed, used: np.ndarray | None = None) -> np.ndarray:
    """k clusters of the ``used`` rows of a similarity: Ward's of 1 - s, k-means of rows, or spectral."""
    seed = seed_of(random_state)
    if how == "ward":
        from scipy.cluster.hierarchy import fcluster, linkage

        return np.asarray(fcluster(linkage(condensed(S, used), "ward"), k, "maxclust") - 1)
    if used is not None and not used.all():
        S = S[used][:, used]
    if how == "kmeans":
        from sklearn.cluster import KMeans

        return np.asarray(KMeans(k, n_init=10, random_state=seed).fit_predict(S))
    from sklearn.cluster import SpectralClustering

    model = SpectralClustering(k, affinity="precomputed", random_state=seed, assign_labels="cluster_qr")
    affinity = S if sparse.issparse(S) else np.maximum((S + S.T) / 2, 0)
    return np.asarray(model.fit_predict(affinity.astype(np.float64)))


def condensed(S: Similarity, used: np.ndarray | None = None) -> np.ndarray:
    """Distances max(1 - s, 0) above the diagonal, row after row, in float64; no copy of S is made."""
    rows = np.arange(S.shape[0]) if used is None else np.flatnonzero(used)
    n, everything = len(rows), len(rows) == S.shape[0]
    out, start = np.empty(n * (n - 1) // 2), 0
    for i in range(n - 1):
        stop = start + n - 1 - i
        row = _row(S, rows[i])
        out[start:stop] = _distances(row[i + 1 :] if everything else row[rows[i + 1 :]])
        start = stop
    return out


def within(S: Similarity, labels: np.ndarray, used: np.ndarray) -> float:
    """Ward's criterion of a clustering of the rows that are used."""
    total = 0.0
    for k in np.unique(labels[used]):
        mates = np.flatnonzero(used & (labels == k))
        for i in mates:
            total += np.square(_distances(_row(S, i)[mates[mates > i]])).sum() / len(mates)
    return float(total)


def _row(S: Similarity, i: int | np.integer[Any]) -> np.ndarray:
    return S[i] if isinstance(S, np.ndarray) else np.asarray(S[[i]].toarray()[0])


def _distances(similarities: np.ndarray) -> np.ndarray:
    return np.maximum(1 - similarities.astype(np.float64), 0)


def cosines(F: np.ndarray) -> np.ndarray:
    """Cosine of every pair of rows; zero with rows of zeros."""
    norms = np.sqrt((F * F).sum(axis=1, keepdims=True))
    unit = F / np.where(norms > 0, norms, 1)
    return unit @ unit.T
