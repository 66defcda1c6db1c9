"""The steps of a fit and their results, written to a file from time to time.

Fits with the same seed take the same steps in the same order, so a step is identified by its position. A
step with a result in the checkpoint is not repeated, and an unfinished one resumes from its last value. The
value of a step replaces those of the steps within it.
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from glob import escape
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from cotext.errors import CotextError, UsageError
from cotext.files import is_there, prefix_of
from cotext.models.checkpoint.file_format import (
    Plain,
    read_record,
    refuse_foreign,
    restore,
    states,
    write_record,
)
from cotext.models.checkpoint.fingerprint import Named, data_of, refuse_others, settings_of

SECONDS = 60.0
SHARE = 20  # writing takes at most one in so many seconds

T = TypeVar("T")


class Step:
    """A part of a fit: ``found`` is its value in the checkpoint, or None."""

    def __init__(self, name: str, tick: Callable[[], object], saved: Mapping[str, Any] | None = None) -> None:
        self.name, self.whole, self._tick, self._taken = name, False, tick, 0
        self.found: Plain = None if saved is None else saved["value"]
        self._value: Callable[[], Plain] = lambda: self.found
        self._inner = [] if saved is None else [Step(inner["name"], tick, inner) for inner in saved["inner"]]

    def now(self, value: Callable[[], Plain]) -> None:
        """Set the value, which ``value`` returns whenever it is written."""
        self.found, self._value, self._inner, self._taken = None, value, [], 0
        self._tick()

    def within(self, name: str) -> Step:
        """The next step within this one."""
        if self._taken == len(self._inner):
            self._inner.append(Step(name, self._tick))
        self._taken += 1
        if (inner := self._inner[self._taken - 1]).name != name:
            raise CotextError(
                f"the checkpoint is of another fit (step {inner.name!r} instead of {name!r}): delete it to "
                "start again."
            )
        return inner

    def saved(self) -> Plain:
        """The step as plain values."""
        return {"name": self.name, "value": self._value(), "inner": [step.saved() for step in self._inner]}


class Journal:
    """The file of one fit."""

    def __init__(self, path: Path, every: float, found: Plain = None) -> None:
        self.path, self.every, self.found = path, every, found
        self.steps: list[Step] = []
        self.began, self.complained = False, False

    @contextmanager
    def fit(self, model: Named, X: object, arguments: Mapping[str, object]) -> Iterator[None]:
        """Record the steps of this fit."""
        if self.began:
            raise UsageError(f"{self.path} is the checkpoint of one fit: give each fit another file.")
        self.began, settings = True, settings_of(model)
        self.owner = cache(lambda: {**settings, **data_of(X, arguments)})  # only if needed
        if self.found is not None:
            refuse_others(self.path, self.found["owner"], self.owner())
        self.due = time.monotonic() + self.every
        self.steps = [Step("fit", self._tick, None if self.found is None else self.found["fit"])]
        self.found = None
        try:
            yield
        finally:
            self.steps = []

    def _tick(self) -> None:
        if (began := time.monotonic()) < self.due:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_record(self.path, {"owner": self.owner(), "fit": self.steps[0].saved()})
        except (OSError, TypeError, MemoryError) as error:
            if not self.complained:
                warnings.warn(f"the fit continues without a checkpoint: {error}", UserWarning, stacklevel=2)
            self.complained = True
        ended = time.monotonic()
        self.due = ended + (max(self.every, SHARE * (ended - began)) if self.every else 0)


_journal: ContextVar[Journal | None] = ContextVar("journal", default=None)


@contextmanager
def checkpointing(
    path: str | os.PathLike[str], *, resume: bool = False, every: float | None = None
) -> Iterator[None]:
    """Save the progress of the one fit within this in a file, and remove the file once the fit succeeds.

    Parameters
    ----------
    path : path
        The file. It is written when the fit has taken ``every`` seconds, and again from time to time.
    resume : bool, default=False
        Resume from the file if it exists; the result is the same as without a break.
    every : float, optional
        Seconds, 60 by default; 0 writes after every sweep.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import NMF
    >>> from cotext.models.checkpoint import checkpointing
    >>> with checkpointing("nmf.checkpoint", resume=True):
    ...     model = NMF(3, random_state=0).fit(make_planted(n_clusters=3, random_state=0).X)
    """
    path = Path(path)
    refuse_foreign(path)
    clear_up(path)
    found = read_record(path) if resume and is_there(path) else None
    before = _journal.set(Journal(path, SECONDS if every is None else every, found))
    try:
        yield
    finally:
        _journal.reset(before)
    with suppress(OSError):
        path.unlink(missing_ok=True)
    clear_up(path)


def clear_up(path: Path) -> None:
    """Remove temporary files that killed processes left next to a checkpoint."""
    for left in path.parent.glob(f"{escape(prefix_of(path))}????????"):
        with suppress(OSError):
            left.unlink()


@contextmanager
def recorded(model: Named, X: object, arguments: Mapping[str, object]) -> Iterator[None]:
    """Record the steps of a fit within ``checkpointing``; a fit within a fit is a part of that one."""
    journal = _journal.get()
    if journal is None or journal.steps:
        yield
        return
    with journal.fit(model, X, arguments):
        yield


def is_recorded() -> bool:
    """Whether the steps of a fit are recorded."""
    return _journal.get() is not None


@contextmanager
def unrecorded() -> Iterator[None]:
    """Record no steps within this: steps at the same time have no order."""
    before = _journal.set(None)
    try:
        yield
    finally:
        _journal.reset(before)


@contextmanager
def step(name: str, *, whole: bool = False) -> Iterator[Step]:
    """Take the next step of the fit; if it is ``whole``, only its result is recorded, no loops within."""
    journal = _journal.get()
    if journal is None or not journal.steps or (journal.steps[-1].whole and not whole):
        yield Step(name, lambda: None)
        return
    inner = journal.steps[-1].within(name)
    inner.whole = whole
    journal.steps.append(inner)
    try:
        yield inner
    finally:
        journal.steps.pop()


def once(name: str, work: Callable[[], T], rngs: Sequence[np.random.Generator] = ()) -> T:
    """The plain result of ``work``, which draws from ``rngs``, or that in the checkpoint."""
    with step(name, whole=True) as checkpoint:
        if checkpoint.found is not None:
            known: T
            known, before = checkpoint.found
            restore(rngs, before)
            return known
        value = work()
        after = states(rngs)
        checkpoint.now(lambda: (value, after))
        return value
