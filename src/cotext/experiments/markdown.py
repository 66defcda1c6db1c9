"""Write a table as Markdown, for ``table.md`` of a run and for the page of the docs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cotext.experiments.measures import TITLES
from cotext.experiments.results import Row, reached, sentence
from cotext.experiments.table import Experiment, listed
from cotext.pictures.prepare import counted


def table_page(table: Experiment, rows: Sequence[Row], heading: str = "#") -> str:
    """Write title, summary, every cell and the remarks."""
    compared = any(row.paper is not None for row in rows)
    parts = [
        f"{heading} {table.title}",
        f"{table.raw['about']}. `cotext reproduce {table.name}`",
        *table.raw.get("conclusions", []),
        summary(rows) if compared else overview(table, rows),
        grid(table, rows),
    ]
    if settings := [row for row in rows if row.setting]:
        parts += [f"{heading}# Every setting", _settings(table, settings)]
    if remarks := _remarks(table, rows):
        parts += [f"{heading}# Remarks", "\n".join(remarks)]
    return "\n\n".join(parts) + "\n"


def overview(table: Experiment, rows: Sequence[Row]) -> str:
    """Write the first measure of all data sets and models, the best of each data set in bold."""
    measure = table.measures[0]
    scores = {(row.data, row.model): row.ours for row in rows if row.measure == measure}
    data = list(dict.fromkeys(row.data for row in rows))
    best = {
        d: max((v for (e, _), v in scores.items() if e == d and v is not None), default=None) for d in data
    }

    def text(d: str, m: str) -> str:
        if (d, m) not in scores:
            return ""
        if (value := scores[d, m]) is None:
            return "cannot"
        return f"**{number(value, 2)}**" if value == best[d] else number(value, 2)

    head = [f"mean {TITLES.get(measure, measure)}", *map(table.data_title, data)]
    body = [[table.model_title(m), *(text(d, m) for d in data)] for m in table.raw["models"]]
    return _lines([head, ["---"] * len(head), *body])


def summary(rows: Sequence[Row]) -> str:
    """Count the figures of the paper that are reached."""
    results = reached(rows)
    counts = [f"{yes} of {tried} {TITLES.get(name, name)}" for name, (yes, tried, _) in results.items()]
    missing = max(cannot for _, _, cannot in results.values())
    more = f" {counted(missing, 'cell')} with figures of the paper cannot be run." if missing else ""
    return f"Reached: {', '.join(counts)} figures of the paper.{more}"


def grid(table: Experiment, rows: Sequence[Row]) -> str:
    """Write a line per cell: paper, ours, difference for each measure; figures not reached in bold."""
    groups: dict[tuple[str, ...], list[list[Row]]] = {}
    for cell in _cells(rows):
        groups.setdefault(tuple(row.measure for row in cell), []).append(cell)
    return "\n\n".join(_grid(table, cells) for cells in groups.values())


def _grid(table: Experiment, cells: Sequence[Sequence[Row]]) -> str:
    """Write cells of the same measures."""
    printed = [any(cell[i].paper is not None for cell in cells) for i in range(len(cells[0]))]
    titles = [TITLES.get(row.measure, row.measure) for row in cells[0]]
    head = ["data", "model"]
    for title, compared in zip(titles, printed, strict=True):
        head += [f"{title} paper", "ours", "difference"] if compared else [title]
    lines = [[*head, f"best by criterion ({titles[0]})", "seconds", "peak MB"]]
    lines.append(["---"] * len(lines[0]))
    for cell in cells:
        first = cell[0]
        line = [table.data_title(first.data), table.model_title(first.model, first.setting)]
        for row, compared in zip(cell, printed, strict=True):
            line += _figures(row, compared)
        lines.append([*line, number(first.best), number(first.seconds, 1), number(first.peak_mb, 0)])
    return _lines(lines)


def _cells(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the rows of each cell that are compared with the paper: those of its first setting."""
    cells: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        cell = cells.setdefault((row.data, row.model), [])
        if not cell or cell[0].setting == row.setting:
            cell.append(row)
    return list(cells.values())


def _figures(row: Row, printed: bool) -> list[str]:
    ours = "cannot be run" if row.ours is None else _with_sd(row.ours, row.sd)
    if not printed:
        return [ours]
    paper = "" if row.paper is None else _with_sd(row.paper, row.paper_sd, digits=None)
    difference = "" if row.difference is None else f"{row.difference:+.3f}"
    return [paper, ours, difference if row.reached in (True, None) else f"**{difference or 'missing'}**"]


def _with_sd(value: float, sd: float | None, digits: int | None = 3) -> str:
    text = number(value, digits)
    return text if sd is None else f"{text} ± {number(sd, digits)}"


def number(value: float | None, digits: int | None = 3) -> str:
    """Write a figure; ``digits`` is None for as many digits as the paper printed."""
    if value is None:
        return ""
    return f"{value:g}" if digits is None else f"{value:.{digits}f}"


def _settings(table: Experiment, rows: Sequence[Row]) -> str:
    """Write a line for each setting, oracles included."""
    lines = [["data", "model", "setting", "measure", "ours", "best by criterion"], ["---"] * 6]
    for row in rows:
        ours = "" if row.ours is None else _with_sd(row.ours, row.sd)
        about = [table.data_title(row.data), table.model_title(row.model), row.setting]
        lines.append([*about, TITLES.get(row.measure, row.measure), ours, number(row.best)])
    return _lines(lines)


def _remarks(table: Experiment, rows: Sequence[Row]) -> list[str]:
    """List the notes of the table, then each reason why cells could not be run."""
    known = [f"- {_where(table, remark)}: {remark['text']}" for remark in table.raw.get("notes", [])]
    cannot = table.raw.get("cannot", [])
    known += [f"- {_where(table, remark)}: cannot be run: {remark['text']}." for remark in cannot]
    notes = {(cell.data, cell.model): cell for cell in table.table_cells()}
    failed: dict[str, dict[str, list[str]]] = {}
    for first, *_ in _cells(rows):
        cell = notes.get((first.data, first.model))
        if first.ours is None and (cell is None or cell.cannot is None):
            why = first.note.removesuffix(sentence(*cell.notes) if cell else "").rstrip()
            models = failed.setdefault(why, {}).setdefault(table.data_title(first.data), [])
            models.append(table.model_title(first.model))
    for why, cells in failed.items():
        where = "; ".join(f"{data}: {', '.join(models)}" for data, models in cells.items())
        known.append(f"- {why} ({where})")
    return known


def _where(table: Experiment, remark: dict[str, Any]) -> str:
    """Name the data and the models of a remark."""
    data = [table.data_title(d) for d in listed(remark.get("data", []))]
    models = [table.model_title(m) for m in listed(remark.get("model", []))]
    return "; ".join(filter(None, [" / ".join(data), " / ".join(models)])) or "All cells"


def _lines(lines: Sequence[Sequence[Any]]) -> str:
    return "\n".join("| " + " | ".join(str(value) for value in line) + " |" for line in lines)
