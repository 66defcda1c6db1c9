"""Draw the figures of a table: for each, one picture and the CSV of its numbers."""

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
from cotext.experiments.figures.displays import DISPLAYS, Bars, Box, Boxes, FigureNumbers, Images, Line, Lines
from cotext.experiments.measures import QUANTILES, TITLES, MeasuredFit, relative_error
from cotext.experiments.table import Cell, Experiment, digest
from cotext.files import write_text
from cotext.models.engine import Estimator
from cotext.models.families.nested_words import words_used
from cotext.pictures.display import Display, display_class, save_picture
from cotext.pictures.prepare import numbers_of
from cotext.result import CoClustering

Figure = Mapping[str, Any]


@dataclass(frozen=True)
class FigureRun:
    """A table whose cells were run, their outcomes, and the folder that still has their material."""

    table: Experiment
    outcomes: Mapping[str, Mapping[str, Any]]
    out: Path
    full: bool = False
    seed: int | None = None


class Done(NamedTuple):
    """A cell that was run, with its titles and the outcome of each of its settings."""

    cell: Cell
    panel: str
    model: str
    settings: Sequence[Mapping[str, Any]]


def draw_figures(run: FigureRun) -> dict[str, str]:
    """Draw the possible figures into ``out/figures``; return the reasons why the others cannot be drawn."""
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


def _display(run: FigureRun, figure: Figure) -> Display:
    if figure["kind"] == "picture":
        (d,), (m,) = figure["data"], figure["models"]
        result = _result(run, d, m, figure)
        numbers = numbers_of(figure["picture"], result, **figure.get("settings", {}))
        return display_class(figure["picture"])(numbers)
    makers: dict[str, Callable[..., FigureNumbers]] = {
        "sweep": _sweep, "boxes": _boxes, "bars": _bars, "spread": _spread, "vocabulary": _vocabulary,
        "reconstruction": _reconstruction,
    }  # fmt: skip
    if figure["kind"] not in makers:
        raise UsageError(
            f"there is no figure of kind {figure['kind']!r}; use {', '.join(makers)} or picture."
        )
    numbers = makers[figure["kind"]](run, figure)
    return DISPLAYS[numbers.name](numbers)


def _done(run: FigureRun, figure: Figure) -> list[Done]:
    """Return the cells of a figure that were run: its own, or those of the table that it shows."""
    cells = run.table.figure_cells(figure, run.full, run.seed) or [
        cell
        for cell in run.table.table_cells(run.full, run.seed)
        if cell.data in figure["data"] and cell.model in figure["models"]
    ]
    outcomes = [(cell, run.outcomes.get(cell.key, {"status": "not run"})) for cell in cells]
    done = [
        Done(cell, run.table.data_title(cell.data), run.table.model_title(cell.model), outcome["settings"])
        for cell, outcome in outcomes
        if outcome["status"] == "done"
    ]
    if not done:
        raise UsageError("none of its cells could be run.")
    return done


def _texts(figure: Figure, details: str) -> dict[str, Any]:
    return {"title": figure["title"], "alt": f"{figure['title']}. {details}", "asks": figure["title"]}


def _sweep(run: FigureRun, figure: Figure) -> Lines:
    lines = []
    for done in _done(run, figure):
        for name in figure["measures"]:
            title = f"{done.model}, {TITLES[name]}" if len(figure["models"]) > 1 else TITLES[name]
            x = [float(setting["point"][0]) for setting in done.settings]
            y = [float(np.mean(setting["scores"][name])) for setting in done.settings]
            lines.append(Line(panel=done.panel, name=title, x=x, y=y))
    ends = "; ".join(f"{line.panel}, {line.name}: {min(line.y):.2f} to {max(line.y):.2f}" for line in lines)
    return Lines(parameter=figure["parameter"], lines=lines, **_texts(figure, ends))


def _boxes(run: FigureRun, figure: Figure) -> Boxes:
    (measure,), boxes = figure["measures"], []
    for done in _done(run, figure):
        for setting in done.settings:
            label = str(setting["point"][0]) if "point" in setting else done.model
            boxes.append(Box(done.panel, label, done.model, setting["scores"][measure]))
    labels = list(dict.fromkeys(box.label for box in boxes))
    boxes.sort(key=lambda box: labels.index(box.label))  # models side by side
    return _with_whiskers(figure, boxes)


def _spread(run: FigureRun, figure: Figure) -> Boxes:
    """Return the scores of all starts and settings of cells of the table."""
    (measure,), boxes = figure["measures"], []
    for done in _done(run, figure):
        scores = [score for setting in done.settings for score in setting["scores"][measure]]
        boxes.append(Box(done.panel, done.model, done.model, np.quantile(scores, QUANTILES).tolist()))
    return _with_whiskers(figure, boxes)


