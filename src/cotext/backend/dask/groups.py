"""Groups of consecutive chunks, which a worker opens at once; they depend on the data, not on the cluster."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from itertools import pairwise
from threading import Lock
from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend.chunks.chunk_ops import Verb, compute, part_of
from cotext.backend.chunks.matrix import as_seen, opened
from cotext.backend.chunks.source import Chunks
from cotext.backend.matrix import Matrix

FEW_GROUPS = 32  # a store with no more chunks has a group for each
GROUP_ENTRIES = 1 << 26  # about as many per group in a larger one

SHARE = 0.4  # of a worker's memory for chunks; the rest is for answers, sums and temporary arrays


def group_size(n_blocks: int, entries: int) -> int:
    """Chunks per group, a power of two: a tree of groups is then the tree of their chunks.

    Examples
    --------
    >>> group_size(8, 10**8), group_size(100, 10**8), group_size(6000, 10**11)
    (1, 4, 8)
    """
    size, most = 1, max(FEW_GROUPS, entries // GROUP_ENTRIES)
    while -(-n_blocks // size) > most:
        size *= 2
    return size


def group_cuts(blocks: Chunks) -> list[int]:
    """Numbers of the first chunk of each group, and of the end."""
    n = len(blocks)
    return [*range(0, n, group_size(n, blocks.nnz)), n]


class ChunkGroup:
    """A view of consecutive chunks, in memory if a worker has room, else read whenever they are used.

    Pickled, a group consists only of the source and numbers of its chunks.
    """

    def __init__(
        self, source: Chunks, start: int, stop: int, views: tuple[Verb, ...], device: str = "cpu"
    ) -> None:
        self.source, self.start, self.stop, self.views, self.device = source, start, stop, views, device
        self.cuts = source.cuts[start : stop + 1] - source.cuts[start]
        size = int(source.sizes[start:stop].sum()) * (source.dtype.itemsize + 4) + 4 * int(self.cuts[-1])
        self.size = size if HELD.take(self, size, memory_for_blocks()) else 0
        self.homes: list[Matrix] = []
        self.blocks = [_in_memory(self._read(k)) for k in range(start, stop)] if self.size else []

    def _read(self, k: int) -> sparse.csr_array:
        return as_seen(self.source.block(k), self.views)

    def __reduce__(self) -> Any:
        return ChunkGroup, (self.source, self.start, self.stop, self.views, self.device)

    def __sizeof__(self) -> int:
        return self.size

    def each(self, operation: Callable[..., Any], *along: Any) -> Iterator[Any]:
        """The result of an operation on each chunk, in order."""
        for home, (start, stop) in zip(self._homes(), pairwise(self.cuts.tolist()), strict=True):
            rows = slice(start, stop)
            yield compute(operation, home, self.device, [part_of(argument, rows) for argument in along])

    def _homes(self) -> Iterator[Matrix]:
        if self.blocks and self.device == "cpu":
            self.homes = self.homes or [opened(X, (), 1) for X in self.blocks]
            return iter(self.homes)
        blocks = self.blocks or map(self._read, range(self.start, self.stop))
        return (opened(X, (), 1, self.device) for X in blocks)


class MemoryInUse:
    """Counts the bytes of the groups that are in the memory of this process."""

    def __init__(self) -> None:
        self.size, self.lock = 0, Lock()

    def take(self, group: ChunkGroup, size: int, most: float) -> bool:
        """Count a group until it is gone; False if there is no room for it."""
        with self.lock:
            if self.size + size > most:
                return False
            self.size += size
        weakref.finalize(group, self.give_back, size)
        return True

    def give_back(self, size: int) -> None:
        with self.lock:
            self.size -= size


HELD = MemoryInUse()


def memory_for_blocks() -> float:
    """Bytes that this worker may use for chunks; inf without a limit or outside of workers."""
    from distributed import get_worker

    try:
        limit = get_worker().memory_manager.memory_limit
    except ValueError:
        limit = None
    return SHARE * limit if limit else float("inf")


def _in_memory(X: sparse.csr_array) -> sparse.csr_array:
    """A chunk in memory instead of on disk."""
    parts = tuple(np.require(array, requirements=["C", "A", "O"]) for array in (X.data, X.indices, X.indptr))
    return sparse.csr_array(parts, shape=X.shape)
