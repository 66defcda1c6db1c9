"""The progress of the opinions of a consensus."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cotext.models.engine.loop import Callback, Progress

MODELS = 4  # steps in which opinions are given


class Steps:
    """Report the progress of the opinions to a callback: by all words, by each half, and again for each
    further consensus."""

    def __init__(self, callback: Callback | None, n_init: int):
        self.callback, self.n_init = callback, n_init
        self.consensus, self.step, self.total = 1, 0, MODELS
        self.others: Steps | None = None

    def expect(self, times: int) -> None:
        """Set how often the witnesses give their opinions."""
        self.total = MODELS * times

    def done(self) -> None:
        self.step += 1
        if self.callback is not None:
            step = min(self.total, self.step + (0 if self.others is None else self.others.step))
            self.callback(Progress(self.consensus, self.n_init, step, self.total, float("nan")))

    @contextmanager
    def aside(self) -> Iterator[Steps]:
        """Count the steps of another thread, too; only this one reports them."""
        self.others = Steps(None, 1)
        try:
            yield self.others
        finally:
            self.others = None

    def all_done(self) -> None:
        """Report that all opinions have been given."""
        self.step = self.total - 1
        self.done()

    def next_consensus(self) -> None:
        self.consensus, self.step = self.consensus + 1, 0
        self.expect(1)
