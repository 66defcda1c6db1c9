"""Large sparse results, made one block of rows at a time."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from scipy import sparse

from cotext.backend import SpillArray

AT_ONCE = 1 << 22  # entries of all blocks that threads hold together; 8 bytes each


def block_size(n_threads: int) -> int:
    """Entries of a block, when each thread is at one and has made two that wait."""
    return max(AT_ONCE // (3 * n_threads), 1)


def stack_rows(
    blocks: Iterable[sparse.csr_array], n_columns: int, dtype: type, room: Path | None = None
) -> sparse.csr_array:
    """Put blocks of rows below each other as they come, so that the result is never there twice.

    With a ``room``, a folder, a large result lies in files there that go with it.
    """
    data, indices = SpillArray(dtype, room), SpillArray(np.int32 if n_columns < 2**31 else np.int64, room)
    sizes = [np.zeros(1, np.int64)]
    for block in blocks:
        data.extend(block.data)
        indices.extend(block.indices)
        sizes.append(np.diff(block.indptr))
    indptr = np.cumsum(np.concatenate(sizes))
    index_type = np.int32 if max(indptr[-1], n_columns) < 2**31 else np.int64
    parts = (data.finish(), indices.finish().astype(index_type, copy=False), indptr.astype(index_type))
    return sparse.csr_array(parts, shape=(len(indptr) - 1, n_columns))
