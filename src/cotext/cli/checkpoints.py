"""``cotext fit`` keeps what it has done beside the run, and goes on from there when asked to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from cotext.cli.signals import Terminated
from cotext.cli.talk import complain

EVERY = 60.0  # seconds: fits that take less are never written


class Keeping(NamedTuple):
    """How often what is done is written, in seconds, and whether to go on from what is there."""

    every: float = EVERY
    resume: bool = False


def place_of(run: Path) -> Path:
    """The checkpoint of a run that is not there yet."""
    named = run.resolve() if run.name in ("", "..") else run
    return named.with_name(f"{named.name}.checkpoint")


@contextmanager
def checkpointed(run: Path, keeping: Keeping | None, note: Callable[[str], object]) -> Iterator[None]:
    """Keep the fit within this, if that is asked for; whoever breaks it off is told how to go on."""
    from cotext.models.checkpoint import checkpointing

    if keeping is None:
        yield
        return
    place = place_of(run)
    found = place.exists()
    try:
        with checkpointing(place, resume=keeping.resume, every=keeping.every):
            if told := _told(place, found, keeping.resume):
                note(told)
            yield
    except (KeyboardInterrupt, Terminated):
        if place.exists():
            complain(f"what was done is in {place}: the same command with --resume goes on from there")
        raise


def _told(place: Path, found: bool, resume: bool) -> str | None:
    """What becomes of an earlier fit."""
    if resume:
        return f"goes on from {place}" if found else f"there is no checkpoint {place}: begins anew"
    broken_off = (
        f"{place} is of a fit that was broken off; this one begins anew, --resume would go on with it"
    )
    return broken_off if found else None
