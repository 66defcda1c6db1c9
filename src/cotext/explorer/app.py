"""The server as an object: its state, its pages and how it says no."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from fastapi import FastAPI
from starlette.responses import Response

from cotext import __version__
from cotext.explorer.auth import Guard, ServerAddress
from cotext.explorer.http_errors import add_error_handlers, answer
from cotext.explorer.job_api import add_jobs
from cotext.explorer.run_api import add_runs
from cotext.explorer.run_cache import RunCache
from cotext.report import bundle, schema

KINDS = {"index.html": "text/html", "app.js": "text/javascript", "app.css": "text/css"}
KINDS |= {"licenses.txt": "text/plain"}


@dataclass
class State:
    """What a server was started with, and the runs that it has open.

    ``run`` is the name of the run to open first; ``input`` a corpus, where it was started with one;
    ``folder`` the one whose runs are listed and where new ones are written. ``at_end`` is closed with the
    server.
    """

    folder: Path
    run: str | None = None
    input: Path | None = None
    read_only: bool = False
    allow_runs: bool = False
    at_end: ExitStack = field(default_factory=ExitStack)
    runs: RunCache = field(init=False)

    def __post_init__(self) -> None:
        self.runs = RunCache(self.folder)

    @property
    def may_run(self) -> bool:
        """Whether jobs and uploads are taken: asked for, or there is no run to look at."""
        return not self.read_only and (self.allow_runs or self.run is None)


def make_app(state: State, address: ServerAddress) -> Guard:
    """The server, behind its guard; without a built front end it says how to build it."""
    for name in KINDS:
        bundle(name)
    app = FastAPI(title="cotext explore", version=__version__, docs_url=None, redoc_url=None)
    app.get("/", include_in_schema=False)(_sends("index.html"))
    for name in KINDS:
        app.get(f"/{name}", include_in_schema=False)(_sends(name))
    _add_session(app, state)
    add_runs(app, state.runs, state.read_only)
    add_jobs(app, state)
    add_error_handlers(app)
    return Guard(app, address)


def _sends(name: str) -> Callable[[], Response]:
    return lambda: Response(bundle(name), media_type=KINDS[name])


def _add_session(app: FastAPI, state: State) -> None:
    @app.get("/api/who")
    def who() -> Response:
        """Who is on this port, for a second start; the only thing told without a token."""
        return answer({"app": "cotext explore", "run": state.run})

    @app.get("/api/session")
    def session() -> Response:
        """``Session`` of the pages."""
        told: schema.Session = {
            "version": __version__,
            "run": state.run,
            "runs": state.runs.entries(),
            "read_only": state.read_only,
            "allow_runs": state.may_run,
            "input": None if state.input is None else str(state.input),
        }
        return answer(told)
