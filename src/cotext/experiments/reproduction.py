"""Run a table by its name and write all results to a folder."""

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
    """A table that has been run: ``rows`` compared with the paper, ``outcomes`` of every start."""

    table: Experiment
    rows: list[Row]
    outcomes: dict[str, Any]
    about: dict[str, Any]

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        keys = ("reached", "of", "cannot_be_run")
        counts = {name: dict(zip(keys, n, strict=True)) for name, n in reached(self.rows).items()}
        head = {"table": self.table.name, "title": self.table.title}
        return {**head, **self.about, "reached": counts, "cells": [asdict(row) for row in self.rows]}


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
    """Run the unfinished cells of a table and write ``results.csv``, ``table.md`` and ``provenance.json``.

    Parameters
    ----------
    name : str
        A name from :func:`cotext.experiments.names`, or a TOML file.
    out : Path
        Folder for the results; finished cells in it are not run again.
    full : bool
        Use the paper's number of starts.
    seed : int, optional
        Use this seed instead of the table's.
    jobs : int, optional
        Number of processes, one per core by default; 0 runs in this process.
    fresh : bool
        Run finished cells again.
    figures : bool
        Draw the figures, and run cells that only they need.
    listener : callable, optional
        Called after every finished job.
    """
    table = read_table(name)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"--out {out}: cannot create this folder ({error.strerror}); give another."
        ) from None
    began = time.perf_counter()
    cells = table.cells(full, seed) if figures else table.table_cells(full, seed)
    minutes = table.raw.get("minutes", {}).get("full" if full else "quick")
    outcomes = run_cells(cells, out, jobs=jobs, minutes=minutes, fresh=fresh, listener=listener)
    rows = rows_of(table, table.table_cells(full, seed), outcomes)
    config = {"table": name, "full": full, "seed": table.raw.get("seed", 0) if seed is None else seed}
    about = {
        "full": full,
        "seconds": round(time.perf_counter() - began, 1),
        "seconds_in_cells": round(sum(cell.get("seconds") or 0 for cell in outcomes.values()), 1),
        "peak_mb": max([cell.get("peak_mb") or 0 for cell in outcomes.values()] + [peak_megabytes() or 0]),
        "provenance": provenance(config),
    }
    drawn = figures and table.figures
    about["figures_missing"] = _draw(table, outcomes, out, full, seed) if drawn else {}
    for piece in (out / "material").glob("*.npz"):
        piece.unlink()
    write_csv(rows, out / "results.csv")
    write_text(out / "table.md", table_page(table, rows))
    write_text(out / "provenance.json", json.dumps(about, indent=2) + "\n")
    return Reproduction(table, rows, outcomes, {"out": str(out), **about})


def _draw(
    table: Experiment, outcomes: dict[str, Any], out: Path, full: bool, seed: int | None
) -> dict[str, str]:
    from cotext.experiments.figures.draw import FigureRun, draw_figures

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of fits, already reported in the table
        return draw_figures(FigureRun(table, outcomes, out, full, seed))
