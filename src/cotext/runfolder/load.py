"""Read a run folder back; whatever the files hold, nothing in them is executed."""

from __future__ import annotations

import hashlib
import inspect
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from cotext.corpus import Archive, DocWord, Fields, TooLarge
from cotext.errors import CotextError, UsageError, did_you_mean
from cotext.files import RUN_MARKS, NotPlain, check_plain, is_run, is_there, locked, open_plain, read_plain
from cotext.models.engine import Restarted
from cotext.recipe import Recipe, from_settings
from cotext.result import CoClustering, check_parts, fit_type_of, with_values
from cotext.runfolder.atomic_swap import Seen, clear_up, leftovers
from cotext.runfolder.edits import apply_edits, read_edits
from cotext.runfolder.npz_codec import CHANGED, DAMAGE, damaged, decode, from_json_array
from cotext.runfolder.save import FORMAT, NAMES, files_from_rows, is_ours
from cotext.runfolder.texts import TEXTS, SavedTexts
from cotext.runfolder.validate import check_fitted, check_values, saved_confidence, saved_segments

PATIENCE = 50  # reads of a run that others keep replacing
OWN_KEYS = ("format", "model", "not_saved", "arrays")
KINDS = {"name": str, "params": dict, "model": dict, "metrics": dict}


def load_run(
    make: Callable[..., CoClustering],
    folder: str | os.PathLike[str],
    *,
    models: Mapping[str, type] | None = None,
) -> CoClustering:
    """Read a run folder, ``make`` the result of its arguments, and apply its edits."""
    found = read_run(folder, models=models)
    edits = found.pop("edits")
    return apply_edits(make(**found), edits, Path(folder))


def read_run(folder: str | os.PathLike[str], *, models: Mapping[str, type] | None = None) -> dict[str, Any]:
    """Return the arguments that make the saved ``CoClustering`` again, and its ``edits``."""
    folder = Path(folder)
    for _ in range(PATIENCE):
        _find_again(folder.resolve())
        seen = Seen(folder)
        try:
            return _read_run(folder, models)
        except (CotextError, OSError):
            if seen.is_there():
                raise
        finally:
            seen.close()
    raise CotextError(f"{folder} was replaced {PATIENCE} times while it was read; wait for whoever writes it")


def _find_again(folder: Path) -> None:
    """Wait for a save that is between its two steps, or undo the first of one that died there."""
    if leftovers(folder, "old") and not folder.exists():
        with suppress(OSError), locked(folder):
            clear_up(folder, is_ours)


def _read_run(folder: Path, models: Mapping[str, type] | None) -> dict[str, Any]:
    for name in (*RUN_MARKS, "arrays.npz"):
        if not is_there(folder / name):
            guess = "" if folder.is_dir() else did_you_mean(folder.name, _beside(folder))
            raise UsageError(f"{folder} is not a run folder{guess}: {name} is missing; give what save wrote")
    for name in NAMES:
        check_plain(folder / name)
    environment = _environment(folder / "environment.json")
    tree = _read_arrays(folder / "arrays.npz", environment)
    Model = _model_class(tree["name"], models)
    provenance = {name: value for name, value in environment.items() if name not in OWN_KEYS}
    try:
        docword = DocWord(
            X=tree["X"],
            vocabulary=tree["vocabulary"],
            ids=tree["ids"],
            labels=tree["labels"],
            label_names=tree["label_names"],
            notes=tuple(tree["notes"]),
            fields=Fields.from_saved(tree.get("fields"), len(tree["ids"])),
            files=files_from_rows(tree.get("files", ())),
        )
        arguments = {name: tree[name] for name in ("counts", "excerpts", "metrics")}
        counts = docword.X if arguments["counts"] is None else arguments["counts"]
        check_parts(docword, counts, arguments["excerpts"])
        check_values(docword.X, "X")
        check_values(counts, "counts")
        clusters = np.shape(tree["model"].get("block_", ()))[:1] or (0,)
        arguments["certainty"] = saved_confidence(tree.get("confidence"), (docword.X.shape[0], *clusters))
        arguments["pieces"] = saved_segments(tree.get("segments"), docword.X.shape)
        arguments["recipe"] = _recipe(tree, provenance.get("config", {}))
        _brought_up(tree["model"], Model)
        pieces = arguments["pieces"]
        check_fitted(tree["model"], docword.X.shape, Model, None if pieces is None else pieces.parts.shape[1])
    except DAMAGE as error:
        raise damaged(folder / "arrays.npz", error) from error
    if (index := tree.get("texts")) is not None:
        arguments["texts"] = SavedTexts.opened(folder.absolute() / TEXTS, index, len(docword))
    model = _model(Model, tree["params"], tree["model"])
    known = {"model": model, "docword": docword, "provenance": provenance, "edits": read_edits(folder)}
    return {**known, **arguments}


