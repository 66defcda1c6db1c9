"""Our numbers beside the paper's: one row per cell, setting and measure."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import Any

from cotext.experiments.measures import LOWER_IS_BETTER
from cotext.experiments.table import Cell, Experiment
from cotext.files import write_text

DIGITS = 4


@dataclass(frozen=True)
class Row:
    """One number and what it is compared with; None where there is none."""

    data: str
    model: str
    setting: str
    measure: str
    paper: float | None = None
    paper_sd: float | None = None
    ours: float | None = None
    sd: float | None = None
    n: int | None = None
    best: float | None = None
    difference: float | None = None
    reached: bool | None = None
    seconds: float | None = None
    peak_mb: float | None = None
    note: str = ""


def rows_of(table: Experiment, cells: Sequence[Cell], outcomes: Mapping[str, Mapping[str, Any]]) -> list[Row]:
    """The rows of a table, in its order; of several settings the best comes first and is called oracle."""
    return [row for cell in cells for row in _of_cell(table, cell, outcomes.get(cell.key))]


def _of_cell(table: Experiment, cell: Cell, outcome: Mapping[str, Any] | None) -> list[Row]:
    if outcome is None or outcome["status"] != "done":
        why = cell.cannot or ("not run" if outcome is None else outcome["why"])
        bare = Row(cell.data, cell.model, "", "", note=sentence(f"cannot be run: {why}", *cell.notes))
        return [_beside(replace(bare, measure=name), cell, table) for name in cell.definition["measures"]]
    seconds, peak = _rounded(outcome["seconds"], 1), _rounded(outcome["peak_mb"], 0)
    settings = _best_first(outcome["settings"], cell.definition["measures"][0])
    rows = []
    for place, one in enumerate(settings):
        oracle = len(settings) > 1 and place == 0
        label = f"{one['setting']} (oracle)" if oracle else one["setting"]
        for name in cell.definition["measures"]:
            row = Row(cell.data, cell.model, label, name, **_summary(one["scores"][name], one["best"][name]))
            if place == 0:
                row = _beside(
                    replace(row, seconds=seconds, peak_mb=peak, note=sentence(*cell.notes)), cell, table
                )
            rows.append(row)
    return rows


def _best_first(settings: Sequence[Mapping[str, Any]], measure: str) -> list[Mapping[str, Any]]:
    sign = 1 if measure in LOWER_IS_BETTER else -1
    first = min(settings, key=lambda one: sign * _mean(one["scores"][measure]))
    return [first, *(one for one in settings if one is not first)]


def _summary(values: Sequence[float], best: float) -> dict[str, Any]:
    mean = _mean(values)
    spread = math.sqrt(sum((v - mean) ** 2 for v in values) / len(values)) if len(values) > 1 else None
    return {"ours": _rounded(mean), "sd": _rounded(spread), "n": len(values), "best": _rounded(best)}


def _beside(row: Row, cell: Cell, table: Experiment) -> Row:
    """Add the paper's figure, the difference and whether it was reached."""
    mean, sd = cell.paper.get(row.measure, (None, None))
    if mean is None:
        return row
    if row.ours is None:
        return replace(row, paper=mean, paper_sd=sd, reached=False)
    difference = row.ours - mean
    gain = -difference if row.measure in LOWER_IS_BETTER else difference
    reached = gain >= -table.tolerance(sd) - 10.0**-DIGITS / 2
    return replace(row, paper=mean, paper_sd=sd, difference=_rounded(difference), reached=reached)


def reached(rows: Sequence[Row]) -> dict[str, tuple[int, int, int]]:
    """For each measure how many of the paper's figures are reached, were tried, and cannot be tried."""
    found: dict[str, tuple[int, int, int]] = {}
    for row in rows:
        if row.paper is not None:
            yes, tried, cannot = found.get(row.measure, (0, 0, 0))
            run = row.ours is not None
            found[row.measure] = (yes + bool(row.reached), tried + run, cannot + (not run))
    return found


def write_csv(rows: Sequence[Row], path: Path) -> None:
    """One line per row; yes and no for reached, nothing for None."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([field.name for field in fields(Row)])
    writer.writerows([_text(value) for value in astuple(row)] for row in rows)
    write_text(path, stream.getvalue())


def read_csv(path: Path) -> list[Row]:
    """The rows of a file that :func:`write_csv` wrote."""
    with path.open(encoding="utf-8", newline="") as stream:
        return [
            Row(**{name: _value(name, text) for name, text in line.items()})
            for line in csv.DictReader(stream)
        ]


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _value(name: str, text: str) -> Any:
    if name in ("data", "model", "setting", "measure", "note"):
        return text
    if text == "":
        return None
    if name == "reached":
        return text == "yes"
    return int(text) if name == "n" else float(text)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else math.nan


def _rounded(value: float | None, digits: int = DIGITS) -> float | None:
    return None if value is None or not math.isfinite(value) else round(value, digits)


def sentence(*remarks: str) -> str:
    """Remarks one after the other, each with its full stop."""
    return " ".join(remark if remark.endswith(".") else f"{remark}." for remark in remarks if remark)
