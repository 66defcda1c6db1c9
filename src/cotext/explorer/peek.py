"""The columns of a file, read in a separate process with a time limit."""

from __future__ import annotations

import json
import signal
import warnings
from collections.abc import Iterable
from http import HTTPStatus
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from cotext.console import one_line
from cotext.errors import UsageError, explain
from cotext.explorer.worker import Source, end_with_parent

if TYPE_CHECKING:
    from cotext.report import schema

PATIENCE = 20.0  # seconds
MOST, LONGEST = 200, 100  # columns, and characters of a name; columns with longer names cannot be chosen
SAMPLES, SAMPLE = 2, 60  # values of a column, and their characters
_ONE = Lock()  # one process at a time


def columns_of(source: Source) -> schema.TableColumns:
    """``TableColumns`` of the pages: none for anything but a single table."""
    path = Path(source.documents) if source.at is None else source.at / source.documents
    if source.without_noise or not path.is_file():
        return {"columns": [], "guessed": {}}
    if not _ONE.acquire(timeout=PATIENCE):
        from cotext.explorer.http_errors import HttpError  # the other process needs no web server

        sentence = "the columns of other files are being read: try again in a moment."
        raise HttpError(HTTPStatus.TOO_MANY_REQUESTS, sentence)
    try:
        return _read(path)
    finally:
        _ONE.release()


def _read(path: Path) -> schema.TableColumns:
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_send_columns, args=(path, theirs), daemon=True)
    with ours:
        process.start()
        theirs.close()
        try:
            answer: Any = {
                "error": f"reading its columns took more than {PATIENCE:.0f} s: name them by hand."
            }
            if ours.poll(PATIENCE):
                answer = json.loads(ours.recv_bytes())
        except (EOFError, OSError):
            answer = {"error": "the file could not be read; name its columns by hand."}
        finally:
            process.kill()
            process.join()
            process.close()
    if "error" in answer:
        raise UsageError(f"{path.name}: {answer['error']}")
    columns: schema.TableColumns = answer
    return columns


def _send_columns(path: Path, pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    answer: object
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            answer = columns_in(path)
    except Exception as error:
        answer = {"error": one_line(explain(error)).removeprefix(f"{path}: ")}
    pipe.send_bytes(json.dumps(answer).encode())


def columns_in(path: Path) -> schema.TableColumns:
    """Return the columns of a file; runs in the separate process."""
    from cotext.corpus import look

    table = look(path)
    if table is None:
        return {"columns": [], "guessed": {}}
    names = [name for name in table.columns if len(name) <= LONGEST][:MOST]
    columns: list[schema.Column] = [
        {"name": name, "samples": _samples(table.columns[name])} for name in names
    ]
    guessed: dict[str, list[str]] = {}
    if (roles := table.guessed) is not None:
        single = {role: getattr(roles, role, None) for role in ("id", "label", "date", "title")}
        guessed = {"text": list(roles.parts), **{role: [name] for role, name in single.items() if name}}
    return {"columns": columns, "guessed": guessed}


def _samples(values: Iterable[object]) -> list[str]:
    """Return the first different values, shortened."""
    samples: list[str] = []
    for value in values:
        text = "" if value is None else " ".join(str(value)[: 10 * SAMPLE].split())
        if text and text not in samples:
            samples.append(text if len(text) <= SAMPLE else text[: SAMPLE - 1] + "…")
        if len(samples) == SAMPLES:
            break
    return samples
