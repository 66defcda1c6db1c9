"""Run the tables of the papers again.

In: one TOML file per table (``tables/``): data, weighting, contexts, models, starts, measures, and the
figures of the paper. Out: a folder with one file per finished cell, the table as CSV and Markdown, figures
and the provenance of the run. Above: ``api`` and the packages it uses. Below: ``cotext reproduce``.

``table`` reads a TOML file into cells, ``material`` prepares data once for all of them, ``cell`` fits and
scores one, ``runner`` runs them in separate processes, ``results`` compares them with the paper.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cotext.experiments.table import Experiment, describe, names, read_table

if TYPE_CHECKING:
    from cotext.experiments.reproduction import Reproduction, reproduce
    from cotext.experiments.results import Row
    from cotext.experiments.runner import Listener, TableProgress

__all__ = [
    "Experiment",
    "Listener",
    "Reproduction",
    "Row",
    "TableProgress",
    "describe",
    "names",
    "read_table",
    "reproduce",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import the modules that run a table on first use; a list of the tables does not need them."""
    if name in __all__:
        module = {"Listener": "runner", "TableProgress": "runner", "Row": "results"}.get(name, "reproduction")
        return getattr(import_module(f"cotext.experiments.{module}"), name)
    raise AttributeError(f"module 'cotext.experiments' has no attribute {name!r}")
