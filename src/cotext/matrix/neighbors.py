"""Find the rows that resemble each other most: the exact graph of nearest neighbors by cosine."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from scipy import sparse

from cotext.backend import check_sparse, open_matrix, ordered_map, rows_of, thread_count

BLOCK_CELLS = 1 << 22  # similarities held at once per thread


def neighbor_graph(X: sparse.csr_array, k: int, n_jobs: int | None = None) -> sparse.csr_array:
    """Return cosines of rows if one is among the k nearest of the other: symmetric, no loops.

    Examples
    --------
    >>> X = sparse.csr_array(np.array([[1.0, 0.0], [3.0, 4.0], [0.0, 1.0]]))
    >>> neighbor_graph(X, 1).toarray().round(1)
    array([[0. , 0.6, 0. ],
           [0.6, 0. , 0.8],
           [0. , 0.8, 0. ]])
    """
    near = nearest(X, k, n_jobs)
    return near.maximum(near.T.tocsr())


def nearest(X: sparse.csr_array, k: int, n_jobs: int | None = None) -> sparse.csr_array:
    """Return cosines of each row with its k nearest others; of equals the earlier row is nearer.

    Rows without a common column are no neighbors, so an empty row has none. Exact, and only blocks of the
    similarities are ever held.
    """
    check_sparse(X, "X")
    n = X.shape[0]
    unit = open_matrix(X.astype(np.float64)).unit_rows().host()
    across = unit.T.tocsr()
    size = max(1, BLOCK_CELLS // n)

    def block(start: int) -> sparse.csr_array:
        cosine = (rows_of(unit, start, start + size) @ across).tocsr()
        return _nearest_others(cosine, k, first=start)

    blocks = ordered_map(block, range(0, n, size), thread_count(n_jobs))
    near = sparse.csr_array(sparse.vstack(list(blocks), format="csr"))
    near.sort_indices()
    return near


def _nearest_others(cosine: sparse.csr_array, k: int, first: int) -> sparse.csr_array:
    """Return the k largest entries of each row but the row itself; row 0 is row ``first`` of the whole.

    Row by row, because a block of cosines is large and no second array of its size should exist.
    """
    nearest_entries: list[tuple[np.ndarray, np.ndarray]] = []
    for i, (start, stop) in enumerate(pairwise(cosine.indptr)):
        values, columns = cosine.data[start:stop], cosine.indices[start:stop]
        other = columns != first + i
        if other.sum() > k:
            other &= values >= np.partition(values[other], -k)[-k]
        values, columns = values[other], columns[other]
        order = np.lexsort((columns, -values))[:k]  # the columns of a product are in no order
        nearest_entries.append((values[order], columns[order]))
    indptr = np.cumsum([0] + [len(values) for values, _ in nearest_entries])
    data, indices = (np.concatenate(parts) for parts in zip(*nearest_entries, strict=True))
    return sparse.csr_array((data, indices, indptr), shape=cosine.shape)


def strongest(M: sparse.csr_array, limit: int | None) -> sparse.csr_array:
    """Return the ``limit`` largest entries of each row, the first of equal ones.

    Examples
    --------
    >>> strongest(sparse.csr_array([[3.0, 1.0, 2.0], [0.0, 0.0, 5.0]]), 2).toarray().tolist()
    [[3.0, 0.0, 2.0], [0.0, 0.0, 5.0]]
    """
    if limit is None or (np.diff(M.indptr) <= limit).all():
        return M
    largest = np.concatenate([_largest(M.data[start:stop], limit) for start, stop in pairwise(M.indptr)])
    indptr = np.concatenate([[0], np.cumsum(np.minimum(np.diff(M.indptr), limit))])
    return sparse.csr_array((M.data[largest], M.indices[largest], indptr), shape=M.shape)


def _largest(values: np.ndarray, limit: int) -> np.ndarray:
    if len(values) <= limit:
        return np.ones(len(values), dtype=bool)
    least = np.partition(values, -limit)[-limit]
    largest: np.ndarray = values > least
    largest[np.flatnonzero(values == least)[: limit - int(largest.sum())]] = True
    return largest
