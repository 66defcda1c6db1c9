"""Where a result finds what packages above it do for it: pictures, report, run folder, prediction.

These packages read results, so ``result`` must not import them. ``cotext`` fills in ``HOMES`` when it is
imported; each entry is imported when a result first needs it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

HOMES: dict[str, tuple[str, str]] = {}  # module and name, by what it does for a result


def lookup(name: str) -> Any:
    """The class or function that was filled in under ``name``."""
    module, attribute = HOMES[name]
    return getattr(import_module(module), attribute)
