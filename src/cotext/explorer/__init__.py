"""A local web app over run folders: it serves the values that ``report`` puts into a file, and takes edits.

In: run folders. Out: pages on the loopback address. ``static/`` is built from ``web/`` and not committed.
Above: ``report`` makes the values. Below: ``cotext explore``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cotext.explorer.app import AppState
    from cotext.explorer.listing import is_run, runs_in
    from cotext.explorer.server import serve

__all__ = ["AppState", "is_run", "runs_in", "serve"]
HOMES = {"AppState": "app", "is_run": "listing", "runs_in": "listing", "serve": "server"}


def __getattr__(name: str) -> Any:
    """Import on first use: the process that fits a run imports this package and needs no web server."""
    from importlib import import_module

    if name in HOMES:
        return getattr(import_module(f"cotext.explorer.{HOMES[name]}"), name)
    raise AttributeError(f"module 'cotext.explorer' has no attribute {name!r}")
