"""One cell: fit every start, score every start. ``python -m cotext.experiments.cell JOB`` runs one alone."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
import warnings
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from cotext.backend import quiet_blas
from cotext.errors import CotextError
from cotext.experiments import material
from cotext.experiments.measures import Data, Fit, score
from cotext.files import write_text
from cotext.models import by_name, make

MEGABYTE = 1024.0 if sys.platform != "darwin" else 1024.0**2  # ru_maxrss counts in these


def run(definition: Mapping[str, Any], cache: Path, n_jobs: int | None = None) -> dict[str, Any]:
    """The scores of every start under every setting; a cell that cannot be run says why."""
    began = time.perf_counter()
    try:
        found = material.gather(definition, cache)
    except CotextError as error:  # the data may come: not to be kept
        return {"status": "cannot", "why": str(error), "lacks": True}
    try:
        with warnings.catch_warnings(), quiet_blas():
            warnings.simplefilter("ignore")  # thousands of starts: what they warn of is in the scores
            outcome: dict[str, Any] = {"status": "done", "settings": _settings(definition, found, n_jobs)}
    except (CotextError, MemoryError, ImportError) as error:
        outcome = {"status": "cannot", "why": str(error) or type(error).__name__}
    return {**outcome, "seconds": time.perf_counter() - began, "peak_mb": peak_megabytes()}


def peak_megabytes() -> float | None:
    """The most memory this process has held; None where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEGABYTE


def _settings(
    definition: Mapping[str, Any], found: material.Material, n_jobs: int | None
) -> list[dict[str, Any]]:
    """One entry per point of the grid and per slice; samples are pooled."""
    apart = definition["on"].endswith("slices")
    each = [[part] for part in found.parts] if apart else [found.parts]
    settings = []
    for parts in each:
        for values in product(*definition["grid"].values()):
            chosen = dict(zip(definition["grid"], values, strict=True))
            label = ", ".join(f"{name} = {value}" for name, value in chosen.items())
            label = ", ".join(filter(None, [parts[0][0] if apart else "", label]))
            fits = [fit(definition, found, X, chosen, n_jobs) for _, X in parts]
            point = {"point": list(chosen.values())} if chosen else {}  # for figures that draw along it
            settings.append({"setting": label, **point, **score(fits, definition["measures"])})
    return settings


def fit(
    definition: Mapping[str, Any],
    found: material.Material,
    X: Data,
    chosen: Mapping[str, Any],
    n_jobs: int | None,
) -> Fit:
    """Every start of a model on one matrix or tensor."""
    Model = by_name(definition["model"])
    chosen = dict(chosen)
    g = chosen.pop("n_clusters", definition["n_clusters"] or found.n_classes)
    m = chosen.pop("word_clusters", definition["word_clusters"])
    parameters = {"n_jobs": n_jobs, "random_state": definition["seed"], **definition["parameters"], **chosen}
    model = make(Model, n_clusters=g if m is None else (g, m), **parameters)
    starts = definition["starts"] * definition["best_of"]
    fits = list(_starts(model, X, starts, definition["seed"], definition["start"], found.beside))
    best = fits[int(np.argmin([one.criterion_ for one in fits]))]
    labelings = [labels for one in fits for labels in one.fit_.get("restart_labels", [one.labels_])]
    criteria = np.concatenate([np.ravel(one.criteria_)[: len(labelings)] for one in fits])
    kept = _best_of(criteria[: len(labelings)], definition["best_of"])
    labels = np.array(labelings)[kept]
    return Fit(
        best, X, labels, criteria[kept], found.labels, found.external, definition["seed"], found.beside
    )


def _best_of(criteria: np.ndarray, size: int) -> np.ndarray:
    """The place of the lowest criterion in each group of so many starts."""
    return np.array([i + criteria[i : i + size].argmin() for i in range(0, len(criteria), size)])


def _starts(
    model: Any, X: Data, starts: int, seed: int, start: str | None, beside: Mapping[str, Any]
) -> Iterator[Any]:
    """One fit for all starts where the model keeps the labels of each, else a fit per start."""
    if "n_init" not in model.get_params(deep=False):
        yield model.fit(X, **beside)
        return
    if start is None:
        model.set_params(n_init=starts).fit(X, **beside)
        if starts == 1 or model.fit_.get("restart_labels") is not None:
            yield model
            return
    for number in range(starts):
        one = type(model)(**model.get_params()).set_params(n_init=1, random_state=seed + number)
        if start == "equal":
            one.set_params(init=_equal(X, one, seed + number))
        yield one.fit(X, **beside)


def _equal(X: Data, model: Any, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Random documents, and the columns like them: for relations between the same things."""
    g = model.algorithm.cluster_pair()[0]
    Z = np.eye(g)[np.random.default_rng(seed).integers(g, size=X.shape[0])]
    return Z, Z


def _follow(parent: int) -> None:
    """End with the process that asked for the work, however that one ended."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def do(work: Mapping[str, Any]) -> dict[str, Any]:
    """The outcome of a piece of work: a cell, or a piece of material."""
    if "definition" in work:
        return run(work["definition"], Path(work["cache"]), work.get("n_jobs"))
    try:
        material.make(work["piece"], Path(work["file"]))
    except CotextError as error:
        return {"status": "cannot", "why": str(error)}
    return {"status": "done"}


def main(job: str) -> None:
    """Do the work that a file describes and write its outcome."""
    work = json.loads(Path(job).read_text(encoding="utf-8"))
    if os.name == "posix":
        threading.Thread(target=_follow, args=(work["parent"],), daemon=True).start()
    write_text(work["outcome"], json.dumps(do(work)))


if __name__ == "__main__":
    main(sys.argv[1])
