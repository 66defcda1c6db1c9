"""The papers' tables, run again.

In: one TOML file per table (``tables/``): data, weighting, contexts, models, starts, measures, and what the
paper printed. Out: a folder with one file per finished cell, the table as CSV and Markdown, figures and the
provenance of the run. Above: ``api`` and everything below it do the work. Below: ``cotext reproduce``.

``table`` reads a TOML file into cells, ``material`` prepares data once for all of them, ``cell`` fits and
scores one, ``runner`` works through them in processes of their own, ``results`` sets them beside the paper.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cotext.experiments.table import Experiment, describe, names, read_table

if TYPE_CHECKING:
    from cotext.experiments.reproduction import Reproduction, reproduce
    from cotext.experiments.results import Row
    from cotext.experiments.runner import Listener, Progress

__all__ = [
    "Experiment",
    "Listener",
    "Progress",
    "Reproduction",
    "Row",
    "describe",
    "names",
    "read_table",
    "reproduce",
]


def __getattr__(name: str) -> Any:
    """Import what runs a table on first use: to list the tables takes none of it."""
    if name in __all__:
        home = {"Listener": "runner", "Progress": "runner", "Row": "results"}.get(name, "reproduction")
        return getattr(import_module(f"cotext.experiments.{home}"), name)
    raise AttributeError(f"module 'cotext.experiments' has no attribute {name!r}")
