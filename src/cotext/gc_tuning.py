"""Garbage collection of the command: most of its objects are modules, texts and words, which stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

THRESHOLD = 100_000  # new objects between two collections


def collect_rarely() -> None:
    """Collect garbage rarely, in a process that only runs the command."""
    gc.set_threshold(THRESHOLD)


@contextmanager
def importing() -> Iterator[None]:
    """Import modules without garbage collection, and exclude their objects from later ones."""
    if gc.get_threshold()[0] != THRESHOLD or gc.get_freeze_count():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
