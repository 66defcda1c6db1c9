"""Fit, save and print, with checkpoints and on a cluster: shared by ``fit`` and ``demo``.

Impossible requests fail before the fit begins.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cotext import gc_tuning
from cotext.cli.exits import Terminated
from cotext.cli.output import check_file, complain, print_result, talk
from cotext.console import Console, FitProgress
from cotext.errors import NotConverged, UsageError
from cotext.parsing import TABLES

if TYPE_CHECKING:
    from cotext.backend.dask import Crew
    from cotext.models.engine import Estimator
    from cotext.store import Store

EVERY = 60.0  # seconds: shorter fits have no checkpoint


class CheckpointOptions(NamedTuple):
    """Seconds between checkpoints, and whether to continue from an existing one."""

    every: float = EVERY
    resume: bool = False


@contextmanager
def checkpointed(
    run: Path, options: CheckpointOptions | None, note: Callable[[str], object]
) -> Iterator[None]:
    """Save checkpoints of the fit inside, if there are options; an interruption says how to continue."""
    from cotext.models.checkpoint import checkpointing

    if options is None:
        yield
        return
    folder = run.resolve() if run.name in ("", "..") else run
    path = folder.with_name(f"{folder.name}.checkpoint")
    exists = path.exists()
    try:
        with checkpointing(path, resume=options.resume, every=options.every):
            if options.resume:
                note(f"continues from {path}" if exists else f"no checkpoint {path}: starts from scratch")
            elif exists:
                note(f"{path} of an interrupted fit is replaced: rerun with --resume to continue that fit")
            yield
    except (KeyboardInterrupt, Terminated):
        if path.exists():
            complain(f"progress saved to {path}; rerun with --resume to continue")
        raise


@contextmanager
def on_cluster(
    address: str | None, dashboard: bool, estimator: Estimator, source: object, talking: Console
) -> Iterator[Callable[[FitProgress], None]]:
    """Run the fits inside on a cluster, if there is an address; yield the callback for their sweeps."""
    if address is None:
        if dashboard:
            raise UsageError("--dashboard: only a fit with --cluster has a dashboard; add --cluster, too.")
        yield talking.sweep
        return
    from cotext.backend import thread_count
    from cotext.backend.dask import LOCAL, connected, crew_of, quicker_alone
    from cotext.fitting import columns_of
    from cotext.models.engine import SweepAlgorithm

    store = _store(estimator, source)
    talking.stage("connecting")
    with connected(address, dashboard) as client:
        crew = crew_of(client)
        if dashboard:
            talking.note(f"dashboard: {client.dashboard_link}")
        assert isinstance(estimator.algorithm, SweepAlgorithm)  # it reads chunks
        columns = columns_of(estimator.algorithm)
        threads, workers = thread_count(estimator.n_jobs), max(1, len(crew.workers()))
        if advice := quicker_alone(store, columns, threads, workers, here=address.startswith(LOCAL)):
            talking.note(advice)
        yield _listener(crew, talking)


def _store(estimator: Estimator, source: object) -> Store:
    """Open the store, or refuse an input or a model that a cluster cannot fit."""
    from cotext.recipe import is_store
    from cotext.store import Store

    if not (isinstance(source, str | Path) and is_store(source)):
        raise UsageError(
            "--cluster fits only stores: write the documents to a store with 'cotext shard', then fit the "
            "store."
        )
    if not estimator.algorithm.reads_chunks:
        raise UsageError(
            f"{estimator.cli_name} needs all documents at once, but each worker has only some: omit "
            "--cluster, or choose a model that reads chunks, such as nmf."
        )
    return Store.open(source)


def _listener(crew: Crew, talking: Console) -> Callable[[FitProgress], None]:
    reported: object = None

    def listen(step: FitProgress) -> None:
        nonlocal reported
        if crew.slowest is None:
            talking.sweep(step)
            return
        seconds, worker = crew.slowest
        talking.sweep(step, f"; slowest worker {worker}: {seconds:.2g} s")
        if crew.slowest is not reported:
            reported = crew.slowest
            talking.details([f"sweep {step.sweep}: the slowest worker, {worker}, took {seconds:.3f} s"])

    return listen


def run_fit(  # noqa: PLR0913 - the options of fit
    source: object,
    n_clusters: int | tuple[int, ...],
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
    checkpoints: CheckpointOptions | None = None,
    cluster: tuple[str | None, bool] = (None, False),
) -> None:
    """Fit, save and print."""
    with gc_tuning.importing():
        from cotext.api import cluster_by, set_up
        from cotext.result import membership_table

    with talk(quiet, verbose) as talking:
        talking.stage("starting")
        replaces = check_out(run)
        check_file("--memberships", memberships, TABLES, "tables")
        estimator, recipe = set_up(model, n_clusters, options, {**parameters, "random_state": seed})
        if (plan := estimator.algorithm.describe_plan()) is not None:
            talking.details([f"{estimator.cli_name}: {plan}"])
        with (
            checkpointed(run, checkpoints, talking.note),
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
    if as_json or not quiet:
        print_result(result, run, as_json, talking.note)
    if strict and not result.metrics["converged"]:
        raise NotConverged(
            f"{estimator.cli_name} did not converge in {result.metrics['n_iter']} sweeps (the run was "
            "saved): allow more by --set max_iter=500, or a larger --set tol=1e-4."
        )


def check_out(run: Path) -> bool:
    """Refuse a folder in which the run cannot be saved; return whether it replaces another run."""
    from cotext.runfolder import refuse_foreign

    refuse_foreign(run)
    parent = next(folder for folder in run.resolve().parents if folder.exists())
    if not (parent.is_dir() and os.access(parent, os.W_OK)):
        raise UsageError(f"--out {run}: cannot write to {parent}; give another folder.")
    return run.is_dir() and any(run.iterdir())
