"""Work through the cells of a table: several at a time, each in a process of its own, none of them twice.

A finished cell is one file; interrupted runs and crashed cells lose nothing that was finished.
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
from typing import Any

from cotext.backend import usable_cores
from cotext.experiments import cell as worker
from cotext.experiments.material import piece_file, pieces
from cotext.experiments.table import Cell
from cotext.files import write_text

PREFIX = ".work"
YOUNG = 10  # seconds in which a folder may not yet be held by whoever made it
PAUSE = 0.05  # seconds between looks at the processes


@dataclass(frozen=True)
class Progress:
    """What a listener is told whenever something is finished."""

    done: int
    total: int
    what: str
    seconds_left: float | None


@dataclass(frozen=True)
class Job:
    """A piece of material or a cell, as a process can be told of it."""

    name: str
    group: str
    work: dict[str, Any]
    needs: frozenset[str] = frozenset()


@dataclass
class _Running:
    job: Job
    process: subprocess.Popen[bytes]
    began: float
    files: tuple[Path, Path]


@dataclass
class _Clock:
    """How long is left, from how long cells on the same data took."""

    jobs: int
    took: dict[str, list[float]] = field(default_factory=dict)

    def left(self, waiting: Sequence[Job]) -> float | None:
        every = [seconds for group in self.took.values() for seconds in group]
        if not every:
            return None
        known = {group: sum(seconds) / len(seconds) for group, seconds in self.took.items()}
        mean = sum(every) / len(every)
        return sum(known.get(job.group, mean) for job in waiting) / self.jobs


def run_cells(
    cells: Sequence[Cell],
    out: Path,
    *,
    jobs: int | None = None,
    minutes: float | None = None,
    fresh: bool = False,
    listener: Listener | None = None,
) -> dict[str, dict[str, Any]]:
    """Run what has not been run yet; return the outcome of each cell by its key.

    Parameters
    ----------
    cells : list of Cell
        In any order.
    out : Path
        Finished cells are kept in ``out/cells``, material in ``out/material``, for whoever asked to remove.
    minutes : float, optional
        A cell that takes longer is given up.
    jobs, fresh, listener
        As in :func:`~cotext.experiments.reproduce`.
    """
    folder, cache = out / "cells", out / "material"
    folder.mkdir(parents=True, exist_ok=True)
    clear_up(out)
    asked = {cell.key: cell for cell in cells if cell.cannot is None}
    outcomes = (
        {} if fresh else {key: kept for key in asked if (kept := _kept(folder / f"{key}.json", minutes))}
    )
    plan = _plan([cell for key, cell in asked.items() if key not in outcomes], cache)
    finished = _one_by_one(plan) if jobs == 0 else _side_by_side(plan, jobs or usable_cores(), minutes, out)
    clock, done = _Clock(max(jobs or usable_cores(), 1)), len(outcomes)
    waiting = {job.name: job for job in plan}
    for job, outcome, seconds in finished:
        del waiting[job.name]
        if job.name in asked:
            outcomes[job.name] = outcome
            if not outcome.get("lacks"):
                write_text(folder / f"{job.name}.json", json.dumps({**outcome, "minutes": minutes}, indent=1))
            clock.took.setdefault(job.group, []).append(seconds)
            done += 1
        if listener is not None:
            left = [other for other in waiting.values() if other.name in asked]
            listener(Progress(done, len(asked), f"{job.group}: {job.work['title']}", clock.left(left)))
    return outcomes


def _kept(path: Path, minutes: float | None) -> dict[str, Any] | None:
    """An earlier outcome; one that was given up counts only if no more time is allowed now."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if kept.get("status") == "stopped" and (minutes is None or minutes > (kept.get("minutes") or 0)):
        return None
    return kept if kept.get("status") in ("done", "cannot", "stopped") else None


def _plan(cells: Sequence[Cell], cache: Path) -> list[Job]:
    """Material before the cells that need it; cells of one data set follow each other."""
    material: dict[str, Job] = {}
    work = []
    for cell in cells:
        needs = set()
        for piece in pieces(cell.definition):
            path = piece_file(cache, piece)
            needs.add(path.name)
            if not path.is_file():
                what = {"title": f"preparing the {piece['piece']}", "piece": piece, "file": str(path)}
                material.setdefault(path.name, Job(path.name, cell.data, what))
        title = {"title": cell.model, "definition": cell.definition, "cache": str(cache)}
        work.append(Job(cell.key, cell.data, title, frozenset(needs)))
    return [*material.values(), *work]


def _one_by_one(plan: Sequence[Job]) -> Iterator[tuple[Job, dict[str, Any], float]]:
    lacking: dict[str, str] = {}
    for job in plan:
        began = time.perf_counter()
        outcome = _missing(job, lacking) or worker.do(job.work)
        if outcome["status"] != "done" and "piece" in job.work:
            lacking[job.name] = outcome["why"]
        yield job, outcome, time.perf_counter() - began


