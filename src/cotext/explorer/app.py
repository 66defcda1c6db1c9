"""The server as an object: its state, its pages, new runs and comparisons."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any, cast

from fastapi import Body, FastAPI, Request
from starlette.responses import Response

from cotext import __version__
from cotext.explorer.auth import Guard, ServerAddress
from cotext.explorer.forms import forms
from cotext.explorer.http_errors import HttpError, add_error_handlers, answer
from cotext.explorer.jobs import Jobs
from cotext.explorer.peek import columns_of
from cotext.explorer.run_api import add_runs
from cotext.explorer.run_cache import RunCache
from cotext.explorer.run_requests import parse_run_request, source_of
from cotext.explorer.uploads import Uploads
from cotext.pictures.prepare import numbers_of
from cotext.report import bundle, schema
from cotext.report.picture_schema import SankeyNumbers

KINDS = {"index.html": "text/html", "app.js": "text/javascript", "app.css": "text/css"}
KINDS |= {"licenses.txt": "text/plain"}


@dataclass
class AppState:
    """The settings of a server, and its open runs."""

    folder: Path  # of the runs that are listed, and of new ones
    run: str | None = None  # the one to open first
    input: Path | None = None  # a corpus that the server was started with
    read_only: bool = False
    allow_runs: bool = False
    at_end: ExitStack = field(default_factory=ExitStack)  # closed with the server
    runs: RunCache = field(init=False)

    def __post_init__(self) -> None:
        self.runs = RunCache(self.folder)

    @property
    def may_run(self) -> bool:
        """Whether the server accepts jobs and uploads: on request, or if it has no run to show."""
        return not self.read_only and (self.allow_runs or self.run is None)


def make_app(state: AppState, address: ServerAddress) -> Guard:
    """Return the server with its access control; an error explains how to build a missing front end."""
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


def _add_session(app: FastAPI, state: AppState) -> None:
    @app.get("/api/who")
    def who() -> Response:
        """Identify the server to a second start; the only answer without a token."""
        return answer({"app": "cotext explore", "run": state.run})

    @app.get("/api/session")
    def session() -> Response:
        """``Session`` of the pages."""
        content: schema.Session = {
            "version": __version__,
            "run": state.run,
            "runs": state.runs.entries(),
            "read_only": state.read_only,
            "allow_runs": state.may_run,
            "input": None if state.input is None else str(state.input),
        }
        return answer(content)


def add_jobs(app: FastAPI, state: AppState) -> None:
    """Add the routes of new runs; ``state.at_end`` cleans up."""
    uploads, jobs = Uploads(), Jobs(state.folder)
    state.at_end.callback(uploads.close)
    state.at_end.callback(jobs.close)  # called before that of the uploads, which a job may be reading
    _add_new_runs(app, state, uploads, jobs)

    @app.get("/api/models")
    def models() -> Response:
        return answer({**forms(), "limit": uploads.limit})

    @app.get("/api/jobs")
    def list_jobs() -> Response:
        return answer(jobs.as_list())

    @app.get("/api/runs/{run}/compare")
    def compare(run: str, other: str) -> Response:
        return answer(comparison(state.runs, run, other))


def _add_new_runs(app: FastAPI, state: AppState, uploads: Uploads, jobs: Jobs) -> None:
    @app.post("/api/uploads")
    async def upload(request: Request, name: str = "", to: str = "") -> Response:
        _check(state)
        length = request.headers.get("content-length", "")
        announced = int(length) if length.isdecimal() else None
        received = await uploads.receive(name, request.stream(), announced, to)
        return answer({"upload": received.key})

    @app.post("/api/columns")
    def columns(source: Annotated[dict[str, Any], Body()]) -> Response:
        _check(state)
        return answer(columns_of(source_of(source, uploads, state.input, state.runs)[0]))

    @app.post("/api/jobs")
    def start(request: Annotated[dict[str, Any], Body()]) -> Response:
        _check(state)
        return answer(jobs.add(parse_run_request(request, uploads, state.input, state.runs)))

    @app.post("/api/jobs/{job}/cancel")
    def cancel(job: str) -> Response:
        _check(state)
        return answer(jobs.cancel(job))


def comparison(runs: RunCache, run: str, other: str) -> schema.Comparison:
    """``Comparison`` of the pages: from the clusters of another run to those of this one."""
    result, before = runs.open(run).result, runs.open(other).result
    agreement = before.compare(result)
    return {
        "sankey": cast(SankeyNumbers, numbers_of("sankey", result, other=before).as_dict()),
        "agreement": {
            "nmi": agreement.nmi,
            "ari": agreement.ari,
            "documents": agreement.n_documents,
            "moved": len(agreement.moved),
            "only": agreement.only,
        },
    }


def _check(state: AppState) -> None:
    if not state.may_run:
        raise HttpError(
            HTTPStatus.FORBIDDEN,
            "this server shows runs but does not make new ones: start it again with "
            "cotext explore --allow-runs.",
        )
