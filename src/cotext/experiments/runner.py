"""Run the cells of a table in parallel, each in its own process, and none of them twice.

A finished cell is one file; an interruption or a crash loses no finished cell.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean as mean
from typing import Any

from cotext.backend import usable_cores
from cotext.experiments import cell as worker
from cotext.experiments.material import piece_file, pieces
from cotext.experiments.table import Cell
from cotext.files import write_text

PREFIX = ".work"
YOUNG = 10  # seconds in which the owner of a new folder may not have locked it yet
PAUSE = 0.05  # seconds between checks of the processes


@dataclass(frozen=True)
class TableProgress:
    """The argument of a listener after each finished job."""

    done: int
    total: int
    what: str
    seconds_left: float | None


@dataclass(frozen=True)
class CellJob:
    """A piece of material or a cell, with the ``work`` that a process reads from a file."""

    name: str
    group: str
    work: dict[str, Any]
    needs: frozenset[str] = frozenset()


@dataclass
class _Running:
    job: CellJob
    process: subprocess.Popen[bytes]
    began: float
    files: tuple[Path, Path]


@dataclass
class _Clock:
    """Estimate the remaining time from the times of cells on the same data."""

    jobs: int
    times: dict[str, list[float]] = field(default_factory=dict)

    def left(self, waiting: Sequence[CellJob]) -> float | None:
        every = [seconds for group in self.times.values() for seconds in group]
        if not every:
            return None
        means = {group: mean(seconds) for group, seconds in self.times.items()}
        return sum(means.get(job.group, mean(every)) for job in waiting) / self.jobs


def run_cells(
    cells: Sequence[Cell],
    out: Path,
    *,
    jobs: int | None = None,
    minutes: float | None = None,
    fresh: bool = False,
    listener: Listener | None = None,
) -> dict[str, dict[str, Any]]:
    """Run unfinished cells; return the outcome of each cell by its key.

    Finished cells are saved in ``out/cells``, material in ``out/material``, which the caller may remove.
    A cell that takes more than so many ``minutes`` is stopped. ``jobs``, ``fresh`` and ``listener`` are as in
    :func:`~cotext.experiments.reproduce`.
    """
    folder, cache = out / "cells", out / "material"
    folder.mkdir(parents=True, exist_ok=True)
    remove_abandoned(out)
    possible = {cell.key: cell for cell in cells if cell.cannot is None}
    saved = {} if fresh else {key: _saved(folder / f"{key}.json", minutes) for key in possible}
    outcomes = {key: outcome for key, outcome in saved.items() if outcome}
    plan = _plan([cell for key, cell in possible.items() if key not in outcomes], cache)
    n_jobs = usable_cores() if jobs is None else jobs
    finished = _in_parallel(plan, n_jobs, minutes, out) if n_jobs else _one_by_one(plan)
    clock, done = _Clock(max(jobs or usable_cores(), 1)), len(outcomes)
    waiting = {job.name: job for job in plan}
    for job, outcome, seconds in finished:
        del waiting[job.name]
        if job.name in possible:
            outcomes[job.name] = outcome
            if not outcome.get("lacks"):
                write_text(folder / f"{job.name}.json", json.dumps({**outcome, "minutes": minutes}, indent=1))
            clock.times.setdefault(job.group, []).append(seconds)
            done += 1
        if listener is not None:
            left = [other for other in waiting.values() if other.name in possible]
            listener(
                TableProgress(done, len(possible), f"{job.group}: {job.work['title']}", clock.left(left))
            )
    return outcomes


def _saved(path: Path, minutes: float | None) -> dict[str, Any] | None:
    """Return an earlier outcome; that of a stopped cell counts only if the limit has not grown."""
    try:
        outcome = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if outcome.get("status") == "stopped" and (minutes is None or minutes > (outcome.get("minutes") or 0)):
        return None
    return outcome if outcome.get("status") in ("done", "cannot", "stopped") else None


def _plan(cells: Sequence[Cell], cache: Path) -> list[CellJob]:
    """Order material before the cells that need it, and cells of one data set next to each other."""
    material: dict[str, CellJob] = {}
    jobs = []
    for cell in cells:
        needs = set()
        for piece in pieces(cell.definition):
            path = piece_file(cache, piece)
            needs.add(path.name)
            if not path.is_file():
                work = {"title": f"preparing the {piece['piece']}", "piece": piece, "file": str(path)}
                material.setdefault(path.name, CellJob(path.name, cell.data, work))
        work = {"title": cell.model, "definition": cell.definition, "cache": str(cache)}
        jobs.append(CellJob(cell.key, cell.data, work, frozenset(needs)))
    return [*material.values(), *jobs]


def _one_by_one(plan: Sequence[CellJob]) -> Iterator[tuple[CellJob, dict[str, Any], float]]:
    failed: dict[str, str] = {}
    for job in plan:
        start = time.perf_counter()
        outcome = _missing(job, failed) or worker.do(job.work)
        if outcome["status"] != "done" and "piece" in job.work:
            failed[job.name] = outcome["why"]
        yield job, outcome, time.perf_counter() - start


def _missing(job: CellJob, failed: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the outcome of a cell without its material. It is not saved, as the data may be added later."""
    why = next((failed[need] for need in sorted(job.needs) if need in failed), None)
    return None if why is None else {"status": "cannot", "why": why, "lacks": True}


