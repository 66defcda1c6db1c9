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
from typing import Any, TypeAlias

import numpy as np

from cotext.backend import quiet_blas
from cotext.errors import CotextError
from cotext.experiments import material
from cotext.experiments.measures import Data, MeasuredFit, score
from cotext.files import write_text
from cotext.models import by_name, make
from cotext.models.engine import Estimator

Values: TypeAlias = Mapping[str, Any]
MEGABYTE = 1024.0 if sys.platform != "darwin" else 1024.0**2  # ru_maxrss counts in these


def run(definition: Values, cache: Path, n_jobs: int | None = None) -> dict[str, Any]:
    """Return the scores of every start under every setting, or the reason why the cell cannot be run."""
    began = time.perf_counter()
    try:
        data = material.gather(definition, cache)
    except CotextError as error:  # not saved, because the data may be added later
        return {"status": "cannot", "why": str(error), "lacks": True}
    try:
        with warnings.catch_warnings(), quiet_blas():
            warnings.simplefilter("ignore")  # thousands of starts; their scores show the problem
            outcome: dict[str, Any] = {"status": "done", "settings": _settings(definition, data, n_jobs)}
    except (CotextError, MemoryError, ImportError) as error:
        outcome = {"status": "cannot", "why": str(error) or type(error).__name__}
    return {**outcome, "seconds": time.perf_counter() - began, "peak_mb": peak_megabytes()}


def peak_megabytes() -> float | None:
    """Return the peak memory of this process, or None if the system does not report it."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEGABYTE


def _settings(definition: Values, data: material.Material, n_jobs: int | None) -> list[dict[str, Any]]:
    """Score each point of the grid, and each slice separately; samples are pooled."""
    by_slice = definition["on"].endswith("slices")
    settings = []
    for parts in [[part] for part in data.parts] if by_slice else [data.parts]:
        for values in product(*definition["grid"].values()):
            chosen = dict(zip(definition["grid"], values, strict=True))
            labels = [parts[0][0]] if by_slice and parts[0][0] else []
            label = ", ".join([*labels, *(f"{name} = {value}" for name, value in chosen.items())])
            fits = [fit(definition, data, X, chosen, n_jobs) for _, X in parts]
            point = {"point": list(chosen.values())} if chosen else {}  # for figures along the grid
            settings.append({"setting": label, **point, **score(fits, definition["measures"])})
    return settings


def fit(
    definition: Values, data: material.Material, X: Data, setting: Values, n_jobs: int | None
) -> MeasuredFit:
    """Fit every start of a model on one matrix or tensor."""
    Model, seed, best_of = by_name(definition["model"]), definition["seed"], definition["best_of"]
    setting = dict(setting)
    g = setting.pop("n_clusters", definition["n_clusters"] or data.n_classes)
    m = setting.pop("word_clusters", definition["word_clusters"])
    parameters = {"n_jobs": n_jobs, "random_state": seed, **definition["parameters"], **setting}
    model = make(Model, n_clusters=g if m is None else (g, m), **parameters)
    starts = definition["starts"] * best_of
    fits = list(_starts(model, X, starts, seed, definition["start"], data.fit_params))
    best = fits[int(np.argmin([model.criterion_ for model in fits]))]
    labelings = [labels for model in fits for labels in model.fit_.get("restart_labels", [model.labels_])]
    criteria = np.concatenate([np.ravel(model.criteria_)[: len(labelings)] for model in fits])
    criteria = criteria[: len(labelings)]
    groups = range(0, len(criteria), best_of)  # of starts; the lowest criterion represents a group
    rows = [i + criteria[i : i + best_of].argmin() for i in groups]
    labels = np.array(labelings)[rows]
    return MeasuredFit(best, X, labels, criteria[rows], data.labels, data.external, seed, data.fit_params)


def _starts(
    model: Estimator, X: Data, starts: int, seed: int, start: str | None, fit_params: Mapping[str, Any]
) -> Iterator[Estimator]:
    """Fit all starts at once if the model stores the labels of each, else one by one."""
    if "n_init" not in model.get_params(deep=False):
        yield model.fit(X, **fit_params)
        return
    if start is None:
        model.set_params(n_init=starts).fit(X, **fit_params)
        if starts == 1 or model.fit_.get("restart_labels") is not None:
            yield model
            return
    for number in range(starts):
        single = type(model)(**model.get_params()).set_params(n_init=1, random_state=seed + number)
        if start == "equal":  # rows and columns are the same things
            g = single.algorithm.cluster_pair()[0]
            Z = np.eye(g)[np.random.default_rng(seed + number).integers(g, size=X.shape[0])]
            single.set_params(init=(Z, Z))
        yield single.fit(X, **fit_params)


def _follow(parent: int) -> None:
    """Exit when the parent process has ended for any reason."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def do(work: Mapping[str, Any]) -> dict[str, Any]:
    """Run a cell, or prepare a piece of material, and return the outcome."""
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
