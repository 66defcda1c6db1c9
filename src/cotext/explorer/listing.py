"""The runs of a folder. A name that a browser sends is looked up here and never becomes a path."""

from __future__ import annotations

import json
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any

from cotext import files
from cotext.corpus import Archive
from cotext.errors import CotextError, did_you_mean
from cotext.explorer.http_errors import HttpError
from cotext.files import open_plain, read_plain
from cotext.natural import natural
from cotext.report import schema
from cotext.result import EDITED
from cotext.runfolder import DAMAGE, outcome_of, read_edits

LISTED = 1 << 22  # bytes of JSON that are read for a list


def runs_in(folder: Path) -> dict[str, Path]:
    """Return the run folders in a folder, by name."""
    with suppress(OSError):
        paths = sorted(folder.iterdir(), key=lambda path: natural(path.name))  # run-2 before run-10
        return {path.name: path for path in paths if is_run(path)}
    return {}


def is_run(path: Path) -> bool:
    """Whether a folder was written by ``save``."""
    return not path.name.startswith(".") and files.is_run(path)


def find_run(folder: Path, name: str) -> Path:
    """Return the run folder of that name."""
    runs = runs_in(folder)
    if name not in runs:
        guess = did_you_mean(name, runs)
        raise HttpError(
            HTTPStatus.NOT_FOUND,
            f"there is no run {name!r} in {folder}{guess}; choose one of the list of runs.",
        )
    return runs[name]


def entry_of(path: Path) -> schema.RunEntry:
    """Return the entry of a run in a list, without reading all of the run."""
    environment, metrics = _json(path / "environment.json"), _json(path / "metrics.json")
    config = environment.get("config")
    parameters = config.get("parameters") if isinstance(config, dict) else None
    n_clusters = parameters.get("n_clusters") if isinstance(parameters, dict) else None
    entry: schema.RunEntry = {
        "run": path.name,
        "model": str(environment.get("model", "")),
        "n_clusters": _pair(n_clusters),
        "documents": _documents(path / "arrays.npz"),
        "created": str(environment.get("date", "")),
        "metrics": metrics,
    }
    with suppress(CotextError):  # opening the run reports a wrong line
        if (outcome := outcome_of(read_edits(path))) is not None:
            return _edited(entry, outcome)
    return entry


def _edited(entry: schema.RunEntry, after: dict[str, Any]) -> schema.RunEntry:
    """Return the entry after merges and splits, without numbers that are no longer known."""
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
    except (OSError, ValueError, RecursionError):  # also if it is not a plain file
        return {}
    return value if isinstance(value, dict) else {}


def _pair(n_clusters: object) -> tuple[int, int] | None:
    match n_clusters:
        case int():
            return n_clusters, n_clusters
        case [int(documents), int(words)]:
            return documents, words
    return None


def _documents(path: Path) -> int | None:
    with suppress(CotextError, *DAMAGE), open_plain(path) as stream:
        return int(Archive(stream, str(path), lambda error: ValueError(str(error)))["X.shape"][0])
    return None
