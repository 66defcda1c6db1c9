"""``cotext explore``: read and edit a run in the browser."""

from __future__ import annotations

import os
import sys
import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from cotext.cli.exits import Terminated
from cotext.console import Console
from cotext.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from cotext.explorer import AppState

WHAT = "A run folder, a folder of runs, or a file or folder of texts to cluster."
PORT = "Use this port of the loopback address."
NO_BROWSER = "Print the address without opening a browser."
READ_ONLY = "Forbid renaming, merging and splitting of clusters."
ALLOW_RUNS = "Allow new runs (the default when started without a run)."
RUNS = Path("runs")
WORKERS, PATIENCE = "AnyIO worker", 0.2  # threads of the server, and seconds to wait for their end


def explore(
    what: Annotated[
        Path | None, Argument(metavar="RUN|INPUT", help=WHAT, show_default="the runs in runs/")
    ] = None,
    port: Annotated[int | None, Option(metavar="N", help=PORT, show_default="a free one")] = None,
    no_browser: Annotated[bool, Option("--no-browser", help=NO_BROWSER)] = False,
    read_only: Annotated[bool, Option("--read-only", help=READ_ONLY)] = False,
    allow_runs: Annotated[bool, Option("--allow-runs", help=ALLOW_RUNS)] = False,
) -> None:
    """Open a run in the browser: read its blocks, map, documents and words; name, merge and split clusters.

    The server answers only requests from this computer to the address that it prints. Ctrl-C ends it.

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
    """Exit even if a thread still computes something for a page; Python would wait for it."""
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


def _state(what: Path | None, read_only: bool, allow_runs: bool) -> AppState:
    """Serve a run with the other runs of its folder, a folder of runs, or else texts to cluster."""
    from cotext.explorer import AppState, is_run, runs_in

    serve = partial(AppState, read_only=read_only, allow_runs=allow_runs)
    if what is None:
        return serve(RUNS.absolute())
    path = Path(os.path.abspath(what))
    if is_run(path):
        return serve(path.parent, run=path.name)
    if runs_in(path):
        return serve(path)
    if path.exists():
        return serve(RUNS.absolute(), input=path)
    guess = did_you_mean(what.name, runs_in(path.parent))
    raise UsageError(f"{what} does not exist{guess}; give a run folder, or a file or folder of texts.")
