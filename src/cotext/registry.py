"""Functions of packages above ``result`` that results call: pictures, report, run folder, prediction.

These packages import ``result``, so it must not import them. ``cotext`` fills ``HOMES`` when it is imported;
an entry is imported when a result first needs it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

HOMES: dict[str, tuple[str, str]] = {}  # module and attribute by task


def lookup(name: str) -> Any:
    """Return the class or function registered for a task."""
    module, attribute = HOMES[name]
    return getattr(import_module(module), attribute)
