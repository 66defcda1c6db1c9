"""Read a table from its TOML file: data, models and the figures of the paper."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from cotext.errors import UsageError, did_you_mean

LONGEST_NAME = 80
TABLES = Path(str(files("cotext.experiments") / "tables"))

KEYS = {
    "table": {
        "title", "about", "reference", "seed", "tolerance", "minutes", "measures", "starts", "data", "models",
        "paper", "notes", "cannot", "figures", "conclusions",
    },
    "data": {
        "set", "title", "kind", "weighting", "idf", "context", "stem", "n_clusters", "groups", "per_group",
        "draws", "words", "stop_words", "measures",
    },
    "model": {
        "model", "title", "parameters", "parameters_for", "word_clusters", "word_clusters_for", "weighting",
        "weighting_for", "idf", "context", "context_for", "on", "grid", "grid_for", "start", "starts",
        "best_of", "only", "skip",
    },
    "remark": {"data", "model", "text"},
    "figure": {
        "name", "kind", "title", "data", "models", "parameter", "values", "measures", "starts", "parameters",
        "picture", "settings",
    },
}  # fmt: skip


@dataclass(frozen=True)
class Cell:
    """One model on one data set; its numbers depend only on ``definition``."""

    data: str
    model: str
    definition: dict[str, Any]
    paper: dict[str, tuple[float, float | None]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    cannot: str | None = None

    @property
    def key(self) -> str:
        """Name of its file: readable, and different for every different definition."""
        return f"{self.data}.{self.model}.{digest(self.definition)}"


@dataclass(frozen=True)
class Experiment:
    """A table; ``raw`` is its TOML file."""

    name: str
    raw: Mapping[str, Any]

    @property
    def title(self) -> str:
        return str(self.raw["title"])

    @property
    def measures(self) -> list[str]:
        return list(self.raw["measures"])

    @property
    def figures(self) -> list[dict[str, Any]]:
        return list(self.raw.get("figures", []))

    def data_title(self, key: str) -> str:
        return str(self.raw["data"][key].get("title", key))

    def model_title(self, key: str, setting: str = "") -> str:
        title = str(self.raw["models"][key].get("title", key))
        return f"{title}, {setting}" if setting else title

    def tolerance(self, sd: float | None) -> float:
        """Largest distance below the paper's mean that still counts as reached."""
        return self.raw.get("tolerance", 0.03) if sd is None else sd

    def cells(self, full: bool = False, seed: int | None = None) -> list[Cell]:
        """Return every cell of the table, row by row, then the other cells of its figures."""
        cells = {cell.key: cell for cell in self.table_cells(full, seed)}
        for figure in self.figures:
            for cell in self.figure_cells(figure, full, seed):
                cells.setdefault(cell.key, cell)
        return list(cells.values())

    def figure_cells(self, figure: Mapping[str, Any], full: bool, seed: int | None = None) -> list[Cell]:
        """Return the cells that a figure needs."""
        if figure["kind"] not in ("sweep", "boxes", "bars"):
            return []
        pairs = [(d, m) for d in figure["data"] for m in figure["models"]]
        return [Cell(d, m, self.definition(d, m, full, seed, figure)) for d, m in pairs]

    def table_cells(self, full: bool = False, seed: int | None = None) -> list[Cell]:
        """Return the cells of the table, without those of its figures."""
        cells = []
        for d in self.raw["data"]:
            for m, entry in self.raw["models"].items():
                if d in entry.get("skip", ()) or d not in entry.get("only", self.raw["data"]):
                    continue
                definition, printed = self.definition(d, m, full, seed), self._printed(d, m)
                notes, cannot = tuple(self._remarks("notes", d, m)), next(self._remarks("cannot", d, m), None)
                cells.append(Cell(d, m, definition, printed, notes, cannot))
        return cells

    def definition(
        self, d: str, m: str, full: bool, seed: int | None, figure: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return everything that the numbers of one cell depend on."""
        data, model, figure = self.raw["data"][d], self.raw["models"][m], figure or {}
        starts = {**self.raw["starts"], **model.get("starts", {}), **figure.get("starts", {})}
        setting = "full" if full else "quick"

        def of_model(key: str, default: object = None) -> Any:
            return model.get(f"{key}_for", {}).get(d, model.get(key, default))

        grid = {figure["parameter"]: figure["values"]} if "parameter" in figure else of_model("grid", {})
        parameters = [model.get("parameters", {}), model.get("parameters_for", {}).get(d, {})]
        parameters.append(figure.get("parameters", {}))
        return {
            "data": {
                "set": data.get("set", d),
                "kind": data.get("kind", "matrix"),
                **{key: data[key] for key in ("groups", "per_group", "words", "stop_words") if key in data},
                **({"draws": data["draws"][setting]} if "draws" in data else {}),
                "weighting": of_model("weighting", data.get("weighting", "auto")),
                "idf": model.get("idf", data.get("idf", "plain")),
                "context": of_model("context", data.get("context")),
                "stem": data.get("stem"),
            },
            "model": model.get("model", m),
            "n_clusters": data.get("n_clusters"),
            "word_clusters": of_model("word_clusters"),
            "parameters": {name: value for part in parameters for name, value in part.items()},
            "on": model.get("on", "matrix"),
            "grid": grid,
            "start": model.get("start"),
            "best_of": model.get("best_of", 1),
            "starts": starts[setting],
            "seed": self.raw.get("seed", 0) if seed is None else seed,
            "measures": figure.get("measures", data.get("measures", self.measures)),
        }

    def _printed(self, d: str, m: str) -> dict[str, tuple[float, float | None]]:
        values = self.raw.get("paper", {}).get(d, {}).get(m, [])
        pairs = [tuple(value) if isinstance(value, list) else (value, None) for value in values]
        return dict(zip(self.raw["data"][d].get("measures", self.measures), pairs, strict=False))

    def _remarks(self, kind: str, d: str, m: str) -> Iterator[str]:
        for remark in self.raw.get(kind, []):
            if d in listed(remark.get("data", d)) and m in listed(remark.get("model", m)):
                yield remark["text"]


def names() -> list[str]:
    """Names of the tables.

    Examples
    --------
    >>> "wc-nmtf" in names()
    True
    """
    return sorted(path.name.removesuffix(".toml") for path in TABLES.iterdir() if path.suffix == ".toml")


def describe() -> list[dict[str, str]]:
    """Return name, title and a description of each table."""
    tables = [read_table(name) for name in names()]
    return [{"name": t.name, "title": t.title, "about": t.raw["about"]} for t in tables]


def read_table(name: str) -> Experiment:
    """Read a table by its name, or from another TOML file.

    Examples
    --------
    >>> read_table("wc-nmtf").measures
    ['nmi', 'ari']
    """
    path = Path(name) if name.endswith(".toml") else TABLES / f"{name}.toml"
    if not path.is_file():
        guess = did_you_mean(name, names())
        raise UsageError(f"there is no table {name!r}{guess}; give one of {', '.join(names())}.")
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        check(raw)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, AttributeError, TypeError) as error:
        why = error.args[0] if isinstance(error, KeyError) else error
        raise UsageError(f"{path.name} is not a table of experiments: {why}; correct the file.") from None
    return Experiment(path.name.removesuffix(".toml"), raw)


def check(raw: Mapping[str, Any]) -> None:
    """Refuse unknown keys, names that cannot be file names, and remarks and figures that have no cell."""
    _known("table", raw)
    for needed in ("title", "about", "measures", "starts", "data", "models"):
        if needed not in raw:
            raise KeyError(f"{needed} is missing")
    for kind, entries in (("data", raw["data"].values()), ("model", raw["models"].values())):
        for entry in entries:
            _known(kind, entry)
    _check_file_names(raw)
    cells = [({"data": d, "model": list(row)}) for d, row in raw.get("paper", {}).items()]
    remarks = [*raw.get("notes", []), *raw.get("cannot", [])]
    for remark in remarks:
        _known("remark", remark)
    for cell in [*cells, *remarks]:
        for kind, known in (("data", raw["data"]), ("model", raw["models"])):
            for key in listed(cell.get(kind, [])):
                _among(key, known)
    for figure in raw.get("figures", []):
        _known("figure", figure)


def _check_file_names(raw: Mapping[str, Any]) -> None:
    sets = [entry["set"] for entry in raw["data"].values() if "set" in entry]
    for name in [*raw["data"], *raw["models"], *sets, *(figure["name"] for figure in raw.get("figures", []))]:
        if not isinstance(name, str) or len(name) > LONGEST_NAME or not re.fullmatch(r"\w[\w .+-]*", name):
            raise KeyError(
                f"{name!r} cannot be part of a file name: expected a letter or digit, then only these, "
                f"spaces and . _ + -, at most {LONGEST_NAME} characters"
            )


def digest(definition: Mapping[str, Any]) -> str:
    """Return a short hash of a definition and the version of the package."""
    from cotext import __version__

    text = json.dumps([__version__, definition], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def _known(kind: str, entry: Mapping[str, Any]) -> None:
    for key in entry:
        _among(key, KEYS[kind])


def _among(key: str, known: Iterable[str]) -> None:
    if key not in known:
        raise KeyError(f"{key!r} is not one of {', '.join(sorted(known))}")


def listed(value: str | Iterable[str]) -> list[str]:
    """Return one name or several as a list."""
    return [value] if isinstance(value, str) else list(value)
