r"""Shifted positive pointwise mutual information.

.. math:: m_{jj'} = \max\left(\ln \frac{c_{jj'} \, c_{..}}{c_{j.} \, c_{.j'}} - \ln N, \; 0\right)
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from cotext.backend.cpu import rows_of
from cotext.backend.threads import ordered_map, thread_count
from cotext.cooccurrence.rows import row_blocks, stack_rows
from cotext.corpus.sound import sound_csr
from cotext.errors import UsageError

# Entries per block of rows.
_BLOCK = 1 << 20
_TINY = 1e-300


def sppmi(
    C: sparse.csr_array,
    shift: float = 2.0,
    *,
    dtype: type = np.float64,
    n_threads: int | None = None,
) -> sparse.csr_array:
    """Turn co-occurrence counts into associations: how much more often than by chance two words meet.

    Parameters
    ----------
    C : sparse matrix, shape (n_words, n_words)
        Counts, used as given (diagonal included).
    shift : float
        The N of the formula: associations below ln N are dropped.
    dtype : type
        float64 or float32.
    n_threads : int, optional
        Threads to use, all cores by default; the result does not depend on it.

    Returns
    -------
    csr_array, shape (n_words, n_words)
        Positive entries only.

    Examples
    --------
    >>> from scipy import sparse
    >>> C = sparse.csr_array([[0, 4, 0], [4, 0, 1], [0, 1, 0]])
    >>> sppmi(C, shift=1.0).toarray().round(2).tolist()
    [[0.0, 0.69, 0.0], [0.69, 0.0, 0.69], [0.0, 0.69, 0.0]]
    """
    if not shift > 0:
        raise UsageError(f"shift={shift!r}: a number above 0 is expected, 2 in the papers.")
    C = sound_csr(C, "C")
    blocks, threads = row_blocks(C.indptr, _BLOCK), thread_count(n_threads)
    rows, columns = _margins(C, blocks, threads)
    by_row, by_column = rows.sum() / shift / np.maximum(rows, _TINY), 1 / np.maximum(columns, _TINY)

    def associate(span: tuple[int, int]) -> sparse.csr_array:
        block = rows_of(C, *span)
        lift = np.repeat(by_row[span[0] : span[1]], np.diff(block.indptr))
        lift *= block.data
        lift *= by_column[block.indices]
        above = lift > 1
        indptr = np.concatenate([[0], np.cumsum(above)])[block.indptr]
        values = np.log(lift[above]).astype(dtype)
        return sparse.csr_array((values, block.indices[above], indptr), shape=block.shape)

    return stack_rows(ordered_map(associate, blocks, threads), C.shape[1], dtype)


def _margins(
    C: sparse.csr_array, blocks: list[tuple[int, int]], n_threads: int
) -> tuple[np.ndarray, np.ndarray]:
    """Row and column sums in float64, by blocks so that no float copy of C is made."""

    def add(span: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
        block = rows_of(C, *span)
        columns = np.bincount(block.indices, block.data, minlength=C.shape[1])
        return block.sum(axis=1, dtype=np.float64), columns

    rows, columns = [np.zeros(0)], np.zeros(C.shape[1])
    for row_sums, column_sums in ordered_map(add, blocks, n_threads):
        rows.append(row_sums)
        columns += column_sums
    return np.concatenate(rows), columns
