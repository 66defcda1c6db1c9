"""Which rows resemble each other most: the exact graph of nearest neighbours by cosine."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from cotext.backend import check_sparse, open_matrix, ordered_map, rows_of, thread_count

BLOCK_CELLS = 1 << 22  # similarities held at once per thread


def neighbor_graph(X: sparse.csr_array, k: int, n_jobs: int | None = None) -> sparse.csr_array:
    """Cosine between rows where one is among the k nearest of the other: symmetric, no loops.

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
    """Cosine of each row with its k nearest others; between equals the earlier row is nearer.

    Rows without a common column are no neighbours, so an empty row has none. Exact, and blocks of the
    similarities are all that is ever held.
    """
    check_sparse(X, "X")
    n = X.shape[0]
    unit = open_matrix(X.astype(np.float64)).unit_rows().host()
    across = unit.T.tocsr()
    size = max(1, BLOCK_CELLS // n)

    def block(start: int) -> sparse.csr_array:
        cosine = (rows_of(unit, start, start + size) @ across).tocsr()
        return _largest(cosine, k, first=start)

    blocks = ordered_map(block, range(0, n, size), thread_count(n_jobs))
    near = sparse.csr_array(sparse.vstack(list(blocks), format="csr"))
    near.sort_indices()
    return near


def _largest(cosine: sparse.csr_array, k: int, first: int) -> sparse.csr_array:
    """The k largest entries of each row, without the row itself; row 0 is row ``first`` of the whole."""
    kept: list[tuple[np.ndarray, np.ndarray]] = []
    for i, (a, b) in enumerate(zip(cosine.indptr[:-1], cosine.indptr[1:], strict=True)):
        values, columns = cosine.data[a:b], cosine.indices[a:b]
        other = columns != first + i
        kept.append(_best(values[other], columns[other], k))
    indptr = np.cumsum([0] + [len(values) for values, _ in kept])
    data, indices = (np.concatenate(parts) for parts in zip(*kept, strict=True))
    return sparse.csr_array((data, indices, indptr), shape=cosine.shape)


def _best(values: np.ndarray, columns: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    if len(values) > k:
        enough = values >= np.partition(values, -k)[-k]
        values, columns = values[enough], columns[enough]
    order = np.lexsort((columns, -values))[:k]
    return values[order], columns[order]
