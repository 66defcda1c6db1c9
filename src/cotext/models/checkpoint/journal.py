"""The steps of a fit and what came out of each, written to a file from time to time.

A fit takes the same steps in the same order each time it is made from the same seed. Each is known by its
place: the third step within the first, say. One that a checkpoint knows is not taken again; one that was
under way goes on from what it knew last. What a step knows replaces all that was known within it.
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
from cotext.models.checkpoint.fingerprint import data_of, refuse_others, settings_of

SECONDS = 60.0
SHARE = 20  # writing takes at most one part in so many of the time

T = TypeVar("T")


class Step:
    """A piece of a fit: ``found`` is what a checkpoint knows of it, None where it knows nothing."""

    def __init__(self, name: str, told: Callable[[], object], saved: Mapping[str, Any] | None = None) -> None:
        self.name, self.whole, self._told, self._taken = name, False, told, 0
        self.found: Plain = None if saved is None else saved["value"]
        self._value: Callable[[], Plain] = lambda: self.found
        self._inner = [] if saved is None else [Step(one["name"], told, one) for one in saved["inner"]]

    def now(self, value: Callable[[], Plain]) -> None:
        """What is known now; ``value`` is called whenever that is written."""
        self.found, self._value, self._inner, self._taken = None, value, [], 0
        self._told()

    def within(self, name: str) -> Step:
        """The next step within this one."""
        if self._taken == len(self._inner):
            self._inner.append(Step(name, self._told))
        self._taken += 1
        if (found := self._inner[self._taken - 1]).name != name:
            raise CotextError(
                f"the checkpoint is of another fit (step {found.name!r} where {name!r} comes): delete it to "
                "begin anew."
            )
        return found

    def saved(self) -> Plain:
        """The step as plain values."""
        return {"name": self.name, "value": self._value(), "inner": [one.saved() for one in self._inner]}


class Journal:
    """The file of one fit."""

    def __init__(self, path: Path, every: float, found: Plain = None) -> None:
        self.path, self.every, self.found = path, every, found
        self.steps: list[Step] = []
        self.began, self.complained = False, False

    @contextmanager
    def fit(self, model: Any, X: Any, given: Mapping[str, Any]) -> Iterator[None]:
        """Keep the steps of this fit."""
        if self.began:
            raise UsageError(f"{self.path} is the checkpoint of one fit: give each fit one of its own.")
        self.began, settings = True, settings_of(model)
        self.owner = cache(lambda: {**settings, **data_of(X, given)})  # not before it is needed
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
                warnings.warn(f"the fit goes on without a checkpoint: {error}", UserWarning, stacklevel=2)
            self.complained = True
        ended = time.monotonic()
        self.due = ended + (max(self.every, SHARE * (ended - began)) if self.every else 0)


_journal: ContextVar[Journal | None] = ContextVar("journal", default=None)


@contextmanager
def checkpointing(
    path: str | os.PathLike[str], *, resume: bool = False, every: float | None = None
) -> Iterator[None]:
    """Keep the one fit within this in a file; the file is removed at the end, unless that is an error.

    Parameters
    ----------
    path : path
        The file. It is written when the fit has taken ``every`` seconds, and again from time to time.
    resume : bool, default=False
        Go on from what the file knows, where it is there; the fit ends as it would have without a break.
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
    place = Path(path)
    refuse_foreign(place)
    clear_up(place)
    found = read_record(place) if resume and is_there(place) else None
    before = _journal.set(Journal(place, SECONDS if every is None else every, found))
    try:
        yield
    finally:
        _journal.reset(before)
    with suppress(OSError):
        place.unlink(missing_ok=True)
    clear_up(place)


def clear_up(path: Path) -> None:
    """Remove what writers that were killed have left beside a checkpoint."""
    for left in path.parent.glob(f"{escape(prefix_of(path))}????????"):
        with suppress(OSError):
            left.unlink()


@contextmanager
def recorded(model: Any, X: Any, given: Mapping[str, Any]) -> Iterator[None]:
    """Keep the steps of a fit if somebody asked for that; a fit within a fit is a part of that one."""
    journal = _journal.get()
    if journal is None or journal.steps:
        yield
        return
    with journal.fit(model, X, given):
        yield


def is_recorded() -> bool:
    """Whether somebody asked for the steps of a fit to be kept."""
    return _journal.get() is not None


@contextmanager
def unrecorded() -> Iterator[None]:
    """Keep no steps within this: those that are taken at the same time have no order."""
    before = _journal.set(None)
    try:
        yield
    finally:
        _journal.reset(before)


@contextmanager
def step(name: str, *, whole: bool = False) -> Iterator[Step]:
    """Take the next step of the fit; ``whole``: nothing is known of it before its end.

    Loops within such a step are not kept: a start has many, and much would be written that is soon forgotten.
    """
    journal = _journal.get()
    if journal is None or not journal.steps or (journal.steps[-1].whole and not whole):
        yield Step(name, lambda: None)
        return
    here = journal.steps[-1].within(name)
    here.whole = whole
    journal.steps.append(here)
    try:
        yield here
    finally:
        journal.steps.pop()


def once(name: str, work: Callable[[], T], rngs: Sequence[np.random.Generator] = ()) -> T:
    """What ``work`` gives, plain values, unless a checkpoint knows it; ``rngs`` are what it draws from."""
    with step(name, whole=True) as here:
        if here.found is not None:
            known: T
            known, before = here.found
            restore(rngs, before)
            return known
        value = work()
        after = states(rngs)
        here.now(lambda: (value, after))
        return value
