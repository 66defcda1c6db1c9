"""Groups of consecutive blocks: what a worker opens at once. Fixed by the data, never by the cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend.blocks.asks import View, part_of
from cotext.backend.blocks.matrix import as_seen, opened
from cotext.backend.blocks.source import Blocks

FEW_GROUPS = 32  # a store of no more blocks than this has a group for each
GROUP_ENTRIES = 1 << 26  # in a larger one, groups have about as many


def group_size(n_blocks: int, entries: int) -> int:
    """Blocks per group, a power of two: a tree of groups is then the tree of their blocks.

    Examples
    --------
    >>> group_size(8, 10**8), group_size(100, 10**8), group_size(6000, 10**11)
    (1, 4, 8)
    """
    size, most = 1, max(FEW_GROUPS, entries // GROUP_ENTRIES)
    while -(-n_blocks // size) > most:
        size *= 2
    return size


def group_cuts(blocks: Blocks) -> list[int]:
    """Numbers of the blocks at which groups begin, and of the block after the last."""
    n = len(blocks)
    return [*range(0, n, group_size(n, blocks.nnz)), n]


class Group:
    """Some consecutive blocks in memory, as they are to be seen.

    Sent to another worker, or to disk where memory is short, it is but a note of where the blocks come from.
    """

    def __init__(self, source: Blocks, start: int, stop: int, views: tuple[View, ...]) -> None:
        self.source, self.start, self.stop, self.views = source, start, stop, views
        self.blocks = [_in_memory(as_seen(source.block(k), views)) for k in range(start, stop)]
        self.cuts = source.cuts[start : stop + 1] - source.cuts[start]

    def __reduce__(self) -> Any:
        return Group, (self.source, self.start, self.stop, self.views)

    def __sizeof__(self) -> int:
        arrays = (array for X in self.blocks for array in (X.data, X.indices, X.indptr))
        return sum(int(array.nbytes) for array in arrays)

    def each(self, ask: Callable[..., Any], *along: Any) -> Iterator[Any]:
        """What each block says, in order."""
        for X, (start, stop) in zip(self.blocks, pairwise(self.cuts.tolist()), strict=True):
            rows = slice(start, stop)
            yield ask(opened(X, (), n_threads=1), *(part_of(one, rows) for one in along))


def _in_memory(X: sparse.csr_array) -> sparse.csr_array:
    """A block that is not read anew from disk in every sweep."""
    parts = tuple(np.require(array, requirements=["C", "A", "O"]) for array in (X.data, X.indices, X.indptr))
    return sparse.csr_array(parts, shape=X.shape)
