"""Relevance and signed keyness of words in document clusters, from counts by cluster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Floats: TypeAlias = NDArray[np.float64]


def counts_by_cluster(counts: sparse.csr_array, labels: np.ndarray, n_clusters: int) -> Floats:
    """Add up the rows of each cluster: clusters x words.

    Examples
    --------
    >>> counts_by_cluster(sparse.csr_array([[1, 2], [3, 4]]), np.array([1, 1]), 2).tolist()
    [[0.0, 0.0], [4.0, 6.0]]
    """
    transposed = indicator(labels, n_clusters).T.tocsr()  # else SciPy transposes the counts
    return np.asarray((transposed @ counts).toarray())


def indicator(labels: np.ndarray, n_clusters: int) -> sparse.csr_array:
    """Return the n x clusters matrix of 0 and 1 for labels; rows of label -1 are empty."""
    rows = np.flatnonzero(labels >= 0)
    return sparse.csr_array((np.ones(len(rows)), (rows, labels[rows])), shape=(len(labels), n_clusters))


def relevance(cluster_counts: Floats, weight: float = 0.6, word_counts: Floats | None = None) -> Floats:
    """Return the relevance of words to clusters (Sievert and Shirley, 2014; pyLDAvis' lambda).

    ``weight`` log p(w|c) + (1 - ``weight``) log p(w|c) / p(w), clusters x words: 1 ranks by frequency, 0 by
    lift; minus infinity if a cluster does not use a word. Give ``word_counts``, over all clusters, if
    ``cluster_counts`` holds only some clusters.

    Examples
    --------
    >>> relevance(np.array([[8.0, 2.0], [8.0, 0.0]]), weight=0).argmax(axis=1).tolist()
    [1, 0]
    """
    total = cluster_counts.sum(axis=1, keepdims=True)
    used = cluster_counts > 0
    share = np.divide(cluster_counts, total, out=np.zeros_like(cluster_counts), where=used)
    words = cluster_counts.sum(axis=0) if word_counts is None else word_counts
    overall = words / max(words.sum(), 1e-30)
    log_share = np.log(share, out=np.full_like(share, -np.inf), where=used)
    log_overall = np.log(overall, out=np.zeros_like(overall), where=overall > 0)
    return np.asarray(log_share - (1 - weight) * log_overall)


def most_relevant(scores: Floats, n: int) -> list[int]:
    """Return the indices of the n highest scores, best first, without those of minus infinity.

    Examples
    --------
    >>> most_relevant(np.array([0.1, -np.inf, 0.3]), 3)
    [2, 0]
    """
    best: list[int] = np.argsort(-scores, kind="stable")[: max(n, 0)].tolist()
    return [word for word in best if scores[word] > -np.inf]


def top_words(
    cluster_counts: Floats, vocabulary: Sequence[str], n: int, weight: float = 0.6
) -> list[list[str]]:
    """Return the n most relevant words of each cluster, best first.

    Examples
    --------
    >>> top_words(np.array([[8.0, 2.0], [8.0, 0.0]]), ["oak", "elm"], 2)
    [['oak', 'elm'], ['oak']]
    """
    overall = cluster_counts.sum(axis=0)
    scores = (relevance(cluster_counts[[k]], weight, overall)[0] for k in range(len(cluster_counts)))
    return [[vocabulary[word] for word in most_relevant(score, n)] for score in scores]


def keyness(cluster_counts: Floats) -> Floats:
    """Return the signed log-likelihood ratio G2 of words in clusters against all other clusters.

    Clusters x words; positive if the cluster over-uses the word, else negative (Dunning, 1993).

    Examples
    --------
    >>> np.sign(keyness(np.array([[8.0, 2.0], [2.0, 8.0]]))).tolist()
    [[1.0, -1.0], [-1.0, 1.0]]
    """
    size = cluster_counts.sum(axis=1, keepdims=True)
    total = max(size.sum(), 1e-30)
    words = cluster_counts.sum(axis=0)
    others = words - cluster_counts
    expected = size * words / total
    g2 = 2 * (_observed_log(cluster_counts, expected) + _observed_log(others, words - expected))
    return np.asarray(np.sign(cluster_counts - expected) * np.maximum(g2, 0.0))


def extremes(scores: Floats, n: int) -> np.ndarray:
    """Return the indices of the n most positive and the n most negative scores, highest first.

    Examples
    --------
    >>> extremes(np.array([-3.0, 5.0, 0.0, -1.0, 2.0]), 1).tolist()
    [1, 0]
    """
    order = np.argsort(-scores, kind="stable")
    above, below = order[scores[order] > 0], order[scores[order] < 0]
    return np.concatenate([above[:n], below[max(len(below) - n, 0) :]])


def _observed_log(observed: Floats, expected: Floats) -> Floats:
    both = (observed > 0) & (expected > 0)
    ratio = np.divide(observed, expected, out=np.ones_like(observed), where=both)
    return observed * np.log(ratio)
