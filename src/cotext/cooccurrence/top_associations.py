"""The strongest ties of each word, where there would be too many to work with.

Documents of very many words, such as those cut into character n-grams, tie nearly every word to thousands of
others. A model reads all ties in every sweep, and the weak ones say least: for a given number of ties the
largest values are what is left of M with the least squared error.
"""

from __future__ import annotations

from collections.abc import Callable

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


def either_way(M: sparse.csr_array) -> sparse.csr_array:
    """A tie that one of its two words keeps is kept by both."""
    return sparse.csr_array(M.maximum(M.T.tocsr()))
