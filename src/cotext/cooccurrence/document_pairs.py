"""Pairs of words in the same document or sentence: C = B'B with B = (X > 0)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy import sparse

from cotext.backend import ordered_map, rows_of
from cotext.cooccurrence.batches import block_size, stack_rows
from cotext.corpus import row_blocks

# Multiplications per block of rows: a block's result stays below some 40 MB.
_BLOCK = 1 << 22


def count_bags(
    X: sparse.csr_array, n_threads: int = 1, room: Path | None = None, upper: bool = False
) -> sparse.csr_array:
    """Count the rows of X that hold both words, for each pair of columns; see ``count_contexts``.

    X has anything positive where a context has a word. Peak memory is the result (8 bytes an entry) and a
    block per thread: 0.8 GB for the 74 million pairs of 20 Newsgroups (18,846 x 26,214).
    """
    bags = Bags(X)
    spans = bags.blocks(min(_BLOCK, block_size(n_threads)))
    rows = ordered_map(lambda span: in_order(bags.pairs(*span, upper=upper)), spans, n_threads)
    return stack_rows(rows, X.shape[1], np.int32, room)


class Bags:
    """The pairs of words of X, made a few words at a time."""

    def __init__(self, X: sparse.csr_array) -> None:
        self.B = _presence(X)
        self.words = self.B.T.tocsr()

    def blocks(self, size: int) -> list[tuple[int, int]]:
        """Spans of words of about ``size`` multiplications each."""
        sizes = np.diff(self.B.indptr)
        work = np.concatenate([[0], np.cumsum(sizes[self.words.indices], dtype=np.int64)])[self.words.indptr]
        return row_blocks(work, size)

    def sums(self) -> np.ndarray:
        """How many pairs each word is in, as the counts of all pairs would sum up to."""
        return np.asarray(self.words @ (np.diff(self.B.indptr) - 1.0))

    def pairs(self, start: int, stop: int, *, upper: bool = False) -> sparse.csr_array:
        """How often each of the words from start to stop meets each other word, or each after it."""
        product: sparse.csr_array = rows_of(self.words, start, stop) @ self.B
        row = np.repeat(np.arange(start, stop, dtype=product.indices.dtype), np.diff(product.indptr))
        product.data[product.indices <= row if upper else product.indices == row] = 0
        product.eliminate_zeros()
        return product


def in_order(block: sparse.csr_array) -> sparse.csr_array:
    """The same with sorted rows: there and back sorts every row in linear time."""
    return block.tocsc().tocsr()


def _presence(X: sparse.csr_array) -> sparse.csr_array:
    data = (X.data > 0).astype(np.int32)
    if data.all() and X.has_canonical_format:
        return sparse.csr_array((data, X.indices, X.indptr), shape=X.shape)
    B = sparse.csr_array((data, X.indices.copy(), X.indptr.copy()), shape=X.shape)
    B.sum_duplicates()
    B.eliminate_zeros()
    B.data[:] = 1
    return B
