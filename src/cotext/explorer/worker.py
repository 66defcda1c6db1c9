"""The process that makes a run: it reads, fits and saves, tells how far it is, and ends with its parent.

What takes long to import is imported when it already listens to its parent.
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
from typing import Any

from cotext.console import Console, one_line, report_warnings
from cotext.errors import explain
from cotext.explorer.safe_names import free

OFTEN = 0.1  # seconds between two words on how far it is
NICER = 5  # so that pages are answered while a fit takes all cores


@dataclass(frozen=True)
class Source:
    """Where documents come from; a file that was sent is named as seen from its folder, ``at``.

    With ``without_noise`` it is a run, of which the documents of clusters that are noise are left out.
    """

    what: str | Path
    name: str
    at: Path | None = None
    without_noise: bool = False


@dataclass(frozen=True)
class RunRequest:
    """A run that can be made."""

    source: Source
    name: str
    model: str
    n_clusters: int | tuple[int, ...]
    asked: str
    options: dict[str, Any]
    parameters: dict[str, Any]


def work(request: RunRequest, folder: Path, pipe: Connection) -> None:
    """Make the run; whatever goes wrong is a sentence."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(NICER)
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
    documents = _rest(request.source, console) if request.source.without_noise else request.source.what
    result = cluster_by(
        estimator, recipe, documents, callback=console.sweep, stage=console.stage, note=console.note
    )
    name = free(folder, request.name)
    wire.send(saving=name)
    result.save(folder / name)
    wire.send(done=name)


def _rest(source: Source, console: Console) -> Any:
    """What a run holds besides noise."""
    from cotext.result import CoClustering

    console.stage("reading")
    run = CoClustering.load(source.what)
    found = run.without_noise()
    aside = len(run.row_labels_) - len(found)
    console.note(f"{len(found):,} documents of the run; {aside:,} set aside as noise are left out")
    return found


def end_with_parent() -> None:
    """End this process with the server, also when the server is killed and cannot say anything."""
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
        """A message; nobody listens any more where the server is about to end."""
        with suppress(OSError):
            self.pipe.send_bytes(json.dumps(message).encode())

    def note(self, message: str) -> None:
        self.send(note=message)

    def begin(self, stage: str) -> None:
        self.send(stage=stage, progress=None)

    def update(self, *, done: int | None = None, total: int | None = None, stage: str | None = None) -> None:
        if stage is not None and done is not None and time.monotonic() - self.sent >= OFTEN:
            self.sent = time.monotonic()
            self.send(stage=one_line(stage), progress=min(done / max(total or 1, 1), 1.0))
