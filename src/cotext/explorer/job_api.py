"""What the page Runs asks: forms, uploads, jobs, and the comparison of two runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast

from fastapi import Body, FastAPI, Request
from starlette.responses import Response

from cotext.explorer.forms import forms
from cotext.explorer.http_errors import NotAllowed, answer
from cotext.explorer.jobs import Jobs
from cotext.explorer.peek import columns_of
from cotext.explorer.run_cache import RunCache
from cotext.explorer.run_requests import parse_run_request, source_of
from cotext.explorer.uploads import Uploads
from cotext.pictures.prepare import numbers_of
from cotext.report import schema
from cotext.report.picture_schema import SankeyNumbers

if TYPE_CHECKING:
    from cotext.explorer.app import State


def add_jobs(app: FastAPI, state: State) -> None:
    """Add the routes; what they start or keep goes with ``state.at_end``."""
    uploads, jobs = Uploads(), Jobs(state.folder)
    state.at_end.callback(uploads.close)
    state.at_end.callback(jobs.close)  # before the uploads, which a job may be reading
    _add_new_runs(app, state, uploads, jobs)

    @app.get("/api/models")
    def models() -> Response:
        return answer({**forms(), "limit": uploads.limit})

    @app.get("/api/jobs")
    def told() -> Response:
        return answer(jobs.told())

    @app.get("/api/runs/{run}/compare")
    def compare(run: str, other: str) -> Response:
        return answer(comparison(state.runs, run, other))


def _add_new_runs(app: FastAPI, state: State, uploads: Uploads, jobs: Jobs) -> None:
    @app.post("/api/uploads")
    async def upload(request: Request, name: str = "", to: str = "") -> Response:
        _check(state)
        length = request.headers.get("content-length", "")
        announced = int(length) if length.isdecimal() else None
        kept = await uploads.receive(name, request.stream(), announced, to)
        return answer({"upload": kept.key})

    @app.post("/api/columns")
    def columns(source: Annotated[dict[str, Any], Body()]) -> Response:
        _check(state)
        return answer(columns_of(source_of(source, uploads, state.input, state.runs)[0]))

    @app.post("/api/jobs")
    def start(asked: Annotated[dict[str, Any], Body()]) -> Response:
        _check(state)
        return answer(jobs.add(parse_run_request(asked, uploads, state.input, state.runs)))

    @app.post("/api/jobs/{job}/cancel")
    def cancel(job: str) -> Response:
        _check(state)
        return answer(jobs.cancel(job))


def comparison(runs: RunCache, run: str, other: str) -> schema.Comparison:
    """``Comparison`` of the pages: from the clusters of another run to those of this one."""
    result, before = runs.open(run).result, runs.open(other).result
    found = before.compare(result)
    return {
        "sankey": cast(SankeyNumbers, numbers_of("sankey", result, other=before).as_dict()),
        "agreement": {
            "nmi": found.nmi,
            "ari": found.ari,
            "documents": found.n_documents,
            "moved": len(found.moved),
            "only": found.only,
        },
    }


def _check(state: State) -> None:
    if not state.may_run:
        raise NotAllowed(
            "this server was started to look at runs, not to make them: start it again with "
            "cotext explore --allow-runs."
        )
