"""Fit, save and show: what ``fit`` and ``demo`` share. What cannot work is refused before the work begins."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from cotext import garbage
from cotext.cli.checkpoints import Keeping, checkpointed
from cotext.cli.cluster import on_cluster
from cotext.cli.output import check_file, print_json, result_as_json, show_result
from cotext.cli.talk import talk
from cotext.errors import NotConverged, UsageError
from cotext.typed import TABLES


def run_fit(  # noqa: PLR0913 - what fit was asked for
    source: Any,
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
    seed_words: Path | None = None,
    memberships: Path | None = None,
    keep_texts: bool = True,
    keeping: Keeping | None = None,
    cluster: tuple[str | None, bool] = (None, False),
) -> None:
    """Fit, save and show."""
    with garbage.importing():
        from cotext.api import cluster_by, set_up
        from cotext.models.engine import SweepModel
        from cotext.result.memberships import membership_table

    with talk(quiet, verbose) as talking:
        talking.stage("starting")
        replaces = check_out(run)
        check_file("--memberships", memberships, TABLES, "tables")
        estimator, recipe = set_up(model, n_clusters, options, {**parameters, "random_state": seed})
        if isinstance(estimator, SweepModel):
            talking.details([f"{estimator.cli_name}: {estimator.ahead()}"])
        with (
            checkpointed(run, keeping, talking.note),
            on_cluster(*cluster, estimator, source, talking) as listen,
        ):
            result = cluster_by(
                estimator,
                recipe,
                source,
                seed_words=seed_words,
                keep_texts=keep_texts,
                callback=listen,
                stage=talking.stage,
                note=talking.note,
            )
            talking.finish()
            talking.details(map(str, result.docword.files))
            talking.stage("saving")
            result.save(run)
        if memberships is not None:
            membership_table(result.docword.ids, result.memberships).to_csv(memberships)
        if replaces:
            talking.note(f"the earlier run in {run} was replaced")
    if as_json:
        print_json(result_as_json(result, str(run)))
    elif not quiet:
        show_result(result, str(run), talking.note)
    if strict and not result.metrics["converged"]:
        raise NotConverged(
            f"{estimator.cli_name} did not converge in {result.metrics['n_iter']} sweeps (the run was "
            "saved): allow more by --set max_iter=500, or a larger --set tol=1e-4."
        )


def check_out(run: Path) -> bool:
    """Refuse a place where the run could not be saved; say whether it replaces another run."""
    from cotext.result.save import refuse_foreign

    refuse_foreign(run)
    parent = next(folder for folder in run.resolve().parents if folder.exists())
    if not (parent.is_dir() and os.access(parent, os.W_OK)):
        raise UsageError(f"--out {run}: {parent} is not a folder that can be written to; give another.")
    return run.is_dir() and any(run.iterdir())
