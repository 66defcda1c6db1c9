"""What the pages ask of a run; names and shapes are those of ``web/src/data``."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Body, FastAPI, Query, Request
from starlette.responses import Response

from cotext.errors import UsageError
from cotext.explorer.files import file_of
from cotext.explorer.opened import Opened
from cotext.explorer.options import options_of
from cotext.explorer.refusals import NotAllowed, refusal
from cotext.explorer.shelf import Shelf
from cotext.explorer.words import profile_of
from cotext.pictures.noise import without
from cotext.report.plain import to_json

TEXTS, SIMILAR, FOUND = 1000, 10, 100_000
DIGITS = 12  # of the number of a document


def add_runs(app: FastAPI, shelf: Shelf, read_only: bool) -> None:
    """Add what is read of a run, and its edits."""
    _add_columns(app, shelf)
    _add_reading(app, shelf)

    @app.post("/api/runs/{run}/edits")
    def edit(run: str, what: Annotated[dict[str, Any], Body()], edition: int | None = None) -> Response:
        if read_only:
            raise NotAllowed("the server was started with --read-only, so nothing can be changed.")
        return _answer(shelf.edit(run, what, edition).overview())


def _add_columns(app: FastAPI, shelf: Shelf) -> None:
    @app.get("/api/runs/{run}/overview")
    def overview(run: str) -> Response:
        return _answer(shelf.open(run).overview())

    @app.get("/api/runs/{run}/documents")
    def documents(run: str) -> Response:
        return _answer(shelf.open(run).documents())

    @app.get("/api/runs/{run}/words")
    def words(run: str) -> Response:
        return _answer(shelf.open(run).words())

    @app.get("/api/runs/{run}/pictures/{name}")
    def picture(run: str, name: str, request: Request) -> Response:
        opened, options = shelf.open(run), options_of(name, request.query_params)
        try:
            return _answer(opened.picture(name, options))
        except UsageError as why:
            if options:
                raise
            return refusal(str(why), 200)  # why a run has no such picture is an answer, not a failure

    @app.get("/api/runs/{run}/files/{name}.{ending}")
    def file(run: str, name: str, ending: str, request: Request) -> Response:
        opened, asked = shelf.open(run), dict(request.query_params)
        shown = asked.pop("noise", "") == "show"
        numbers = opened.numbers(name, options_of(name, asked))
        content, kind = file_of(numbers if shown else without(numbers, opened.result), ending)
        attached = {"content-disposition": f'attachment; filename="{name}.{ending}"'}
        return Response(content, media_type=kind, headers=attached)


def _add_reading(app: FastAPI, shelf: Shelf) -> None:
    @app.get("/api/runs/{run}/texts")
    def texts(run: str, rows: str) -> Response:
        opened = shelf.open(run)
        return _answer(to_json(opened.texts(_rows(rows, opened))))

    @app.get("/api/runs/{run}/search")
    def search(run: str, q: str, limit: Annotated[int, Query(ge=1, le=FOUND)] = 500) -> Response:
        return _answer(to_json(shelf.open(run).lasting.index.search(q, limit)))

    @app.get("/api/runs/{run}/similar")
    def similar(run: str, row: int) -> Response:
        opened = shelf.open(run)
        _rows(str(row), opened)
        near = opened.result.near_documents(row, SIMILAR)
        return _answer(to_json([{"row": other, "similarity": value} for other, value in near]))

    @app.get("/api/runs/{run}/word")
    def word(run: str, word: str) -> Response:
        opened = shelf.open(run)
        return _answer(opened.kept(("word", word), lambda: profile_of(opened.result, word)))


def _rows(given: str, opened: Opened) -> list[int]:
    n = len(opened.result.row_labels_)
    rows = [int(row) if row.isdecimal() and len(row) <= DIGITS else -1 for row in given.split(",")]
    if len(rows) > TEXTS or any(not 0 <= row < n for row in rows):
        raise UsageError(
            f"rows={given[:40]}: expected at most {TEXTS} numbers of documents from 0 to {n - 1}."
        )
    return rows


def _answer(content: bytes) -> Response:
    return Response(content, media_type="application/json")
