"""How far clusters within clusters are: every level counts alike, for each looks at all documents once."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cotext.models.engine.loop import Callback, Progress


class LevelSteps:
    """Tells a callback of the opinions at the top, then of the documents whose clusters were divided.

    The steps of the top are known before its first opinion is: ``asked`` in each of ``n_init`` consensuses,
    and more in the first, which also weighs them. Each further level is told in as many.
    """

    def __init__(self, callback: Callback | None, n_levels: int, asked: int, n_init: int):
        self.callback, self.n_levels = callback, n_levels
        self.first, self.again = asked, asked * (n_init - 1)

    def at_top(self, step: Progress) -> None:
        """Listens to the consensuses of all documents: the first weighs the opinions, others only ask."""
        if not math.isnan(step.loss):  # the sweep after the opinions, which takes next to no time
            return
        if step.restart == 1:
            self.first, before = step.max_iter, 0
        else:
            before = self.first + (step.restart - 2) * step.max_iter
        self.tell(1, (before + step.sweep) / (self.first + self.again), "opinions")

    def within(self, level: int, cluster: int, sizes: Sequence[int]) -> Callback:
        """What listens to the consensus of one cluster, of so many documents each, of the level above."""
        before, own, every = sum(sizes[:cluster]), sizes[cluster], max(sum(sizes), 1)

        def listen(step: Progress) -> None:
            if math.isnan(step.loss):
                done = (before + own * step.sweep / step.max_iter) / every
                self.tell(level, done, f"cluster {cluster + 1} of {len(sizes)}")

        return listen

    def tell(self, level: int, done: float, what: str) -> None:
        """A part of a level is done."""
        if self.callback is not None:
            doing, steps = f"level {level} of {self.n_levels}: {what}", self.first + self.again
            self.callback(Progress(level, self.n_levels, round(steps * done), steps, math.nan, doing))