def _missing(job: Job, lacking: Mapping[str, str]) -> dict[str, Any] | None:
    """The outcome of a cell whose material could not be had; it is not kept, as the data may come."""
    why = next((lacking[need] for need in sorted(job.needs) if need in lacking), None)
    return None if why is None else {"status": "cannot", "why": why, "lacks": True}


def _side_by_side(
    plan: Sequence[Job], jobs: int, minutes: float | None, out: Path
) -> Iterator[tuple[Job, dict[str, Any], float]]:
    waiting, running = list(plan), list[_Running]()
    lacking: dict[str, str] = {}
    threads = max(1, usable_cores() // jobs)
    with desk(out) as folder:
        try:
            while waiting or running:
                undone = [*waiting, *(one.job for one in running)]
                unmade = {job.name for job in undone if "piece" in job.work}
                ready = [job for job in waiting if not job.needs & unmade]
                ready.sort(key=_weight, reverse=True)
                for job in list(ready):
                    if missing := _missing(job, lacking):
                        waiting.remove(job)
                        ready.remove(job)
                        yield job, missing, 0.0
                while ready and len(running) < jobs:
                    waiting.remove(job := ready.pop(0))
                    running.append(_start(job, folder, threads))
                time.sleep(PAUSE)
                for one in [one for one in running if _over(one, minutes)]:
                    running.remove(one)
                    outcome = _outcome(one, minutes)
                    if outcome["status"] != "done" and "piece" in one.job.work:
                        lacking[one.job.name] = outcome["why"]
                    yield one.job, outcome, time.monotonic() - one.began
        finally:
            for one in running:
                one.process.kill()
                one.process.wait()


def _weight(job: Job) -> float:
    """How much a job reads: the largest go first, so that none of them is left alone at the end."""
    if "piece" in job.work:
        return float("inf")
    cache = Path(job.work["cache"])
    return sum((cache / need).stat().st_size for need in job.needs if (cache / need).is_file())


def _start(job: Job, desk: Path, threads: int) -> _Running:
    asked, answer = desk / f"{job.name}.job", desk / f"{job.name}.outcome"
    write_text(
        asked, json.dumps({**job.work, "outcome": str(answer), "n_jobs": threads, "parent": os.getpid()})
    )
    command = [sys.executable, "-m", "cotext.experiments.cell", str(asked)]
    quiet = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    # A session of its own: Ctrl-C reaches this process, which then ends the others.
    process = subprocess.Popen(
        command,
        env={**os.environ, **quiet},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    return _Running(job, process, time.monotonic(), (asked, answer))


def _over(one: _Running, minutes: float | None) -> bool:
    """Whether a process has ended, by itself or because its time is up."""
    if one.process.poll() is not None:
        return True
    if minutes is None or "piece" in one.job.work or time.monotonic() - one.began <= 60 * minutes:
        return False
    one.process.kill()
    one.process.wait()
    return True


def _outcome(one: _Running, minutes: float | None) -> dict[str, Any]:
    said = b"" if one.process.stderr is None else one.process.stderr.read()
    if one.process.stderr is not None:
        one.process.stderr.close()
    with suppress(OSError, ValueError):
        return dict(json.loads(one.files[1].read_text(encoding="utf-8")))
    if minutes is not None and time.monotonic() - one.began > 60 * minutes:
        return {"status": "stopped", "why": f"given up after {minutes:g} min"}
    last = said.decode("utf-8", "replace").strip().splitlines()[-1:] or ["no message"]
    code = one.process.returncode
    why = "out of memory, or killed from outside" if code == -9 else f"{last[0]} (exit code {code})"
    return {"status": "crashed", "why": why}


@contextmanager
def desk(out: Path) -> Iterator[Path]:
    """A new folder in ``out`` for what processes tell each other, which goes when the work is done."""
    with tempfile.TemporaryDirectory(dir=out, prefix=PREFIX) as name:
        handle = _hold(Path(name))
        try:
            yield Path(name)
        finally:
            if handle is not None:
                os.close(handle)


def clear_up(out: Path) -> None:
    """Remove folders of runs that were killed: nobody holds them any more."""
    for path in out.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if path.is_symlink() or not path.is_dir() or time.time() - path.stat().st_mtime < YOUNG:
                continue
            if (handle := _hold(path)) is not None:
                shutil.rmtree(path, ignore_errors=True)
                os.close(handle)


def _hold(folder: Path) -> int | None:
    """Lock a folder until the handle is closed or the process dies; None where that cannot be done."""
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


Listener = Callable[[Progress], object]
