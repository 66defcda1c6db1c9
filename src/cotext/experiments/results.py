"""Compare our numbers with the paper's: one row per cell, setting and measure."""

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
    """One number of ours and the paper's; None if there is none."""

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
    """Return the rows of a table in its order; the best of several settings comes first, as oracle."""
    return [row for cell in cells for row in _of_cell(table, cell, outcomes.get(cell.key))]


def _of_cell(table: Experiment, cell: Cell, outcome: Mapping[str, Any] | None) -> list[Row]:
    measures = cell.definition["measures"]
    if outcome is None or outcome["status"] != "done":
        why = cell.cannot or ("not run" if outcome is None else outcome["why"])
        note = sentence(f"cannot be run: {why}", *cell.notes)
        return [_compared(Row(cell.data, cell.model, "", name, note=note), cell, table) for name in measures]
    seconds, peak = _rounded(outcome["seconds"], 1), _rounded(outcome["peak_mb"], 0)
    sign = 1 if measures[0] in LOWER_IS_BETTER else -1
    best = min(outcome["settings"], key=lambda setting: sign * _mean(setting["scores"][measures[0]]))
    rows = []
    for setting in sorted(outcome["settings"], key=lambda setting: setting is not best):
        oracle = len(outcome["settings"]) > 1 and setting is best
        label = f"{setting['setting']} (oracle)" if oracle else setting["setting"]
        for name in measures:
            values = _summary(setting["scores"][name], setting["best"][name])
            row = Row(cell.data, cell.model, label, name, **values)
            if setting is best:
                row = replace(row, seconds=seconds, peak_mb=peak, note=sentence(*cell.notes))
                row = _compared(row, cell, table)
            rows.append(row)
    return rows


def _summary(values: Sequence[float], best: float) -> dict[str, Any]:
    mean = _mean(values)
    spread = math.sqrt(sum((v - mean) ** 2 for v in values) / len(values)) if len(values) > 1 else None
    return {"ours": _rounded(mean), "sd": _rounded(spread), "n": len(values), "best": _rounded(best)}


def _compared(row: Row, cell: Cell, table: Experiment) -> Row:
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
    """Count, for each measure, the paper's figures that are reached, were tried, and cannot be tried."""
    counts: dict[str, tuple[int, int, int]] = {}
    for row in rows:
        if row.paper is not None:
            yes, tried, cannot = counts.get(row.measure, (0, 0, 0))
            run = row.ours is not None
            counts[row.measure] = (yes + bool(row.reached), tried + run, cannot + (not run))
    return counts


def write_csv(rows: Sequence[Row], path: Path) -> None:
    """Write a line per row; yes and no for reached, nothing for None."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([field.name for field in fields(Row)])
    writer.writerows([_text(value) for value in astuple(row)] for row in rows)
    write_text(path, stream.getvalue())


def read_csv(path: Path) -> list[Row]:
    """Read a file that :func:`write_csv` wrote."""
    with path.open(encoding="utf-8", newline="") as stream:
        lines = list(csv.DictReader(stream))
    return [Row(**{name: _value(name, text) for name, text in line.items()}) for line in lines]


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
    """Join remarks, each with its full stop."""
    return " ".join(remark if remark.endswith(".") else f"{remark}." for remark in remarks if remark)
