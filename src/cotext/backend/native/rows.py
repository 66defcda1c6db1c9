"""Documents as the kernels take them: every index is walked once, here, and trusted from then on."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend.native import kernels


def checked_rows(X: sparse.csr_array) -> Any:
    """The kernels' view of X; ValueError names the array that would lead them out of it."""
    nnz, columns = int(X.indptr[-1]), X.indices
    if columns.dtype != np.int32 and columns.size and not 0 <= columns.min() <= columns.max() < 2**31:
        raise ValueError(
            f"words holds {columns.min()} to {columns.max()}, expected 0 to {X.shape[1] - 1}: make X anew"
        )
    if len(X.indptr) != X.shape[0] + 1:
        raise ValueError(f"starts has {len(X.indptr)} numbers, expected {X.shape[0] + 1}: make X anew")
    return kernels().Rows(
        np.ascontiguousarray(X.indptr, dtype=np.int64),
        np.ascontiguousarray(columns[:nnz], dtype=np.int32),
        np.ascontiguousarray(X.data[:nnz]),
        X.shape[1],
    )
