"""Routes of a run: its values, its pictures as numbers and as files, and its edits."""

from __future__ import annotations

import inspect
import json
import math
import re
from collections.abc import Mapping
from http import HTTPStatus
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Annotated, Any

import numpy as np
from fastapi import Body, FastAPI, Query, Request
from starlette.responses import Response

from cotext.errors import UsageError, did_you_mean
from cotext.explorer.http_errors import HttpError, answer, error_response
from cotext.explorer.run_cache import CachedRun, RunCache
from cotext.pictures import known
from cotext.pictures.display import GRAPHS, check_ending, display_class, render, write_graph
from cotext.pictures.prepare import GraphPicture, Numbers, without_noise
from cotext.report import near_words, rounded, schema
from cotext.result import CoClustering, printable

MOST = {"pixels": 2000, "points": 20_000, "pairs": 100_000, "rows": 10_000}  # larger ones exhaust memory
NUMBER = re.compile("-?[0-9]{1,18}")
VALUE = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?([eE][+-]?[0-9]{1,3})?|true|false")
PLAIN = re.compile(r"(int|float|bool|str)( \| (int|float|bool|str|None))*")
KINDS = {
    "png": "image/png",
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "graphml": "application/graphml+xml",
    "gexf": "application/gexf+xml",
}
_DRAWING = Lock()  # matplotlib's settings are global
TEXTS, SIMILAR, FOUND = 1000, 10, 100_000
DIGITS = 12  # of the number of a document


def add_runs(app: FastAPI, runs: RunCache, read_only: bool) -> None:
    """Add the routes of runs."""
    _add_columns(app, runs)
    _add_reading(app, runs)

    @app.post("/api/runs/{run}/edits")
    def edit(run: str, values: Annotated[dict[str, Any], Body()], edition: int | None = None) -> Response:
        if read_only:
            raise HttpError(
                HTTPStatus.FORBIDDEN, "the server was started with --read-only, so nothing can be changed."
            )
        return answer(runs.edit(run, values, edition).overview())


def _add_columns(app: FastAPI, runs: RunCache) -> None:
    @app.get("/api/runs/{run}/overview")
    def overview(run: str) -> Response:
        return answer(runs.open(run).overview())

    @app.get("/api/runs/{run}/documents")
    def documents(run: str) -> Response:
        return answer(runs.open(run).documents())

    @app.get("/api/runs/{run}/words")
    def words(run: str) -> Response:
        return answer(runs.open(run).words())

    @app.get("/api/runs/{run}/pictures/{name}")
    def picture(run: str, name: str, request: Request) -> Response:
        cached, options = runs.open(run), options_of(name, request.query_params)
        try:
            return answer(cached.picture(name, options))
        except UsageError as reason:
            if options:
                raise
            return error_response(str(reason), 200)  # that a run has no such picture is not a failure

    @app.get("/api/runs/{run}/files/{name}.{ending}")
    def file(run: str, name: str, ending: str, request: Request) -> Response:
        cached, query = runs.open(run), dict(request.query_params)
        with_noise = query.pop("noise", "") == "show"
        numbers = cached.numbers(name, options_of(name, query))
        content = file_of(numbers if with_noise else without_noise(numbers, cached.result), ending)
        headers = {"content-disposition": f'attachment; filename="{name}.{ending}"'}
        return Response(content, media_type=KINDS[ending], headers=headers)


def _add_reading(app: FastAPI, runs: RunCache) -> None:
    @app.get("/api/runs/{run}/texts")
    def texts(run: str, rows: str) -> Response:
        cached = runs.open(run)
        return answer(cached.texts(_rows(rows, cached)))

    @app.get("/api/runs/{run}/search")
    def search(run: str, q: str, limit: Annotated[int, Query(ge=1, le=FOUND)] = 500) -> Response:
        return answer(runs.open(run).shared.index.search(q, limit))

    @app.get("/api/runs/{run}/similar")
    def similar(run: str, row: int) -> Response:
        cached = runs.open(run)
        _rows(str(row), cached)
        neighbors = cached.result.near_documents(row, SIMILAR)
        near: list[schema.Near] = [{"row": other, "similarity": value} for other, value in neighbors]
        return answer(near)

    @app.get("/api/runs/{run}/word")
    def word(run: str, word: str) -> Response:
        cached = runs.open(run)
        return answer(cached.cached_json(("word", word), lambda: profile_of(cached.result, word)))


def profile_of(result: CoClustering, word: str) -> schema.WordProfile:
    """``WordProfile`` of the pages; the word may be in another case or another form of its stem."""
    names = result.docword.vocabulary
    column = result.recipe.find(word) if result.recipe else names.index(word) if word in names else None
    if column is None:
        raise UsageError(f"there is no word {word!r} in this run{did_you_mean(word, names)}.")
    [near] = near_words(result, [column])
    return {
        "word": names[column],
        "cluster": int(result.column_labels_[column]),
        "counts": rounded(result.cluster_counts[:, column]),
        "keyness": rounded(result.word_keyness[:, column]),
        "documents": int(np.count_nonzero(result.counts.indices == column)),
        "similar": [{"word": names[other], "similarity": value} for other, value in near],
    }


def _rows(text: str, cached: CachedRun) -> list[int]:
    n = len(cached.result.row_labels_)
    rows = [int(row) if row.isdecimal() and len(row) <= DIGITS else -1 for row in text.split(",")]
    if len(rows) > TEXTS or any(not 0 <= row < n for row in rows):
        raise UsageError(
            f"rows={text[:40]}: expected at most {TEXTS} numbers of documents from 0 to {n - 1}."
        )
    return rows


def options_of(name: str, query: Mapping[str, str]) -> dict[str, Any]:
    """Convert texts to the options of a picture; only plain values are possible.

    Examples
    --------
    >>> options_of("matrix", {"values": "lift", "pixels": "300"})
    {'values': 'lift', 'pixels': 300}
    >>> options_of("words", {"cluster": "3"}), options_of("words", {"cluster": "Trees"})
    ({'cluster': 3}, {'cluster': 'Trees'})
    """
    prepare = import_module(f"cotext.pictures.prepare.{known(name)}").prepare
    kinds = {key: str(option.annotation) for key, option in inspect.signature(prepare).parameters.items()}
    return {key: _value(key, text, kinds.get(key, "str")) for key, text in query.items()}


def _value(key: str, text: str, kind: str) -> Any:
    if not PLAIN.fullmatch(kind):
        raise UsageError(f"{key}={text[:40]}: this cannot be given in an address; leave it out.")
    if "str" in kind:
        return int(text) if "int" in kind and NUMBER.fullmatch(text) else text
    try:
        value: Any = json.loads(text) if VALUE.fullmatch(text) else None
    except ValueError:
        value = None
    if type(value).__name__ not in kind or not math.isfinite(value):
        raise UsageError(f"{key}={text[:40]}: expected {kind}; correct it.")
    if value > MOST.get(key, math.inf):
        raise UsageError(f"{key}={text[:40]}: expected at most {MOST[key]:,}; give fewer.")
    return value


def file_of(numbers: Numbers, ending: str) -> bytes:
    """Return a picture as a file with this ending."""
    if ending == "csv":
        return printable(numbers.table().csv()).encode()
    check_ending(Path(f"{numbers.name}.{ending}"), numbers.name)
    if not (ending in GRAPHS and isinstance(numbers, GraphPicture)):
        with _DRAWING:
            return render(display_class(numbers.name)(numbers), ending)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"graph.{ending}"
        write_graph(numbers, path)
        return path.read_bytes()