def _with_whiskers(figure: Figure, boxes: list[Box]) -> Boxes:
    named = [(box, " ".join(dict.fromkeys([box.model, box.label]))) for box in boxes]
    medians = "; ".join(f"{box.panel}, {name}: median {box.quantiles[2]:.2f}" for box, name in named)
    note = f"Whiskers: {100 * QUANTILES[0]:.0f} and {100 * QUANTILES[-1]:.0f} % quantiles."
    return Boxes(axis=TITLES[figure["measures"][0]], boxes=boxes, note=note, **_texts(figure, medians))


def _bars(run: FigureRun, figure: Figure) -> Bars:
    (measure,) = figure["measures"]
    done = _done(run, figure)
    bars = [(d.panel, d.model, float(np.mean(d.settings[0]["scores"][measure]))) for d in done]
    details = "; ".join(f"{data}, {model}: {value:.2f}" for data, model, value in bars)
    return Bars(axis=TITLES[measure], bars=bars, **_texts(figure, details))


def _vocabulary(run: FigureRun, figure: Figure) -> Boxes:
    """Return the different words per document, and how much better the first model is than the second."""
    (measure,), (first, second) = figure["measures"], figure["models"]
    done = {(d.cell.data, d.cell.model): d for d in _done(run, figure)}
    boxes = []
    for d in figure["data"]:
        if (d, first) not in done or (d, second) not in done:
            continue
        means = [np.mean(done[d, m].settings[0]["scores"][measure]) for m in (first, second)]
        X = material.counts_of(datasets.load(run.table.raw["data"][d].get("set", d)))
        label = f"{run.table.data_title(d)} ({100 * (means[0] - means[1]):+.0f})"
        boxes.append(Box("", label, "", np.quantile(np.diff(X.indptr), QUANTILES).tolist()))
    medians = "; ".join(f"{b.label}: median {b.quantiles[2]:.0f} words" for b in boxes)
    names = f"{run.table.model_title(first)} minus that of {run.table.model_title(second)}"
    note, axis = f"In brackets: {TITLES[measure]} of {names}, x 100.", "different words in a document"
    return Boxes(axis=axis, boxes=boxes, log=True, note=note, **_texts(figure, medians))


def _reconstruction(run: FigureRun, figure: Figure) -> Images:
    images, errors = [], []
    for d in figure["data"]:
        fits = [_fit(run, d, m, figure) for m in figure["models"]]
        images.append([fits[-1].X.toarray(), *(reconstructed(fit.best) for fit in fits)])
        errors.append([0.0, *(relative_error(fit.X, float(fit.criteria.min())) for fit in fits)])
    columns = ["data", *map(run.table.model_title, figure["models"])]
    rows = [run.table.data_title(d).partition(":")[0] for d in figure["data"]]
    details = "; ".join(
        f"{base}, {model}: relative error {error:.2g}"
        for base, row in zip(rows, errors, strict=True)
        for model, error in zip(columns[1:], row[1:], strict=True)
    )
    return Images(rows=rows, columns=columns, images=images, errors=errors, **_texts(figure, details))


def reconstructed(model: Estimator) -> np.ndarray:
    """Multiply the factors of a small model."""
    hard = model.algorithm.shares_besides
    Z = np.eye(model.block_.shape[0])[model.row_labels_] if hard else model.row_factor_
    if model.fit_.nested_words:
        return np.asarray(Z @ words_used(model.column_factor_, model.block_).T)
    return np.asarray(Z @ model.block_ @ model.column_factor_.T)


def _fit(run: FigureRun, d: str, m: str, figure: Figure) -> MeasuredFit:
    definition = run.table.definition(d, m, run.full, run.seed, figure)
    data = material.gather(definition, run.out / "material")
    return fit(definition, data, data.parts[0][1], {}, None)


def _result(run: FigureRun, d: str, m: str, figure: Figure) -> CoClustering:
    """Return the best start with words, ids and classes."""
    starts, data = _fit(run, d, m, figure), datasets.load(run.table.raw["data"][d].get("set", d))
    counts = material.counts_of(data)
    words = list(data.vocabulary or [f"word{j}" for j in range(counts.shape[1])])
    ids = list(data.ids or map(str, range(counts.shape[0])))
    docword = DocWord(starts.X, words, ids, data.labels, list(data.label_names))
    return CoClustering.from_fit(starts.best, docword, counts=counts)
