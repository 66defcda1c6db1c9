"""What the pages read of a run, and its edits."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from fastapi import Body, FastAPI, Query, Request
from starlette.responses import Response

from cotext.errors import UsageError, did_you_mean
from cotext.explorer.cached_run import CachedRun
from cotext.explorer.http_errors import NotAllowed, error_response
from cotext.explorer.picture_requests import file_of, options_of
from cotext.explorer.run_cache import RunCache
from cotext.pictures.prepare import without_noise
from cotext.report import near_words, rounded, schema, to_json
from cotext.result import CoClustering

TEXTS, SIMILAR, FOUND = 1000, 10, 100_000
DIGITS = 12  # of the number of a document


def add_runs(app: FastAPI, runs: RunCache, read_only: bool) -> None:
    """Add what is read of a run, and its edits."""
    _add_columns(app, runs)
    _add_reading(app, runs)

    @app.post("/api/runs/{run}/edits")
    def edit(run: str, what: Annotated[dict[str, Any], Body()], edition: int | None = None) -> Response:
        if read_only:
            raise NotAllowed("the server was started with --read-only, so nothing can be changed.")
        return _answer(runs.edit(run, what, edition).overview())


def _add_columns(app: FastAPI, runs: RunCache) -> None:
    @app.get("/api/runs/{run}/overview")
    def overview(run: str) -> Response:
        return _answer(runs.open(run).overview())

    @app.get("/api/runs/{run}/documents")
    def documents(run: str) -> Response:
        return _answer(runs.open(run).documents())

    @app.get("/api/runs/{run}/words")
    def words(run: str) -> Response:
        return _answer(runs.open(run).words())

    @app.get("/api/runs/{run}/pictures/{name}")
    def picture(run: str, name: str, request: Request) -> Response:
        cached, options = runs.open(run), options_of(name, request.query_params)
        try:
            return _answer(cached.picture(name, options))
        except UsageError as why:
            if options:
                raise
            return error_response(str(why), 200)  # why a run has no such picture is an answer, not a failure

    @app.get("/api/runs/{run}/files/{name}.{ending}")
    def file(run: str, name: str, ending: str, request: Request) -> Response:
        cached, asked = runs.open(run), dict(request.query_params)
        shown = asked.pop("noise", "") == "show"
        numbers = cached.numbers(name, options_of(name, asked))
        content, kind = file_of(numbers if shown else without_noise(numbers, cached.result), ending)
        attached = {"content-disposition": f'attachment; filename="{name}.{ending}"'}
        return Response(content, media_type=kind, headers=attached)


def _add_reading(app: FastAPI, runs: RunCache) -> None:
    @app.get("/api/runs/{run}/texts")
    def texts(run: str, rows: str) -> Response:
        cached = runs.open(run)
        return _answer(to_json(cached.texts(_rows(rows, cached))))

    @app.get("/api/runs/{run}/search")
    def search(run: str, q: str, limit: Annotated[int, Query(ge=1, le=FOUND)] = 500) -> Response:
        return _answer(to_json(runs.open(run).shared.index.search(q, limit)))

    @app.get("/api/runs/{run}/similar")
    def similar(run: str, row: int) -> Response:
        cached = runs.open(run)
        _rows(str(row), cached)
        found = cached.result.near_documents(row, SIMILAR)
        near: list[schema.Near] = [{"row": other, "similarity": value} for other, value in found]
        return _answer(to_json(near))

    @app.get("/api/runs/{run}/word")
    def word(run: str, word: str) -> Response:
        cached = runs.open(run)
        return _answer(cached.kept(("word", word), lambda: profile_of(cached.result, word)))


def profile_of(result: CoClustering, word: str) -> schema.WordProfile:
    """``WordProfile`` of the pages; the word may be typed in another case or another form of its stem."""
    names = result.docword.vocabulary
    found = result.recipe.find(word) if result.recipe else names.index(word) if word in names else None
    if found is None:
        raise UsageError(f"there is no word {word!r} in this run{did_you_mean(word, names)}.")
    [near] = near_words(result, [found])
    return {
        "word": names[found],
        "cluster": int(result.column_labels_[found]),
        "counts": rounded(result.cluster_counts[:, found]),
        "keyness": rounded(result.word_keyness[:, found]),
        "documents": int(np.count_nonzero(result.counts.indices == found)),
        "similar": [{"word": names[other], "similarity": value} for other, value in near],
    }


def _rows(given: str, cached: CachedRun) -> list[int]:
    n = len(cached.result.row_labels_)
    rows = [int(row) if row.isdecimal() and len(row) <= DIGITS else -1 for row in given.split(",")]
    if len(rows) > TEXTS or any(not 0 <= row < n for row in rows):
        raise UsageError(
            f"rows={given[:40]}: expected at most {TEXTS} numbers of documents from 0 to {n - 1}."
        )
    return rows


def _answer(content: bytes) -> Response:
    return Response(content, media_type="application/json")
