"""Read a run folder; nothing in its files is executed."""

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

from cotext.corpus import Archive, DocWord, Fields
from cotext.errors import CotextError, UsageError, did_you_mean
from cotext.files import RUN_MARKS, check_plain, is_run, is_there, locked, open_plain, read_plain
from cotext.models.engine import Estimator, Restarted
from cotext.recipe import Recipe, from_settings
from cotext.result import CoClustering, check_parts, fit_type_of, with_values
from cotext.runfolder.atomic_swap import HeldFolder, clear_up, leftovers
from cotext.runfolder.edits import Edit, apply_edits, read_edits
from cotext.runfolder.npz_codec import CHANGED, DAMAGE, decode, from_json_array, reading
from cotext.runfolder.save import FORMAT, NAMES, files_from_rows, is_ours
from cotext.runfolder.texts import TEXTS, SavedTexts
from cotext.runfolder.validate import check_fitted, check_values, saved_confidence, saved_segments

TRIES = 50  # reads of a run that other processes keep replacing
OWN_KEYS = ("format", "model", "not_saved", "arrays")
KINDS = {"name": str, "params": dict, "model": dict, "metrics": dict}


def load_run(
    make: Callable[..., CoClustering],
    folder: str | os.PathLike[str],
    *,
    models: Mapping[str, type] | None = None,
) -> CoClustering:
    """Read a run folder, ``make`` a result of it, and apply its edits."""
    folder = Path(folder)
    for _ in range(TRIES):
        _restore(folder.resolve())
        opened = HeldFolder(folder)
        try:
            arguments, edits = _read_run(folder, models)
            break
        except (CotextError, OSError):
            if opened.is_there():
                raise
        finally:
            opened.close()
    else:
        raise CotextError(f"{folder} was replaced {TRIES} times during reading; wait until nobody writes it")
    return apply_edits(make(**arguments), edits, folder)


def _restore(folder: Path) -> None:
    """Wait for a save that is between its two steps, or undo the first step if that save died."""
    if leftovers(folder, "old") and not folder.exists():
        with suppress(OSError), locked(folder):
            clear_up(folder, is_ours)


def _read_run(folder: Path, models: Mapping[str, type] | None) -> tuple[dict[str, Any], list[Edit]]:
    """Return the arguments of the saved ``CoClustering``, and its edits."""
    for name in (*RUN_MARKS, "arrays.npz"):
        if not is_there(folder / name):
            guess = "" if folder.is_dir() else did_you_mean(folder.name, _runs_next_to(folder))
            raise UsageError(f"{folder} is not a run folder{guess}: {name} is missing; give a saved run")
    for name in NAMES:
        check_plain(folder / name)
    environment = _environment(folder / "environment.json")
    tree = _read_arrays(folder / "arrays.npz", environment)
    Model = _model_class(tree["name"], models)
    provenance = {name: value for name, value in environment.items() if name not in OWN_KEYS}
    with reading(folder / "arrays.npz"):
        arguments = _arguments(tree, provenance.get("config", {}), Model)
    if (index := tree.get("texts")) is not None:
        n_texts = len(arguments["docword"])
        arguments["texts"] = SavedTexts.opened(folder.absolute() / TEXTS, index, n_texts)
    model = _model(Model, tree["params"], tree["model"])
    return {"model": model, "provenance": provenance, **arguments}, read_edits(folder)


def _arguments(tree: dict[str, Any], config: Mapping[str, Any], Model: type[Estimator]) -> dict[str, Any]:
    """Return the matrix and the checked parts of a result; the model must be one of the matrix."""
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
    counts = docword.X if tree["counts"] is None else tree["counts"]
    check_parts(docword, counts, tree["excerpts"])
    check_values(docword.X, "X")
    check_values(counts, "counts")
    n_clusters = np.shape(tree["model"].get("block_", ()))[:1] or (0,)
    pieces = saved_segments(tree.get("segments"), docword.X.shape)
    _update_names(tree["model"], Model)
    check_fitted(tree["model"], docword.X.shape, Model, None if pieces is None else pieces.parts.shape[1])
    return {
        "docword": docword,
        **{name: tree[name] for name in ("counts", "excerpts", "metrics")},
        "certainty": saved_confidence(tree.get("confidence"), (docword.X.shape[0], *n_clusters)),
        "pieces": pieces,
        "recipe": _recipe(tree, config),
    }


def _runs_next_to(folder: Path) -> list[str]:
    with suppress(OSError):
        return [path.name for path in folder.resolve().parent.iterdir() if is_run(path)]
    return []


def _update_names(values: dict[str, Any], Model: type) -> None:
    """Give fitted values their present names, and a consensus of version 0.1 its centers.

    Its centers were its word factor, and its blocks the identity.
    """
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
    """Return the recipe for new documents; old runs without the idf hold the counts that determine it."""
    is_old = "recipe" not in tree and isinstance(config.get("weighting"), Mapping)
    saved = {"idf": None} if is_old else tree.get("recipe")
    if saved is None:
        return None
    counts = tree["X"] if tree["counts"] is None else tree["counts"]
    return from_settings(config, tree["vocabulary"], counts, saved["idf"], saved.get("vocabulary"))


def _environment(path: Path) -> dict[str, Any]:
    with reading(path):
        environment: dict[str, Any] = json.loads(read_plain(path))
        version, _ = environment["format"], environment["arrays"]["sha256"]
    if type(version) is not int or not 1 <= version <= FORMAT:
        raise CotextError(
            f"{path.parent} has format {version!r}; this version of cotext reads formats 1 to {FORMAT}: use "
            "the version that wrote it, or fit again"
        )
    return environment


def _read_arrays(path: Path, environment: dict[str, Any]) -> dict[str, Any]:
    with reading(path), open_plain(path) as stream:
        if hashlib.file_digest(stream, "sha256").hexdigest() != environment["arrays"]["sha256"]:
            raise ValueError(CHANGED)
        arrays = Archive(stream, str(path), lambda error: ValueError(str(error)))
        for name in arrays:
            arrays.look_at(name)
        tree = {name: decode(item, arrays) for name, item in from_json_array(arrays["tree"]).items()}
        if unexpected := set(arrays) - arrays.used:
            raise ValueError(f"unexpected content {min(unexpected)!r}")
        _check_kinds(tree)
    return tree


def _model_class(name: str, models: Mapping[str, type] | None) -> Any:
    if models is None:
        from cotext.models import by_name

        return by_name(name)
    if name not in models:
        raise UsageError(f"the run was made by {name!r}, which is not among {sorted(models)}")
    return models[name]


def _model(Model: type[Estimator], params: Mapping[str, Any], values: dict[str, Any]) -> Estimator:
    """Return the fitted model, without the parameters of earlier versions that had no effect."""
    try:
        former = {field.name for field in fields(Restarted)} - inspect.signature(Model).parameters.keys()
        params = {name: value for name, value in params.items() if name not in former}
        return with_values(Model(**params), values)
    except DAMAGE as error:
        raise CotextError(
            f"the run does not fit this version of the model {Model.cli_name!r} ({error}): use the version "
            "of cotext that wrote it, or fit again"
        ) from error
