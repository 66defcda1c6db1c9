"""``cotext explore``: look at a run in the browser."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from cotext.cli.exits import Terminated
from cotext.console import Console
from cotext.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from cotext.explorer import State

WHAT = "A run folder, a folder of runs, or a file or folder of texts to cluster."
PORT = "Port of the loopback address."
NO_BROWSER = "Print the address and open no browser."
READ_ONLY = "Clusters cannot be renamed, merged or split."
ALLOW_RUNS = "New runs can be made, as they can where no run was given."
RUNS = Path("runs")
WORKERS, PATIENCE = "AnyIO worker", 0.2  # threads that answer, and seconds until they have noticed the end


def explore(
    what: Annotated[
        Path | None, Argument(metavar="RUN|INPUT", help=WHAT, show_default="the runs in runs/")
    ] = None,
    port: Annotated[int | None, Option(metavar="N", help=PORT, show_default="a free one")] = None,
    no_browser: Annotated[bool, Option("--no-browser", help=NO_BROWSER)] = False,
    read_only: Annotated[bool, Option("--read-only", help=READ_ONLY)] = False,
    allow_runs: Annotated[bool, Option("--allow-runs", help=ALLOW_RUNS)] = False,
) -> None:
    """Look at a run in the browser: blocks, map, documents, words; name, merge and split its clusters.

    The server answers this computer only, and only the address that it prints. Ctrl-C ends it.

    Example: cotext explore runs/reviews
    """
    if read_only and allow_runs:
        raise UsageError("--read-only and --allow-runs were given together: give one of them.")
    from cotext.explorer import serve

    state = _state(what, read_only, allow_runs)
    try:
        serve(state, port=port, browser=not no_browser, say=_say)
    except KeyboardInterrupt:
        _leave(0)
    except Terminated:
        _leave(143)
        raise


def _leave(code: int) -> None:
    """End although something is still computed for a page: Python would wait for it, but nobody else does."""
    busy = [thread for thread in threading.enumerate() if thread.name.startswith(WORKERS)]
    for thread in busy:
        thread.join(PATIENCE)
    if any(thread.is_alive() for thread in busy):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _say(address: str) -> None:
    typer.echo(address)
    Console().note("this address opens the explorer; Ctrl-C ends it")


def _state(what: Path | None, read_only: bool, allow_runs: bool) -> State:
    """A run is looked at beside those of its folder, or the folder is named; all else is a corpus."""
    from cotext.explorer import State, is_run, runs_in

    settings: Any = {"read_only": read_only, "allow_runs": allow_runs}
    if what is None:
        return State(RUNS.absolute(), **settings)
    path = Path(os.path.abspath(what))
    if is_run(path):
        return State(path.parent, run=path.name, **settings)
    if runs_in(path):
        return State(path, **settings)
    if path.exists():
        return State(RUNS.absolute(), input=path, **settings)
    guess = did_you_mean(what.name, runs_in(path.parent))
    raise UsageError(
        f"{what} is neither a run folder nor a file or folder of texts{guess}; give one that is there."
    )
