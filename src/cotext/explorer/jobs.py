"""Jobs that make runs: one at a time in a separate process, the others in a queue."""

from __future__ import annotations

import json
import secrets
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Literal

from cotext.errors import CotextError
from cotext.explorer.http_errors import HttpError
from cotext.explorer.safe_names import free
from cotext.explorer.worker import RunRequest, work
from cotext.files import locked
from cotext.report import schema
from cotext.runfolder import clear_up, is_ours

WAITING = 20  # jobs in the queue
REMEMBERED = 50  # finished jobs
PATIENCE = 5.0  # seconds from terminating a process to killing it
POLL = 0.2  # seconds between two checks whether it was canceled or died
OVER = ("done", "failed", "cancelled")
State = Literal["waiting", "running", "done", "failed", "cancelled"]


@dataclass
class Job:
    """A job that makes a run."""

    job: str
    request: RunRequest
    run: str
    state: State = "waiting"
    stage: str = ""
    progress: float | None = None
    notes: list[str] = field(default_factory=list)
    error: str | None = None
    began: float = 0.0
    seconds: float = 0.0
    saving: bool = False
    stopping: float | None = None
    process: BaseProcess | None = None

    def receive(self, message: dict[str, Any]) -> None:
        """Handle a message of the worker."""
        if "note" in message:
            self.notes.append(message["note"])
        elif "stage" in message:
            self.stage, self.progress = message["stage"], message["progress"]
        elif "saving" in message:
            self.run, self.saving, self.stage, self.progress = message["saving"], True, "saving", None
        elif "error" in message:
            self.error = message["error"]

    def as_dict(self) -> schema.Job:
        """``Job`` of the pages."""
        running = self.state == "running"
        return {
            "job": self.job,
            "run": self.run,
            "model": self.request.model,
            "n_clusters": self.request.n_clusters_typed,
            "state": self.state,
            "stage": "stopping" if running and self.stopping is not None else self.stage,
            "progress": self.progress,
            "notes": list(self.notes),
            "error": self.error,
            "seconds": time.monotonic() - self.began if running else self.seconds,
        }


class Jobs:
    """All jobs of a server, which writes runs into ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.jobs = folder, dict[str, Job]()
        self._lock, self._closed = Lock(), False
        self._thread: Thread | None = None

    def add(self, request: RunRequest) -> schema.Job:
        """Start a job, or queue it."""
        with self._lock:
            unfinished = [job for job in self.jobs.values() if job.state not in OVER]
            if self._closed or len(unfinished) > WAITING:
                raise HttpError(
                    HTTPStatus.TOO_MANY_REQUESTS,
                    f"{WAITING} runs wait already: wait until some are done, or cancel some.",
                )
            name = free(self.folder, request.name, {job.run for job in unfinished})
            job = Job(secrets.token_urlsafe(6), request, name)
            self.jobs[job.job] = job
            finished = [key for key, job in self.jobs.items() if job.state in OVER]
            for key in finished[:-REMEMBERED]:
                del self.jobs[key]
            if self._thread is None:
                self._thread = Thread(target=self._work_off, daemon=True)
                self._thread.start()
            return job.as_dict()

    def as_list(self) -> list[schema.Job]:
        """Return all jobs, the latest first."""
        with self._lock:
            return [job.as_dict() for job in reversed(self.jobs.values())]

    def cancel(self, key: str) -> schema.Job:
        """Cancel a job unless it is finished."""
        with self._lock:
            if key not in self.jobs:
                raise HttpError(
                    HTTPStatus.NOT_FOUND, f"there is no job {key!r} (any more): look at the list of runs."
                )
            self._stop(self.jobs[key])
            return self.jobs[key].as_dict()

    def close(self) -> None:
        """Cancel all jobs, and wait until their processes are gone."""
        with self._lock:
            self._closed = True
            for job in self.jobs.values():
                self._stop(job)
            thread = self._thread
        if thread is not None:
            thread.join(2 * PATIENCE)

    def _stop(self, job: Job) -> None:
        if job.state == "waiting":
            job.state = "cancelled"
        elif job.state == "running" and job.stopping is None and job.process is not None:
            job.stopping = time.monotonic()
            job.process.terminate()

    def _work_off(self) -> None:
        """Run one job after the other, until none waits."""
        while True:
            with self._lock:
                job = next((job for job in self.jobs.values() if job.state == "waiting"), None)
                if job is None:
                    self._thread = None
                    return
                job.state, job.stage, job.began = "running", "starting", time.monotonic()
                pipe = self._start(job)
            if pipe is not None:
                self._listen(job, pipe)
            with self._lock:
                self._end(job)

    def _start(self, job: Job) -> Connection | None:
        context = get_context("spawn")  # a fork would copy the server's threads and sockets
        ours, theirs = context.Pipe(duplex=False)
        job.process = context.Process(target=work, args=(job.request, self.folder, theirs), daemon=True)
        try:
            job.process.start()
        except OSError as error:
            job.process, job.error = None, f"no process could be started ({error}): close other programs."
            ours.close()
            return None
        finally:
            theirs.close()
        return ours

    def _listen(self, job: Job, pipe: Connection) -> None:
        """Receive messages until the worker closes the pipe by ending."""
        process = job.process
        assert process is not None
        with pipe, suppress(EOFError, OSError):
            while True:
                if pipe.poll(POLL):
                    message = json.loads(pipe.recv_bytes())
                    with self._lock:
                        job.receive(message)
                elif job.stopping is not None and time.monotonic() - job.stopping > PATIENCE:
                    process.kill()
        process.join()

    def _end(self, job: Job) -> None:
        """Set the final state; a run that has its name is complete, even if the job was canceled."""
        job.seconds, job.progress = time.monotonic() - job.began, None
        if job.saving and (self.folder / job.run).exists():
            job.state, job.stage = "done", ""
            return
        job.state = "failed" if job.stopping is None or job.error else "cancelled"
        if job.saving:
            with suppress(OSError, CotextError), locked(self.folder / job.run):
                clear_up(self.folder / job.run, is_ours)
        if job.state == "failed" and job.error is None:
            job.error = _reason(job.process)


def _reason(process: BaseProcess | None) -> str:
    """Explain why a worker ended without a message."""
    code = None if process is None else process.exitcode
    if code is not None and code < 0:
        name = signal.Signals(-code).name
        return f"the fit was ended by {name}, perhaps for lack of memory: give fewer documents or words."
    return f"the fit ended without a message (exit code {code}): try cotext fit, which may show one."