def _in_parallel(
    plan: Sequence[CellJob], jobs: int, minutes: float | None, out: Path
) -> Iterator[tuple[CellJob, dict[str, Any], float]]:
    waiting, running = list(plan), list[_Running]()
    failed: dict[str, str] = {}
    threads = max(1, usable_cores() // jobs)
    with exchange_folder(out) as folder:
        try:
            while waiting or running:
                unfinished = [*waiting, *(run.job for run in running)]
                material = {job.name for job in unfinished if "piece" in job.work}
                ready = [job for job in waiting if not job.needs & material]
                ready.sort(key=_size, reverse=True)
                for job in list(ready):
                    if missing := _missing(job, failed):
                        waiting.remove(job)
                        ready.remove(job)
                        yield job, missing, 0.0
                while ready and len(running) < jobs:
                    waiting.remove(job := ready.pop(0))
                    running.append(_start(job, folder, threads))
                time.sleep(PAUSE)
                for run in [run for run in running if _has_ended(run, minutes)]:
                    running.remove(run)
                    outcome = _outcome(run, minutes)
                    if outcome["status"] != "done" and "piece" in run.job.work:
                        failed[run.job.name] = outcome["why"]
                    yield run.job, outcome, time.monotonic() - run.began
        finally:
            for run in running:
                run.process.kill()
                run.process.wait()


def _size(job: CellJob) -> float:
    """Return the bytes that a job reads: the largest jobs start first, so that none runs alone at the end."""
    if "piece" in job.work:
        return float("inf")
    cache = Path(job.work["cache"])
    return sum((cache / need).stat().st_size for need in job.needs if (cache / need).is_file())


def _start(job: CellJob, folder: Path, threads: int) -> _Running:
    files = folder / f"{job.name}.job", folder / f"{job.name}.outcome"
    work = {**job.work, "outcome": str(files[1]), "n_jobs": threads, "parent": os.getpid()}
    write_text(files[0], json.dumps(work))
    process = subprocess.Popen(
        [sys.executable, "-m", "cotext.experiments.cell", str(files[0])],
        env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C reaches only this process, which then ends the others
    )
    return _Running(job, process, time.monotonic(), files)


def _has_ended(run: _Running, minutes: float | None) -> bool:
    """Whether a process has ended; one that exceeds its time is killed."""
    if run.process.poll() is not None:
        return True
    if minutes is None or "piece" in run.job.work or time.monotonic() - run.began <= 60 * minutes:
        return False
    run.process.kill()
    run.process.wait()
    return True


def _outcome(run: _Running, minutes: float | None) -> dict[str, Any]:
    errors = b"" if run.process.stderr is None else run.process.stderr.read()
    if run.process.stderr is not None:
        run.process.stderr.close()
    with suppress(OSError, ValueError):
        return dict(json.loads(run.files[1].read_text(encoding="utf-8")))
    if minutes is not None and time.monotonic() - run.began > 60 * minutes:
        return {"status": "stopped", "why": f"stopped after {minutes:g} min"}
    last = errors.decode("utf-8", "replace").strip().splitlines()[-1:] or ["no message"]
    code = run.process.returncode
    why = "out of memory, or killed from outside" if code == -9 else f"{last[0]} (exit code {code})"
    return {"status": "crashed", "why": why}


@contextmanager
def exchange_folder(out: Path) -> Iterator[Path]:
    """Create a folder in ``out`` for messages between processes; delete it at the end."""
    with tempfile.TemporaryDirectory(dir=out, prefix=PREFIX) as name:
        handle = _lock(Path(name))
        try:
            yield Path(name)
        finally:
            if handle is not None:
                os.close(handle)


def remove_abandoned(out: Path) -> None:
    """Remove the folders of killed runs, which no process locks any more."""
    for path in out.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if path.is_symlink() or not path.is_dir() or time.time() - path.stat().st_mtime < YOUNG:
                continue
            if (handle := _lock(path)) is not None:
                shutil.rmtree(path, ignore_errors=True)
                os.close(handle)


def _lock(folder: Path) -> int | None:
    """Lock a folder until the handle is closed or the process ends; return None if that is impossible."""
    try:
        import fcntl
    except ImportError:  # Windows
        return None
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


Listener = Callable[[TableProgress], object]
