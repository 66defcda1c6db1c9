"""From what a table asks for to files: one picture, and the CSV of its numbers, per figure."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cotext import datasets
from cotext.corpus import DocWord
from cotext.errors import CotextError, UsageError
from cotext.experiments import material
from cotext.experiments.cell import fit
from cotext.experiments.figures.displays import DISPLAYS
from cotext.experiments.figures.numbers import Bars, Box, Boxes, Images, Line, Lines
from cotext.experiments.measures import QUANTILES, TITLES, Fit, relative_error
from cotext.experiments.table import Cell, Experiment, digest
from cotext.files import write_text
from cotext.models.families.nested_words import words_used
from cotext.pictures.display import display_class, save_picture
from cotext.pictures.prepare import numbers_of
from cotext.result import CoClustering

Figure = Mapping[str, Any]


@dataclass(frozen=True)
class Run:
    """A table whose cells were run, what came of them, and the folder where their material still lies."""

    table: Experiment
    outcomes: Mapping[str, Mapping[str, Any]]
    out: Path
    full: bool = False
    seed: int | None = None


class Done(NamedTuple):
    """A cell that was run, with its titles and what came of each of its settings."""

    cell: Cell
    panel: str
    model: str
    settings: Sequence[Mapping[str, Any]]


def draw_figures(run: Run) -> dict[str, str]:
    """Draw what can be drawn into ``out/figures``; return why the others cannot."""
    folder, missing = run.out / "figures", {}
    folder.mkdir(exist_ok=True)
    for figure in run.table.figures:
        key = digest({"figure": figure, "full": run.full, "seed": run.seed})
        stamp = run.out / "cells" / f"figure.{figure['name']}.{key}"
        picture = folder / f"{figure['name']}.svg"
        costly = figure["kind"] in ("picture", "reconstruction")
        if costly and stamp.exists() and picture.exists():
            continue
        try:
            save_picture(_display(run, figure), picture)
        except CotextError as error:
            missing[figure["name"]] = str(error)
            continue
        write_text(stamp, json.dumps(figure))
    return missing


def _display(run: Run, figure: Figure) -> Any:
    if figure["kind"] == "picture":
        (d,), (m,) = figure["data"], figure["models"]
        result = _result(run, d, m, figure)
        numbers = numbers_of(figure["picture"], result, **figure.get("settings", {}))
        return display_class(figure["picture"])(numbers)
    makers: dict[str, Callable[..., Any]] = {
        "sweep": _sweep, "boxes": _boxes, "bars": _bars, "spread": _spread, "vocabulary": _vocabulary,
        "reconstruction": _reconstruction,
    }  # fmt: skip
    if figure["kind"] not in makers:
        raise UsageError(
            f"there is no figure of kind {figure['kind']!r}; use {', '.join(makers)} or picture."
        )
    numbers = makers[figure["kind"]](run, figure)
    return DISPLAYS[numbers.name](numbers)


def _done(run: Run, figure: Figure) -> list[Done]:
    """The cells of a figure that were run: its own, or those of the table that it is about."""
    wanted = run.table.figure_cells(figure, run.full, run.seed) or [
        cell
        for cell in run.table.table_cells(run.full, run.seed)
        if cell.data in figure["data"] and cell.model in figure["models"]
    ]
    outcomes = [(cell, run.outcomes.get(cell.key, {"status": "not run"})) for cell in wanted]
    found = [
        Done(cell, run.table.data_title(cell.data), run.table.model_title(cell.model), outcome["settings"])
        for cell, outcome in outcomes
        if outcome["status"] == "done"
    ]
    if not found:
        raise UsageError("none of its cells could be run.")
    return found


def _words(figure: Figure, what: str) -> dict[str, Any]:
    return {"title": figure["title"], "alt": f"{figure['title']}. {what}", "asks": figure["title"]}


def _sweep(run: Run, figure: Figure) -> Lines:
    lines = []
    for done in _done(run, figure):
        for name in figure["measures"]:
            title = f"{done.model}, {TITLES[name]}" if len(figure["models"]) > 1 else TITLES[name]
            x = [float(one["point"][0]) for one in done.settings]
            y = [float(np.mean(one["scores"][name])) for one in done.settings]
            lines.append(Line(panel=done.panel, name=title, x=x, y=y))
    ends = "; ".join(f"{line.panel}, {line.name}: {min(line.y):.2f} to {max(line.y):.2f}" for line in lines)
    return Lines(parameter=figure["parameter"], lines=lines, **_words(figure, ends))


def _boxes(run: Run, figure: Figure) -> Boxes:
    (measure,), boxes = figure["measures"], []
    for done in _done(run, figure):
        for one in done.settings:
            label = str(one["point"][0]) if "point" in one else done.model
            boxes.append(Box(done.panel, label, done.model, one["scores"][measure]))
    places = list(dict.fromkeys(box.label for box in boxes))
    boxes.sort(key=lambda box: places.index(box.label))  # models side by side
    return _with_whiskers(figure, boxes)


def _spread(run: Run, figure: Figure) -> Boxes:
    """Scores of all starts and settings of cells of the table."""
    (measure,), boxes = figure["measures"], []
    for done in _done(run, figure):
        scores = [score for one in done.settings for score in one["scores"][measure]]
        boxes.append(Box(done.panel, done.model, done.model, np.quantile(scores, QUANTILES).tolist()))
    return _with_whiskers(figure, boxes)


def _with_whiskers(figure: Figure, boxes: list[Box]) -> Boxes:
    named = [(box, " ".join(dict.fromkeys([box.model, box.label]))) for box in boxes]
    medians = "; ".join(f"{box.panel}, {name}: median {box.quantiles[2]:.2f}" for box, name in named)
    note = f"Whiskers: {100 * QUANTILES[0]:.0f} and {100 * QUANTILES[-1]:.0f} % quantiles."
    return Boxes(axis=TITLES[figure["measures"][0]], boxes=boxes, note=note, **_words(figure, medians))


def _bars(run: Run, figure: Figure) -> Bars:
    (measure,) = figure["measures"]
    found = _done(run, figure)
    bars = [(d.panel, d.model, float(np.mean(d.settings[0]["scores"][measure]))) for d in found]
    what = "; ".join(f"{data}, {model}: {value:.2f}" for data, model, value in bars)
    return Bars(axis=TITLES[measure], bars=bars, **_words(figure, what))


def _vocabulary(run: Run, figure: Figure) -> Boxes:
    """Different words per document, and what the first model gains over the second."""
    (measure,), (one, other) = figure["measures"], figure["models"]
    done = {(each.cell.data, each.cell.model): each for each in _done(run, figure)}
    boxes = []
    for d in figure["data"]:
        if (d, one) not in done or (d, other) not in done:
            continue
        means = [np.mean(done[d, m].settings[0]["scores"][measure]) for m in (one, other)]
        X = material.counts_of(datasets.load(run.table.raw["data"][d].get("set", d)))
        label = f"{run.table.data_title(d)} ({100 * (means[0] - means[1]):+.0f})"
        quantiles = np.quantile(np.diff(X.indptr), QUANTILES).tolist()
        boxes.append(Box("", label, "", quantiles))
    what = "; ".join(f"{b.label}: median {b.quantiles[2]:.0f} words" for b in boxes)
    names = f"{run.table.model_title(one)} less that of {run.table.model_title(other)}"
    note = f"In brackets: {TITLES[measure]} of {names}, x 100."
    return Boxes(
        axis="different words in a document", boxes=boxes, log=True, note=note, **_words(figure, what)
    )


def _reconstruction(run: Run, figure: Figure) -> Images:
    images, errors = [], []
    for d in figure["data"]:
        row, off = [], [0.0]
        for m in figure["models"]:
            found = _fit(run, d, m, figure)
            X = found.X.toarray()
            row.append(given_back(found.best))
            off.append(relative_error(found.X, float(found.criteria.min())))
        images.append([X, *row])
        errors.append(off)
    columns = ["data", *map(run.table.model_title, figure["models"])]
    rows = [run.table.data_title(d).partition(":")[0] for d in figure["data"]]
    what = "; ".join(
        f"{base}, {model}: relative error {errors[i][j + 1]:.2g}"
        for i, base in enumerate(rows)
        for j, model in enumerate(columns[1:])
    )
    return Images(rows=rows, columns=columns, images=images, errors=errors, **_words(figure, what))


def given_back(model: Any) -> np.ndarray:
    """The matrix that the factors of a small model multiply to."""
    hard = model.algorithm.shares_besides
    Z = np.eye(model.block_.shape[0])[model.row_labels_] if hard else model.row_factor_
    if model.fit_.nested_words:
        return np.asarray(Z @ words_used(model.column_factor_, model.block_).T)
    return np.asarray(Z @ model.block_ @ model.column_factor_.T)


def _fit(run: Run, d: str, m: str, figure: Figure) -> Fit:
    definition = run.table.definition(d, m, run.full, run.seed, figure)
    found = material.gather(definition, run.out / "material")
    return fit(definition, found, found.parts[0][1], {}, None)


def _result(run: Run, d: str, m: str, figure: Figure) -> CoClustering:
    """The best start as a person wants to read it."""
    found, data = _fit(run, d, m, figure), datasets.load(run.table.raw["data"][d].get("set", d))
    counts = material.counts_of(data)
    words = list(data.vocabulary or [f"word{j}" for j in range(counts.shape[1])])
    ids = list(data.ids or map(str, range(counts.shape[0])))
    docword = DocWord(found.X, words, ids, data.labels, list(data.label_names))
    return CoClustering.from_fit(found.best, docword, counts=counts)
