"""The columns of a file that was sent or given: found in a process of its own, which is soon ended."""

from __future__ import annotations

import json
import signal
import warnings
from collections.abc import Iterable
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
MOST, LONGEST = 200, 100  # columns that are told, and letters of a name; longer ones cannot be chosen
SAMPLES, SAMPLE = 2, 60  # values of each, and their letters
_ONE = Lock()  # at a time: nobody can start more processes than that


def columns_of(source: Source) -> schema.TableColumns:
    """``Columns`` of the pages: none for what is no single table."""
    path = Path(source.what) if source.at is None else source.at / source.what
    if source.without_noise or not path.is_file():
        return {"columns": [], "guessed": {}}
    if not _ONE.acquire(timeout=PATIENCE):
        from cotext.explorer.http_errors import TooMany  # the other process needs no web server

        raise TooMany("the columns of other files are being read: try again in a moment.")
    try:
        return _asked(path)
    finally:
        _ONE.release()


def _asked(path: Path) -> schema.TableColumns:
    context = get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_look, args=(path, there), daemon=True)
    with here:
        process.start()
        there.close()
        try:
            told: Any = json.loads(here.recv_bytes()) if here.poll(PATIENCE) else None
        except (EOFError, OSError):
            told = {"error": "the file could not be read; name its columns by hand."}
        finally:
            process.kill()
            process.join()
            process.close()
    if told is None:
        told = {"error": f"reading its columns took more than {PATIENCE:.0f} s: name them by hand."}
    if "error" in told:
        raise UsageError(f"{path.name}: {told['error']}")
    found: schema.TableColumns = told
    return found


def _look(path: Path, pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    told: object
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            told = columns_in(path)
    except Exception as error:
        told = {"error": one_line(explain(error)).removeprefix(f"{path}: ")}
    pipe.send_bytes(json.dumps(told).encode())


def columns_in(path: Path) -> schema.TableColumns:
    """The columns of a file; run in a process of its own."""
    from cotext.corpus import look

    found = look(path)
    if found is None:
        return {"columns": [], "guessed": {}}
    names = [name for name in found.columns if len(name) <= LONGEST][:MOST]
    columns: list[schema.Column] = [
        {"name": name, "samples": _samples(found.columns[name])} for name in names
    ]
    guessed: dict[str, list[str]] = {}
    if (best := found.guessed) is not None:
        single = {role: getattr(best, role, None) for role in ("id", "label", "date", "title")}
        guessed = {"text": list(best.parts), **{role: [name] for role, name in single.items() if name}}
    return {"columns": columns, "guessed": guessed}


def _samples(values: Iterable[object]) -> list[str]:
    """Some of the values that are there, shortened."""
    some: list[str] = []
    for value in values:
        text = "" if value is None else " ".join(str(value)[: 10 * SAMPLE].split())
        if text and text not in some:
            some.append(text if len(text) <= SAMPLE else text[: SAMPLE - 1] + "…")
        if len(some) == SAMPLES:
            break
    return some
