"""How the server says no: a sentence, and a code."""

from __future__ import annotations

from typing import ClassVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from cotext.errors import CannotWrite, CotextError
from cotext.report.plain import to_json


class Refusal(CotextError):
    """An error that has a code of its own; all others of cotext are 400."""

    code: ClassVar[int]


class NotAllowed(Refusal):
    """Something that the server was not started for."""

    code = 403


class NoSuchRun(Refusal):
    """A name that is not in the listing."""

    code = 404


class NoSuchJob(Refusal):
    """A job that was never there, or is long over."""

    code = 404


class Outdated(Refusal):
    """An edit of clusters that somebody has changed in the meantime."""

    code = 409


class TooLong(Refusal):
    """A file that is longer than allowed."""

    code = 413


class TooMany(Refusal):
    """More jobs than wait in a queue."""

    code = 429


def refusal(sentence: str, code: int) -> Response:
    """What the pages show."""
    return Response(to_json({"error": sentence}), code, media_type="application/json")


def add_refusals(app: FastAPI) -> None:
    """Whatever goes wrong is a sentence."""

    @app.exception_handler(CotextError)
    def expected(request: Request, error: CotextError) -> Response:
        return refusal(str(error), 500 if isinstance(error, CannotWrite) else getattr(error, "code", 400))

    @app.exception_handler(RequestValidationError)
    def misspelt(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        return refusal(f"{first['loc'][-1]}: {first['msg']}; correct the request.", 400)

    @app.exception_handler(HTTPException)
    def unknown(request: Request, error: HTTPException) -> Response:
        return refusal(f"{request.url.path}: {error.detail}", error.status_code)

    @app.exception_handler(Exception)
    def surprise(request: Request, error: Exception) -> Response:
        return refusal(f"{type(error).__name__}: {error} (a defect of cotext; please report it).", 500)
