"""How seldom the command looks for garbage: most of its objects are modules, texts and words, which stay."""

from __future__ import annotations

import gc

SELDOM = 100_000  # new objects until garbage is looked for


def alone() -> None:
    """This process does nothing but run the command."""
    gc.set_threshold(SELDOM)


def imported() -> None:
    """All modules are there: half a million objects in which nobody needs to look, not even at the end."""
    if gc.get_threshold()[0] == SELDOM and not gc.get_freeze_count():
        gc.freeze()
