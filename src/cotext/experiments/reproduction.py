"""From the name of a table to a folder with everything it says."""

from __future__ import annotations

import json
import time
import warnings
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cotext.errors import UsageError
from cotext.experiments.cell import peak_megabytes
from cotext.experiments.markdown import table_page
from cotext.experiments.results import Row, reached, rows_of, write_csv
from cotext.experiments.runner import Listener, run_cells
from cotext.experiments.table import Experiment, read_table
from cotext.files import write_text
from cotext.result import provenance


@dataclass(frozen=True)
class Reproduction:
    """A table that has been run: ``rows`` beside the paper's, ``outcomes`` of every start."""

    table: Experiment
    rows: list[Row]
    outcomes: dict[str, Any]
    about: dict[str, Any]

    def as_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        counts = {
            name: {"reached": yes, "of": tried, "cannot_be_run": cannot}
            for name, (yes, tried, cannot) in reached(self.rows).items()
        }
        return {
            "table": self.table.name,
            "title": self.table.title,
            **self.about,
            "reached": counts,
            "cells": [asdict(row) for row in self.rows],
        }


def reproduce(
    name: str,
    out: Path,
    *,
    full: bool = False,
    seed: int | None = None,
    jobs: int | None = None,
    fresh: bool = False,
    figures: bool = True,
    listener: Listener | None = None,
) -> Reproduction:
    """Run a table, or what is left of it, and write ``results.csv``, ``table.md`` and ``provenance.json``.

    Parameters
    ----------
    name : str
        A name from :func:`cotext.experiments.names`, or a TOML file.
    out : Path
        Folder for the results; finished cells in it are kept.
    full : bool
        The paper's own number of starts.
    seed : int, optional
        Another seed than the table's.
    jobs : int, optional
        Processes at a time, one per core by default; 0 stays in this one.
    fresh : bool
        Run finished cells again.
    figures : bool
        Draw the figures, and run what they need beyond the table.
    listener : callable, optional
        Told of every finished piece of work.
    """
    table = read_table(name)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--out {out}: cannot make this folder ({error.strerror}); give another.") from None
    began = time.perf_counter()
    cells = table.cells(full, seed) if figures else table.table_cells(full, seed)
    minutes = table.raw.get("minutes", {}).get("full" if full else "quick")
    outcomes = run_cells(cells, out, jobs=jobs, minutes=minutes, fresh=fresh, listener=listener)
    rows = rows_of(table, table.table_cells(full, seed), outcomes)
    config = {"table": name, "full": full, "seed": table.raw.get("seed", 0) if seed is None else seed}
    about = {
        "full": full,
        "seconds": round(time.perf_counter() - began, 1),
        "seconds_in_cells": round(sum(one.get("seconds") or 0 for one in outcomes.values()), 1),
        "peak_mb": max([one.get("peak_mb") or 0 for one in outcomes.values()] + [peak_megabytes() or 0]),
        "provenance": provenance(config),
    }
    about["figures_missing"] = _draw(table, outcomes, out, full, seed) if figures else {}
    for piece in (out / "material").glob("*.npz"):
        piece.unlink()
    write_csv(rows, out / "results.csv")
    write_text(out / "table.md", table_page(table, rows))
    write_text(out / "provenance.json", json.dumps(about, indent=2) + "\n")
    return Reproduction(table, rows, outcomes, {"out": str(out), **about})


def _draw(
    table: Experiment, outcomes: dict[str, Any], out: Path, full: bool, seed: int | None
) -> dict[str, str]:
    if not table.figures:
        return {}
    from cotext.experiments.figures.draw import Run, draw_figures

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of fits, which the table has told of already
        return draw_figures(Run(table, outcomes, out, full, seed))
