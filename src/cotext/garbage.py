"""How seldom the command looks for garbage: most of its objects are modules, texts and words, which stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 100_000  # new objects until garbage is looked for


def alone() -> None:
    """This process does nothing but run the command."""
    gc.set_threshold(SELDOM)


@contextmanager
def importing() -> Iterator[None]:
    """All modules are imported here: many objects in which nobody needs to look, not even at the end."""
    if gc.get_threshold()[0] != SELDOM or gc.get_freeze_count():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
