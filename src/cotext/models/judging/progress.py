"""How far the opinions of a consensus are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cotext.models.engine.loop import Callback, Progress

MODELS = 3  # that give opinions


class Steps:
    """Tells a callback how far the opinions are, of three models each time they are asked: by all words, by
    each half, and again for each further consensus."""

    def __init__(self, callback: Callback | None, n_init: int):
        self.callback, self.n_init = callback, n_init
        self.consensus, self.step, self.total = 1, 0, MODELS
        self.others: Steps | None = None

    def expect(self, times: int) -> None:
        """How often the models will be asked."""
        self.total = MODELS * times

    def done(self) -> None:
        self.step += 1
        if self.callback is not None:
            step = min(self.total, self.step + (0 if self.others is None else self.others.step))
            self.callback(Progress(self.consensus, self.n_init, step, self.total, float("nan")))

    @contextmanager
    def aside(self) -> Iterator[Steps]:
        """Steps that another thread takes at the same time: they count, but only this one tells of them."""
        self.others = Steps(None, 1)
        try:
            yield self.others
        finally:
            self.others = None

    def all_done(self) -> None:
        """All models have been asked."""
        self.step = self.total - 1
        self.done()

    def next_consensus(self) -> None:
        self.consensus, self.step = self.consensus + 1, 0
        self.expect(1)
