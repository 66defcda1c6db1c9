"""The strongest ties of each word, where there would be too many to work with.

Documents of very many words, such as those cut into character n-grams, tie nearly every word to thousands of
others. A model reads all ties in every sweep, and the weak ones say least: for a given number of ties the
largest values are what is left of M with the least squared error.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from scipy import sparse

MOST = 50_000_000  # ties in all; the words of 20 Newsgroups have 38 million
SAMPLE = 200  # words that tell how many ties all of them have

Rows = Callable[[np.ndarray], sparse.csr_array]


def ties_per_word(ties_of: Rows, n_words: int, most: int) -> int | None:
    """How many ties a word may keep, so that all keep at most ``most``; None where there are not that many.

    ``ties_of(words)`` makes the ties of some words, a row each.
    """
    if n_words * (n_words - 1) <= most:
        return None
    words = np.arange(0, n_words, max(1, n_words // SAMPLE))
    expected = ties_of(words).nnz / len(words) * n_words
    return None if expected <= most else max(1, most // (2 * n_words))  # each tie may be kept by both words


def strongest(M: sparse.csr_array, limit: int | None) -> sparse.csr_array:
    """The largest entries of each row, ``limit`` of them, the first of equal ones.

    Examples
    --------
    >>> strongest(sparse.csr_array([[3.0, 1.0, 2.0], [0.0, 0.0, 5.0]]), 2).toarray().tolist()
    [[3.0, 0.0, 2.0], [0.0, 0.0, 5.0]]
    """
    if limit is None or (np.diff(M.indptr) <= limit).all():
        return M
    kept = np.concatenate([_largest(M.data[start:stop], limit) for start, stop in pairwise(M.indptr)])
    indptr = np.concatenate([[0], np.cumsum(np.minimum(np.diff(M.indptr), limit))])
    return sparse.csr_array((M.data[kept], M.indices[kept], indptr), shape=M.shape)


def _largest(values: np.ndarray, limit: int) -> np.ndarray:
    if len(values) <= limit:
        return np.ones(len(values), dtype=bool)
    least = np.partition(values, -limit)[-limit]
    kept: np.ndarray = values > least
    kept[np.flatnonzero(values == least)[: limit - int(kept.sum())]] = True
    return kept


def either_way(M: sparse.csr_array) -> sparse.csr_array:
    """A tie that one of its two words keeps is kept by both."""
    return sparse.csr_array(M.maximum(M.T.tocsr()))
