"""A row of numbers that comes in batches, in one array all the time."""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike

_AHEAD = 1.25


class Growing:
    """Room for numbers that are written one batch after the other.

    There is never a second copy where the memory of an array can be made longer without moving it, and never
    much more room than numbers.

    Attributes
    ----------
    size : int
        How many there are.

    Examples
    --------
    >>> row = Growing(np.int32)
    >>> row.more(2, done=0.5)[:] = 1
    >>> row.more(3, done=1.0)[:] = 2
    >>> row.whole().tolist()
    [1, 1, 2, 2, 2]
    """

    def __init__(self, dtype: DTypeLike) -> None:
        self.size = 0
        self._array = np.empty(0, dtype=dtype)

    def more(self, n: int, done: float) -> np.ndarray:
        """Room for ``n`` more, with which about ``done`` of everything will be there."""
        begin, self.size = self.size, self.size + n
        if self.size > len(self._array):
            self._array.resize(max(self.size, int(self.size * min(_AHEAD, 1 / done))), refcheck=False)
        return self._array[begin : self.size]

    def whole(self) -> np.ndarray:
        """All that were written."""
        self._array.resize(self.size, refcheck=False)
        return self._array