def _beside(folder: Path) -> list[str]:
    """Names of the run folders beside one."""
    with suppress(OSError):
        return [path.name for path in folder.resolve().parent.iterdir() if is_run(path)]
    return []


def _brought_up(values: dict[str, Any], Model: type) -> None:
    """Give fitted values the names of today, and a consensus of version 0.1 its centres: they were its word
    factor, and its blocks the identity."""
    fit_type = fit_type_of(Model)
    for former, name in fit_type.aliases.items():
        if f"{former}_" in values:
            values.setdefault(f"{name}_", values.pop(f"{former}_"))
    if "opinion_labels" in fit_type.axes() and "document_centres_" not in values:
        S = np.asarray(values.get("block_", ()))
        if S.ndim == 2 and np.array_equal(S, np.eye(len(S))):
            values["document_centres_"] = values["column_factor_"]


def _check_kinds(tree: Mapping[str, Any]) -> None:
    for name, kind in KINDS.items():
        if not isinstance(tree[name], kind):
            raise TypeError(f"{name} is a {type(tree[name]).__name__}")
    for name, value in tree["metrics"].items():
        if not isinstance(value, bool | int | float | str | np.generic | None):
            raise TypeError(f"the metric {name!r} is a {type(value).__name__}")


def _recipe(tree: Mapping[str, Any], config: Mapping[str, Any]) -> Recipe | None:
    """How new documents are to be treated; runs that did not keep the idf hold the counts it came from."""
    if "recipe" in tree:
        if tree["recipe"] is None:
            return None
        idf, words = tree["recipe"]["idf"], tree["recipe"].get("vocabulary")
    elif isinstance(config.get("weighting"), Mapping):
        idf, words = None, None
    else:
        return None
    counts = tree["X"] if tree["counts"] is None else tree["counts"]
    return from_settings(config, tree["vocabulary"], counts, idf, words)


def _environment(path: Path) -> dict[str, Any]:
    try:
        environment: dict[str, Any] = json.loads(read_plain(path))
        version, _ = environment["format"], environment["arrays"]["sha256"]
    except NotPlain:
        raise
    except DAMAGE as error:
        raise damaged(path, error) from error
    if type(version) is not int or not 1 <= version <= FORMAT:
        message = f"{path.parent} has format {version!r}; this version of cotext reads formats 1 to {FORMAT}"
        raise CotextError(f"{message}: use the version that wrote it, or fit again")
    return environment


def _read_arrays(path: Path, environment: dict[str, Any]) -> dict[str, Any]:
    try:
        with open_plain(path) as stream:
            if hashlib.file_digest(stream, "sha256").hexdigest() != environment["arrays"]["sha256"]:
                raise ValueError(CHANGED)
            arrays = Archive(stream, str(path), lambda error: ValueError(str(error)))
            for name in arrays:
                arrays.look_at(name)
            tree = {name: decode(item, arrays) for name, item in from_json_array(arrays["tree"]).items()}
            if extra := set(arrays) - arrays.used:
                raise ValueError(f"unexpected content {sorted(extra)[0]!r}")
        _check_kinds(tree)
        return tree
    except (TooLarge, NotPlain):
        raise
    except DAMAGE as error:
        raise damaged(path, error) from error


def _model_class(name: str, models: Mapping[str, type] | None) -> Any:
    if models is None:
        from cotext.models import by_name

        return by_name(name)
    if name not in models:
        raise UsageError(f"the run was made by {name!r}, which is not among {sorted(models)}")
    return models[name]


def _model(Model: Any, params: Mapping[str, Any], values: dict[str, Any]) -> Any:
    try:
        return with_values(Model(**_parameters(Model, params)), values)
    except DAMAGE as error:
        message = f"the run does not fit this version of the model {Model.cli_name!r} ({error})"
        raise CotextError(f"{message}: use the version of cotext that wrote it, or fit again") from error


def _parameters(Model: Any, params: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters that a model had while they had no effect are left out."""
    former = {one.name for one in fields(Restarted)} - inspect.signature(Model).parameters.keys()
    return {name: value for name, value in params.items() if name not in former}
