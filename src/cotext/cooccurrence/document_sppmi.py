"""SPPMI with whole documents as contexts, from the matrix at once: the counts of all pairs are never held."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from cotext.backend import ordered_map, sound_csr, thread_count
from cotext.cooccurrence.association import Lift, check_shift
from cotext.cooccurrence.document_pairs import Bags, in_order
from cotext.cooccurrence.rows import stack_rows
from cotext.cooccurrence.top_associations import either_way, strongest, ties_per_word

# Multiplications per block of words: with what turns counts into ties, a block stays below some 40 MB.
_BLOCK = 1 << 20


def document_ties(
    X: sparse.csr_array, shift: float = 2.0, *, most: int | None = None, n_threads: int | None = None
) -> sparse.csr_array:
    """What ``sppmi(count_contexts(X), shift, most=most)`` gives, in the memory of the result.

    Examples
    --------
    >>> X = sparse.csr_array([[1, 1, 0], [1, 1, 0], [0, 1, 1]])
    >>> document_ties(X, shift=1.0).toarray().round(2).tolist()
    [[0.0, 0.69, 0.0], [0.69, 0.0, 0.69], [0.0, 0.69, 0.0]]
    """
    check_shift(shift)
    bags = Bags(sound_csr(X, "the matrix of counts"))
    sums = bags.sums()
    lift = Lift.of(sums, sums, shift, np.float64)

    def ties(start: int, stop: int) -> sparse.csr_array:
        return in_order(lift.above(bags.pairs(start, stop), slice(start, stop)))

    def some(words: np.ndarray) -> sparse.csr_array:
        return sparse.csr_array(sparse.vstack([ties(word, word + 1) for word in words.tolist()]))

    limit = None if most is None else ties_per_word(some, len(sums), most)
    rows = ordered_map(
        lambda span: strongest(ties(*span), limit), bags.blocks(_BLOCK), thread_count(n_threads)
    )
    M = stack_rows(rows, len(sums), np.float64)
    return M if limit is None else either_way(M)
