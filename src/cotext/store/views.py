"""The documents of a store as models do not usually see them: counted, or in other weights."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from scipy import sparse

from cotext.backend import Blocks
from cotext.matrix import Weighting
from cotext.store.layout import Block


class Counts(Blocks):
    """What was counted, where models see weights."""

    def __init__(
        self, seen: Blocks, blocks: Sequence[Block], counted: Callable[[int], sparse.csr_array]
    ) -> None:
        self.seen, self.counted = seen, counted
        self.cuts, self.n_words, self.room = seen.cuts, seen.n_words, seen.room
        self.sizes = np.array([block.entries for block in blocks], dtype=np.int64)
        self.largest = max(block.most for block in blocks)
        self.dtype = self.block(0).dtype

    def block(self, k: int) -> sparse.csr_array:
        return self.counted(k)

    def ahead(self, k: int) -> None:
        self.seen.ahead(k)


class Weighted(Blocks):
    """Counts in other weights than those that were written, weighed whenever a block is opened."""

    def __init__(self, counts: Blocks, weigh: Weighting) -> None:
        self.counts, self.weigh = counts, weigh
        self.cuts, self.sizes, self.room = counts.cuts, counts.sizes, counts.room
        self.n_words, self.dtype = counts.n_words, np.dtype(np.float32)
        self.largest = 1.0 if weigh.kind.endswith("norm") else counts.largest * float(weigh.idf_.max())

    def block(self, k: int) -> sparse.csr_array:
        return self.weigh.transform(self.counts.block(k))

    def ahead(self, k: int) -> None:
        self.counts.ahead(k)
