"""The runs of a folder: whatever name a browser sends is looked up here and never becomes a path."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from cotext import files
from cotext.corpus import Archive
from cotext.errors import CotextError, did_you_mean
from cotext.explorer.http_errors import NoSuchRun
from cotext.files import open_plain, read_plain
from cotext.natural import natural
from cotext.report import schema
from cotext.result import EDITED
from cotext.runfolder import DAMAGE, outcome_of, read_edits

LISTED = 1 << 22  # bytes of JSON that are read for a list


def runs_in(folder: Path) -> dict[str, Path]:
    """The run folders that lie in a folder, by name."""
    found: dict[str, Path] = {}
    with suppress(OSError):
        inside = sorted(folder.iterdir(), key=lambda path: natural(path.name))  # run-2 before run-10
        found = {path.name: path for path in inside if is_run(path)}
    return found


def is_run(path: Path) -> bool:
    """Whether a folder is one that ``save`` wrote."""
    return not path.name.startswith(".") and files.is_run(path)


def find_run(folder: Path, name: str) -> Path:
    """The run folder of that name."""
    runs = runs_in(folder)
    if name not in runs:
        guess = did_you_mean(name, runs)
        raise NoSuchRun(f"there is no run {name!r} in {folder}{guess}; choose one of the list of runs.")
    return runs[name]


def entry_of(path: Path) -> schema.RunEntry:
    """A run in a list: what can be told without reading all of it."""
    environment, metrics = _json(path / "environment.json"), _json(path / "metrics.json")
    config = environment.get("config")
    parameters = config.get("parameters") if isinstance(config, dict) else None
    asked = parameters.get("n_clusters") if isinstance(parameters, dict) else None
    entry: schema.RunEntry = {
        "run": path.name,
        "model": str(environment.get("model", "")),
        "n_clusters": _pair(asked),
        "documents": _documents(path / "arrays.npz"),
        "created": str(environment.get("date", "")),
        "metrics": metrics,
    }
    return entry if (after := _outcome(path)) is None else _edited(entry, after)


def _outcome(path: Path) -> dict[str, Any] | None:
    with suppress(CotextError):  # a wrong line is told when the run is opened
        return outcome_of(read_edits(path))
    return None


def _edited(entry: schema.RunEntry, after: dict[str, Any]) -> schema.RunEntry:
    """What merges and splits have made of an entry; numbers that are not known any more are left out."""
    model, metrics = entry["model"], after.get("metrics")
    return {
        **entry,
        "model": model if model.endswith(EDITED) else f"{model}{EDITED}",
        "n_clusters": _pair(after.get("n_clusters")),
        "metrics": metrics if isinstance(metrics, dict) else {},
    }


def _json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(read_plain(path, LISTED), parse_constant=lambda name: None)
    except (OSError, ValueError, RecursionError):  # also what is no plain file
        return {}
    return value if isinstance(value, dict) else {}


def _pair(asked: object) -> tuple[int, int] | None:
    match asked:
        case int():
            return asked, asked
        case [int(documents), int(words)]:
            return documents, words
    return None


def _documents(path: Path) -> int | None:
    with suppress(CotextError, *DAMAGE), open_plain(path) as stream:
        return int(Archive(stream, str(path), lambda error: ValueError(str(error)))["X.shape"][0])
    return None
