"""The process that makes a run: it reads, fits and saves, reports its progress, and ends with its parent.

It imports slow modules only when it already watches its parent.
"""

from __future__ import annotations

import json
import os
import signal
import time
import warnings
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from cotext.console import Console, one_line, report_warnings
from cotext.errors import explain
from cotext.explorer.safe_names import free

if TYPE_CHECKING:
    from cotext.corpus import Documents

INTERVAL = 0.1  # seconds between two reports of progress
NICENESS = 5  # keeps pages responsive while a fit uses all cores


@dataclass(frozen=True)
class Source:
    """The documents of a run to make."""

    documents: str | Path  # a path, or the name of a data set
    name: str
    at: Path | None = None  # folder of an upload, to which ``documents`` is relative
    without_noise: bool = False  # whether it is a run, of which the documents of noise are left out


@dataclass(frozen=True)
class RunRequest:
    """A valid request for a run."""

    source: Source
    name: str
    model: str
    n_clusters: int | tuple[int, ...]
    n_clusters_typed: str
    options: dict[str, Any]
    parameters: dict[str, Any]


def work(request: RunRequest, folder: Path, pipe: Connection) -> None:
    """Make the run, and report errors as sentences."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the server, which ends this process
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    wire = Wire(pipe)
    try:
        with warnings.catch_warnings():
            _make(request, folder, wire)
    except Exception as error:
        if os.environ.get("COTEXT_DEBUG"):
            raise
        wire.send(error=one_line(explain(error)))


def _make(request: RunRequest, folder: Path, wire: Wire) -> None:
    from cotext.api import cluster_by, set_up

    console = Console(display=wire)
    report_warnings(console.note)
    if request.source.at is not None:
        os.chdir(request.source.at)
    estimator, recipe = set_up(request.model, request.n_clusters, request.options, request.parameters)
    source = request.source
    documents = _without_noise(source, console) if source.without_noise else source.documents
    result = cluster_by(
        estimator, recipe, documents, callback=console.sweep, stage=console.stage, note=console.note
    )
    name = free(folder, request.name)
    wire.send(saving=name)
    result.save(folder / name)
    wire.send(done=name)


def _without_noise(source: Source, console: Console) -> Documents:
    """Return the documents of a run that are not noise."""
    from cotext.result import CoClustering

    console.stage("reading")
    run = CoClustering.load(source.documents)
    documents = run.without_noise()
    n_noise = len(run.row_labels_) - len(documents)
    console.note(f"{len(documents):,} documents of the run; {n_noise:,} set aside as noise are left out")
    return documents


def end_with_parent() -> None:
    """End this process with the server, even if the server is killed."""
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


class Wire:
    """The display of a ``Console`` in the browser: notes and progress go through a pipe."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe, self.sent = pipe, 0.0

    def send(self, **message: Any) -> None:
        with suppress(OSError):  # the server is about to end
            self.pipe.send_bytes(json.dumps(message).encode())

    def note(self, message: str) -> None:
        self.send(note=message)

    def begin(self, stage: str) -> None:
        self.send(stage=stage, progress=None)

    def update(self, *, done: int | None = None, total: int | None = None, stage: str | None = None) -> None:
        if stage is not None and done is not None and time.monotonic() - self.sent >= INTERVAL:
            self.sent = time.monotonic()
            self.send(stage=one_line(stage), progress=min(done / max(total or 1, 1), 1.0))
