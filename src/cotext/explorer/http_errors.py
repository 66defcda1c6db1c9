"""Answers of the server; an error is a sentence and a status code."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from cotext.errors import CannotWrite, CotextError
from cotext.report import to_json


class HttpError(CotextError):
    """An error with its own status code; every other error of cotext is a 400."""

    def __init__(self, code: HTTPStatus, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def answer(value: object, code: int = 200) -> Response:
    """Return a value as JSON; bytes are JSON already."""
    content = value if isinstance(value, bytes) else to_json(value)
    return Response(content, code, media_type="application/json")


def error_response(sentence: str, code: int) -> Response:
    """Return an error for the pages."""
    return answer({"error": sentence}, code)


def add_error_handlers(app: FastAPI) -> None:
    """Answer every error with a sentence."""

    @app.exception_handler(CotextError)
    def expected(request: Request, error: CotextError) -> Response:
        default = 500 if isinstance(error, CannotWrite) else 400
        return error_response(str(error), getattr(error, "code", default))

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
