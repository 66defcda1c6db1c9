"""Large sparse results, made one block of rows at a time."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
from scipy import sparse


def row_blocks(cumulated: np.ndarray, size: int) -> list[tuple[int, int]]:
    """Cut rows into spans of about ``size`` work each, given the work before each row.

    Examples
    --------
    >>> row_blocks([0, 3, 4, 9, 10], 4)
    [(0, 2), (2, 3), (3, 4)]
    """
    cuts = np.searchsorted(cumulated, np.arange(size, cumulated[-1], size))
    edges = np.unique(np.concatenate([[0], cuts, [len(cumulated) - 1]])).tolist()
    return list(pairwise(edges))


def stack_rows(blocks: Iterable[sparse.csr_array], n_columns: int, dtype: type) -> sparse.csr_array:
    """Put blocks of rows below each other as they come, so that the result is never there twice."""
    # Large buffers grow in place on most systems; an eighth to spare bounds the copies on the others.
    data: np.ndarray = np.empty(0, dtype)
    indices = np.empty(0, np.int32)
    sizes, end = [np.zeros(1, np.int64)], 0
    for block in blocks:
        start, end = end, end + block.nnz
        if end > len(data):
            data.resize(end * 9 // 8, refcheck=False)
            indices.resize(end * 9 // 8, refcheck=False)
        data[start:end], indices[start:end] = block.data, block.indices
        sizes.append(np.diff(block.indptr))
    data.resize(end, refcheck=False)
    indices.resize(end, refcheck=False)
    indptr = np.cumsum(np.concatenate(sizes))
    index_type = np.int32 if end < 2**31 else np.int64
    parts = (data, indices.astype(index_type, copy=False), indptr.astype(index_type))
    return sparse.csr_array(parts, shape=(len(indptr) - 1, n_columns))
