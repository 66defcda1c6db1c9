"""Errors as the server answers them: a sentence and a status code."""

from __future__ import annotations

from typing import ClassVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from cotext.errors import CannotWrite, CotextError
from cotext.report import to_json


class HttpError(CotextError):
    """An error with its own status code; every other error of cotext is a 400."""

    code: ClassVar[int]


class NotAllowed(HttpError):
    """Something that the server was not started for."""

    code = 403


class NoSuchRun(HttpError):
    """A name that is not in the listing."""

    code = 404


class NoSuchJob(HttpError):
    """A job that was never there, or is long over."""

    code = 404


class Outdated(HttpError):
    """An edit of clusters that somebody has changed in the meantime."""

    code = 409


class TooLong(HttpError):
    """A file that is longer than allowed."""

    code = 413


class TooMany(HttpError):
    """More jobs than wait in a queue."""

    code = 429


def answer(value: object, code: int = 200) -> Response:
    """A value as JSON, which bytes are already."""
    content = value if isinstance(value, bytes) else to_json(value)
    return Response(content, code, media_type="application/json")


def error_response(sentence: str, code: int) -> Response:
    """An error as the pages show it."""
    return answer({"error": sentence}, code)


def add_error_handlers(app: FastAPI) -> None:
    """Answer every error with a sentence."""

    @app.exception_handler(CotextError)
    def expected(request: Request, error: CotextError) -> Response:
        return error_response(
            str(error), 500 if isinstance(error, CannotWrite) else getattr(error, "code", 400)
        )

    @app.exception_handler(RequestValidationError)
    def misspelt(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        return error_response(f"{first['loc'][-1]}: {first['msg']}; correct the request.", 400)

    @app.exception_handler(HTTPException)
    def unknown(request: Request, error: HTTPException) -> Response:
        return error_response(f"{request.url.path}: {error.detail}", error.status_code)

    @app.exception_handler(Exception)
    def surprise(request: Request, error: Exception) -> Response:
        return error_response(f"{type(error).__name__}: {error} (a defect of cotext; please report it).", 500)
