"""Fit, save and show: what ``fit`` and ``demo`` share. What cannot work is refused before the work begins."""

from __future__ import annotations

import inspect
import os
from pathlib import Path
from typing import Any

from cotext.cli.show import print_json, result_as_json, show_result
from cotext.cli.talk import Talk, talk
from cotext.errors import NotConverged, UsageError


def run_fit(
    source: str,
    n_clusters: Any,
    model: str,
    run: Path,
    options: dict[str, Any],
    parameters: dict[str, Any],
    *,
    seed: int,
    as_json: bool,
    quiet: bool,
    verbose: bool = False,
    strict: bool = False,
) -> None:
    """Fit, save and show."""
    from cotext.models import usual

    with talk(quiet, verbose) as talking:
        talking.stage("starting")
        replaces = check_out(run)
        model = usual(n_clusters) if model == "auto" else model
        parameters = check_parameters(model, parameters, n_clusters, seed)
        result = _fit(source, n_clusters, model, {**options, **parameters}, talking)
        talking.finish()
        talking.stage("saving")
        result.save(run)
        if replaces:
            talking.note(f"the earlier run in {run} was replaced")
    if as_json:
        print_json(result_as_json(result, str(run)))
    elif not quiet:
        show_result(result, str(run), talking.note)
    if strict and not result.metrics["converged"]:
        raise NotConverged(
            f"{model} did not converge in {result.metrics['n_iter']} sweeps (the run was saved): "
            "allow more by --set max_iter=500, or a larger --set tol=1e-4."
        )


def check_out(run: Path) -> bool:
    """Refuse a place where the run could not be saved; say whether it replaces another run."""
    from cotext.result.save import refuse_foreign

    refuse_foreign(run)
    parent = next(folder for folder in run.resolve().parents if folder.exists())
    if not (parent.is_dir() and os.access(parent, os.W_OK)):
        raise UsageError(f"--out {run}: {parent} is not a folder that can be written to; give another.")
    return run.is_dir() and any(run.iterdir())


def check_parameters(model: str, parameters: dict[str, Any], n_clusters: Any, seed: int) -> dict[str, Any]:
    """The parameters with the seed, where the model has one; unknown or impossible ones are refused."""
    from cotext.models import by_name
    from cotext.prepare import make_model

    Model = by_name(model)
    if "random_state" in inspect.signature(Model).parameters:
        parameters = {**parameters, "random_state": seed}
    make_model(Model, n_clusters=n_clusters, **parameters)
    return parameters


def _fit(source: str, n_clusters: Any, model: str, keywords: dict[str, Any], talking: Talk) -> Any:
    from cotext.api import cluster

    return cluster(
        source,
        n_clusters,
        model,
        callback=talking.sweep,
        stage=talking.stage,
        note=talking.note,
        **keywords,
    )
