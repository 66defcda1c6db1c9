"""Where two large square matrices can live: in memory, as CSR of what pruning leaves, or on disk.

In comes their size, the share that is pruned and a budget; out comes a :class:`Room` that makes the arrays.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from typing import Any

import numpy as np

from cotext.backend.memory import USABLE, available_disk, available_memory, gigabytes
from cotext.errors import UsageError

SPARSE_SHARE = 0.9  # from here on CSR is five times smaller and no slower
MARGIN = 0.5  # copies more, for entries about to be cut
BLOCK_ROWS = 96


@dataclass(frozen=True)
class Room:
    """A way to hold similarities: "dense", "sparse" or "disk", with the bytes it takes."""

    kind: str
    memory: float
    disk: float = 0.0

    def empty(self, n: int, dtype: Any) -> np.ndarray:
        """An n x n array; one on disk goes away with the last reference to it."""
        if self.kind != "disk":
            return np.empty((n, n), dtype)
        with tempfile.TemporaryFile() as file:  # the mapping keeps its own handle
            return np.memmap(file, dtype=dtype, mode="w+", shape=(n, n))

    def __str__(self) -> str:
        where = {
            "dense": "in memory",
            "sparse": "in memory, without what is pruned",
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
    prune: float = 0.0,
    limit: float | None = None,
    working: float = 0.0,
) -> Room:
    """The quickest way to hold ``copies`` of an n x n and a d x d similarity.

    ``limit`` is in bytes, by default what is free; ``working`` bytes are needed beside the finished pair.
    """
    budget = USABLE * available_memory() if limit is None else limit
    pair = float(itemsize) * (n * n + d * d)
    left = (1 - prune) * (itemsize + 4) / itemsize * pair  # CSR: a value and a column number each
    blocks = 16.0 * itemsize * BLOCK_ROWS * (n + d)
    rooms = [
        Room("sparse", max((copies + MARGIN) * left, left + working) + blocks),
        Room("dense", max(copies * pair, pair + working)),
        Room("disk", max(blocks, working), copies * pair),
    ]
    if prune < SPARSE_SHARE:  # sparse times sparse is slow unless little is left
        rooms.append(rooms.pop(0))
    rooms = [room for room in rooms if room.kind in kinds and (room.kind != "sparse" or prune > 0.5)]
    for room in rooms:
        if room.memory <= budget and room.disk <= available_disk():
            return room
    lowest = min(rooms, key=lambda room: room.memory)
    raise UsageError(
        f"similarities of {n:,} documents and {d:,} words need {lowest}; {gigabytes(budget)} of memory may "
        f"be used and {gigabytes(available_disk())} of disk are free: select "
        f"{fitting_words(n, budget, copies * itemsize):,} words or fewer (cotext.matrix.select_words), raise "
        'memory=, give X as float32, or group with clustering="kmeans".'
    )


def fitting_words(n: int, budget: float, bytes_per_pair: float) -> int:
    """Words whose similarity fits beside that of n documents."""
    room = budget / bytes_per_pair - float(n) * n
    return int(max(room, 0) ** 0.5)
