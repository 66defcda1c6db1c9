"""Chooses the storage of two large square matrices: in memory, as CSR after pruning, or on disk."""

from __future__ import annotations

import tempfile
from bisect import bisect_left
from dataclasses import dataclass

import numpy as np
from numpy.typing import DTypeLike

from cotext.backend.memory import USABLE, available_disk, available_memory, gigabytes
from cotext.backend.spill import file_array
from cotext.errors import UsageError

SPARSE_SHARE = 0.9  # from here on CSR is five times smaller and no slower
MARGIN = 0.5  # further copies, for entries that are cut next
BLOCK_ROWS = 96
TOO_MANY = (
    "the documents alone need more, so no selection of words would do: take fewer documents or a model that "
    "compares no pairs, such as spherical-kmeans"
)


@dataclass(frozen=True)
class Room:
    """A way to store similarities, "dense", "sparse" or "disk", with the bytes that it needs."""

    kind: str
    memory: float
    disk: float = 0.0

    def empty(self, n: int, dtype: DTypeLike) -> np.ndarray:
        """An n x n array; one on disk is deleted with the last reference to it."""
        return file_array((n, n), dtype) if self.kind == "disk" else np.empty((n, n), dtype)

    def __str__(self) -> str:
        where = {
            "dense": "in memory",
            "sparse": "in memory, without pruned entries",
            "disk": f"and {gigabytes(self.disk)} in {tempfile.gettempdir()}",
        }
        return f"{gigabytes(self.memory)} {where[self.kind]}"


def find_room(
    n: int,
    d: int,
    itemsize: int,
    *,
    kinds: tuple[str, ...] = ("dense", "sparse", "disk"),
    copies: float = 2,
    together: bool = False,
    prune: float = 0.0,
    limit: float | None = None,
    working: float = 0.0,
) -> Room:
    """The quickest way to store ``copies`` of an n x n and a d x d similarity, or of all n + d ``together``.

    ``limit`` is in bytes, by default most of the free memory; grouping needs ``working`` further bytes for
    each pair of the larger side.
    """
    budget, disk = USABLE * available_memory() if limit is None else limit, available_disk()

    def most(d: int) -> float:
        """Copies, of a pair of similarities."""
        return copies * 8 * (n + d) ** 2 / (itemsize * (n**2 + d**2)) if together else copies

    def rooms(d: int) -> list[Room]:
        return [room for room in _rooms(n, d, itemsize, most(d), prune, working) if room.kind in kinds]

    def found(d: int) -> Room | None:
        return next((room for room in rooms(d) if room.memory <= budget and room.disk <= disk), None)

    if (room := found(d)) is not None:
        return room
    words = bisect_left(range(1, d), True, key=lambda fewer: found(fewer) is None)
    raise UsageError(
        f"similarities of {n:,} documents and {d:,} words need "
        f"{min(rooms(d), key=lambda room: room.memory)}; {gigabytes(budget)} of memory may be used and "
        f"{gigabytes(disk)} of disk are free: "
        + (f"select {words:,} words or fewer (cotext.matrix.select_words)" if words else TOO_MANY)
        + ', raise memory=, give X as float32, or group with clustering="kmeans".'
    )


def _rooms(n: int, d: int, itemsize: int, copies: float, prune: float, working: float) -> list[Room]:
    """All ways, the quickest first."""
    pair = float(itemsize) * (n * n + d * d)
    left = (1 - prune) * (itemsize + 4) / itemsize * pair  # CSR: a value and a column number per entry
    blocks = 16.0 * itemsize * BLOCK_ROWS * (n + d)
    grouping = working * float(max(n, d)) ** 2
    sparse = Room("sparse", max((copies + MARGIN) * left, left + grouping) + blocks)
    dense = Room("dense", max(copies * pair, pair + grouping))
    disk = Room("disk", max(blocks, grouping), copies * pair)
    if prune >= SPARSE_SHARE:  # sparse times sparse is slow unless little is left
        return [sparse, dense, disk]
    return [dense, disk, sparse] if prune > 0.5 else [dense, disk]
