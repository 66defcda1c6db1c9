"""Coherence: do the top words of a cluster occur together in this or another corpus?

``C`` counts, symmetrically and with a zero diagonal, how often two words share a context. The
probability of a pair is p_ij = c_ij / c.. and of a word p_i = c_i. / c.. (as in SPPMI); with
``word_counts`` (contexts that hold a word) and ``n_contexts`` they are c_ij / n and c_i / n.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from cotext.backend import sound_csr
from cotext.errors import CotextError

TopWords = Sequence[Sequence[int]]


def mean_pmi(
    top_words: TopWords,
    C: sparse.csr_array,
    *,
    word_counts: ArrayLike | None = None,
    n_contexts: float | None = None,
    unseen: float = 0.0,
) -> np.ndarray:
    """Mean pointwise mutual information, log p_ij / (p_i p_j), over the pairs of each cluster's top words.

    Parameters
    ----------
    top_words : list of lists of int
        For each cluster, its top words (the papers take 30) as columns of ``C``; at least two.
    C : sparse array of shape (n_words, n_words)
        Co-occurrence counts of a reference corpus.
    word_counts : array-like of shape (n_words,), optional
        Contexts that hold each word; goes together with ``n_contexts``.
    n_contexts : float, optional
        Number of contexts.
    unseen : float
        Value of a pair that never occurs together, whose PMI would be minus infinity.

    Examples
    --------
    >>> C = sparse.csr_array([[0, 2, 0], [2, 0, 0], [0, 0, 0]])
    >>> mean_pmi([[0, 1]], C).round(3).tolist()
    [0.693]
    """
    pairs = _Pairs(C, word_counts, n_contexts)
    return np.array([_upper(np.where(seen, pmi, unseen)).mean() for seen, pmi, _ in map(pairs.of, top_words)])


def npmi(
    top_words: TopWords,
    C: sparse.csr_array,
    *,
    word_counts: ArrayLike | None = None,
    n_contexts: float | None = None,
) -> np.ndarray:
    """Mean normalized PMI, PMI / -log p_ij, of each cluster: from -1 (never together) to 1 (always).

    Parameters are those of :func:`mean_pmi`.

    Examples
    --------
    >>> C = sparse.csr_array([[0, 2, 0], [2, 0, 0], [0, 0, 0]])
    >>> npmi([[0, 1], [0, 2]], C).tolist()
    [1.0, -1.0]
    """
    pairs = _Pairs(C, word_counts, n_contexts)
    return np.array([_upper(_normalized(*pairs.of(words))).mean() for words in top_words])


def c_v(
    top_words: TopWords,
    C: sparse.csr_array,
    *,
    word_counts: ArrayLike | None = None,
    n_contexts: float | None = None,
) -> np.ndarray:
    """C_V-style coherence (Röder, Both and Hinneburg, 2015) of each cluster.

    Each top word is described by its NPMI with all top words; the score is the mean cosine between
    a word's description and the sum of all. Contexts are the caller's: C_V proper uses windows of 110.
    Parameters are those of :func:`mean_pmi`.

    Examples
    --------
    >>> C = sparse.csr_array([[0, 2, 0], [2, 0, 0], [0, 0, 0]])
    >>> c_v([[0, 1]], C).round(6).tolist()
    [1.0]
    """
    pairs = _Pairs(C, word_counts, n_contexts)
    return np.array([_mean_cosine(_normalized(*pairs.of(words))) for words in top_words])


def topic_diversity(top_words: Sequence[Sequence[object]]) -> float:
    """Share of distinct words among all top words: 1 when no two clusters share one.

    Examples
    --------
    >>> topic_diversity([["red", "blue"], ["red", "green"]])
    0.75
    """
    words = [word for cluster in top_words for word in cluster]
    if not words:
        raise CotextError("top_words is empty; give at least one word for one cluster")
    return len(set(words)) / len(words)


class _Pairs:
    """Statistics of pairs of a few words, from the whole co-occurrence matrix."""

    def __init__(self, C: sparse.csr_array, word_counts: ArrayLike | None, n_contexts: float | None) -> None:
        if (word_counts is None) != (n_contexts is None):
            raise CotextError("word_counts and n_contexts go together; give both or neither")
        self.C = sound_csr(C, "C")
        if self.C.shape[0] != self.C.shape[1]:
            raise CotextError(f"C has shape {self.C.shape}; give one row and one column per word")
        counts = self.C.sum(axis=1) if word_counts is None else np.asarray(word_counts)
        if counts.shape != (self.C.shape[0],):
            raise CotextError(f"word_counts has shape {counts.shape}; C counts {self.C.shape[0]} words")
        self.total = float(self.C.sum() if n_contexts is None else n_contexts)
        if not self.total > 0:
            raise CotextError("C counts no pair of words; give a larger reference corpus")
        self.word_share = counts / self.total

    def of(self, words: Sequence[int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the pairs that occur, their PMI and -log p, each words x words (0 for other pairs)."""
        index = np.asarray(words)
        if len(index) < 2 or index.dtype.kind not in "iu" or len(np.unique(index)) < len(index):
            raise CotextError(f"top words are {list(words)[:5]}; give two or more different columns of C")
        if index.min() < 0 or index.max() >= len(self.word_share):
            raise CotextError(f"a top word is outside the {len(self.word_share)} words that C counts")
        joint = self.C[index][:, index].toarray() / self.total
        independent = np.outer(self.word_share[index], self.word_share[index])
        seen = (joint > 0) & (independent > 0)
        pmi = np.log(joint, out=np.zeros_like(joint), where=seen)
        surprise = -pmi
        pmi -= np.log(independent, out=np.zeros_like(joint), where=seen)
        return seen, pmi, surprise


def _normalized(seen: np.ndarray, pmi: np.ndarray, surprise: np.ndarray) -> np.ndarray:
    values = np.where(seen, 1.0, -1.0)  # 1 is the limit for a pair that is in every context
    np.divide(pmi, surprise, out=values, where=seen & (surprise > 0))
    np.fill_diagonal(values, 1.0)
    return values


def _upper(values: np.ndarray) -> np.ndarray:
    return values[np.triu_indices(len(values), k=1)]


def _mean_cosine(vectors: np.ndarray) -> float:
    total = vectors.sum(axis=0)
    norms = np.linalg.norm(vectors, axis=1) * np.linalg.norm(total)
    return float(np.mean(np.divide(vectors @ total, norms, out=np.zeros(len(vectors)), where=norms > 0)))
