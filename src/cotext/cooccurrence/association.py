r"""Shifted positive pointwise mutual information.

.. math:: m_{jj'} = \max\left(\ln \frac{c_{jj'} \, c_{..}}{c_{j.} \, c_{.j'}} - \ln N, \; 0\right)

Documents of very many words, such as those cut into character n-grams, tie nearly every word to thousands of
others. A model reads all ties in every sweep, and the weak ones say least: for a given number of ties the
largest values approximate M with the least squared error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from cotext.backend import ordered_map, rows_of, sound_csr, thread_count
from cotext.cooccurrence.batches import stack_rows
from cotext.cooccurrence.contexts import Bags, in_order
from cotext.corpus import row_blocks
from cotext.errors import UsageError
from cotext.matrix import strongest

# Entries per block of rows.
_BLOCK = 1 << 18
# Multiplications per block of words: a block, and the arrays that turn counts into ties, stay below 40 MB.
_PRODUCTS = 1 << 20
_TINY = 1e-300
MOST = 50_000_000  # ties in all; the words of 20 Newsgroups have 38 million
SAMPLE = 200  # words that show how many ties all of them have

Rows = Callable[[np.ndarray], sparse.csr_array]


def sppmi(
    C: sparse.csr_array,
    shift: float = 2.0,
    *,
    most: int | None = None,
    dtype: type = np.float64,
    n_threads: int | None = None,
    spend: bool = False,
) -> sparse.csr_array:
    """Turn co-occurrence counts into associations: how much more often than by chance two words meet.

    The result, n_words x n_words, has positive entries only.

    Parameters
    ----------
    C : sparse matrix, shape (n_words, n_words)
        Counts, used as given (diagonal included).
    shift : float
        The N of the formula: associations below ln N are dropped.
    most : int, optional
        About so many entries at most. If there would be more, each word keeps its largest ones, and those of
        the words that keep it; C is symmetric then.
    dtype : type
        float64 or float32.
    n_threads : int, optional
        Threads to use, all cores by default; the result does not depend on it.
    spend : bool
        Whether C, a csr_array, is emptied as soon as it is not needed any more: it may be much larger than
        the result.

    Examples
    --------
    >>> from scipy import sparse
    >>> C = sparse.csr_array([[0, 4, 0], [4, 0, 1], [0, 1, 0]])
    >>> sppmi(C, shift=1.0).toarray().round(2).tolist()
    [[0.0, 0.69, 0.0], [0.69, 0.0, 0.69], [0.0, 0.69, 0.0]]
    """
    check_shift(shift)
    original, C = C, sound_csr(C, "C")
    blocks, threads = row_blocks(C.indptr, _BLOCK), thread_count(n_threads)
    lift = Lift.of(*both_ways(C, np.ones(len(C.indptr) - 1), threads), shift, dtype)

    def associate(span: tuple[int, int]) -> sparse.csr_array:
        return strongest(lift.above(rows_of(C, *span), slice(*span)), limit)

    limit = _limit(C, lift, most)
    M = stack_rows(ordered_map(associate, blocks, threads), C.shape[1], dtype)
    if spend:
        for A in (original, C):
            A.data, A.indices, A.indptr = A.data[:0].copy(), A.indices[:0].copy(), A.indptr * 0
    return M if limit is None else symmetrize(M)


def document_ties(
    X: sparse.csr_array, shift: float = 2.0, *, most: int | None = None, n_threads: int | None = None
) -> sparse.csr_array:
    """Return ``sppmi(count_contexts(X), shift, most=most)`` without ever holding the counts of all pairs.

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
        lambda span: strongest(ties(*span), limit), bags.blocks(_PRODUCTS), thread_count(n_threads)
    )
    M = stack_rows(rows, len(sums), np.float64)
    return M if limit is None else symmetrize(M)


def kept_per_word(C: sparse.csr_array, shift: float, most: int) -> int | None:
    """Return how many associations ``sppmi`` keeps of each word; None if there are at most ``most``.

    Examples
    --------
    >>> C = sparse.csr_array(np.ones((4, 4), dtype=int))
    >>> kept_per_word(C, 0.5, most=8), kept_per_word(C, 0.5, most=16)
    (1, None)
    """
    if C.nnz <= most:  # none is added
        return None
    return _limit(C, Lift.of(*both_ways(C, np.ones(C.shape[0])), shift, np.float64), most)


def _limit(C: sparse.csr_array, lift: Lift, most: int | None) -> int | None:
    if most is None or C.nnz <= most:
        return None
    return ties_per_word(lambda words: lift.above(C[words], words), C.shape[0], most)


def check_shift(shift: float) -> None:
    """Refuse an N that has no logarithm."""
    if not shift > 0:
        raise UsageError(f"shift={shift!r}: a number above 0 is expected, 2 in the papers.")


@dataclass(frozen=True)
class Lift:
    """Factors that turn a count into its ratio to the count expected by chance and shift."""

    by_row: np.ndarray
    by_column: np.ndarray
    dtype: type

    @classmethod
    def of(cls, rows: np.ndarray, columns: np.ndarray, shift: float, dtype: type) -> Lift:
        """Compute the factors from the sums of all counts by row and column."""
        return cls(rows.sum() / shift / np.maximum(rows, _TINY), 1 / np.maximum(columns, _TINY), dtype)

    def above(self, block: sparse.csr_array, words: np.ndarray | slice) -> sparse.csr_array:
        """Return the logarithms above 0 for the counts of some words."""
        lift = np.repeat(self.by_row[words], np.diff(block.indptr))
        lift *= block.data
        lift *= self.by_column.take(block.indices)
        above = np.flatnonzero(lift > 1)
        values = lift.take(above)
        np.log(values, out=values)
        indptr = np.searchsorted(above, block.indptr)
        values = values.astype(self.dtype, copy=False)
        return sparse.csr_array((values, block.indices.take(above), indptr), shape=block.shape)


def both_ways(
    C: sparse.csr_array, v: np.ndarray, n_threads: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return ``C @ v`` and ``C.T @ v`` of a square C in float64, by blocks, without a float copy of C.

    Examples
    --------
    >>> [product.tolist() for product in both_ways(sparse.csr_array([[0, 4], [1, 0]]), np.array([1.0, 2.0]))]
    [[8.0, 1.0], [2.0, 4.0]]
    """

    def add(span: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
        block = rows_of(C, *span)
        weighted = block.data * np.repeat(v[slice(*span)], np.diff(block.indptr))
        return block @ v, np.bincount(block.indices, weighted, minlength=C.shape[1])

    rows, columns = [np.zeros(0)], np.zeros(C.shape[1])
    blocks = row_blocks(C.indptr, _BLOCK)
    for row_sums, column_sums in ordered_map(add, blocks, thread_count(n_threads)):
        rows.append(row_sums)
        columns += column_sums
    return np.concatenate(rows), columns


def ties_per_word(ties_of: Rows, n_words: int, most: int) -> int | None:
    """Return how many ties a word may keep, so that all keep at most ``most``; None if there are fewer.

    ``ties_of(words)`` computes the ties of some words, a row each.
    """
    if n_words * (n_words - 1) <= most:
        return None
    words = np.arange(0, n_words, max(1, n_words // SAMPLE))
    expected = ties_of(words).nnz / len(words) * n_words
    return None if expected <= most else max(1, most // (2 * n_words))  # each tie may be kept by both words


def symmetrize(M: sparse.csr_array) -> sparse.csr_array:
    """Let both words keep a tie that one of them keeps."""
    return sparse.csr_array(M.maximum(M.T.tocsr()))
