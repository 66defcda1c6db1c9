"""How a command ends: signals, errors as one line on stderr, and exit codes."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol, runtime_checkable

from cotext.cli.output import complain
from cotext.errors import CotextError, did_you_mean, explain, trouble

INTERRUPTED, TERMINATED = 130, 143
ENDINGS = {INTERRUPTED: "interrupted", TERMINATED: "terminated"}
AGAIN = 0.05  # seconds until the next look at whether an import is over


class Terminated(BaseException):
    """Somebody has sent SIGTERM; not an error, so nothing that looks for errors catches it."""


@runtime_checkable
class TyperError(Protocol):
    """An error of Typer's own: an unknown option, a missing argument."""

    exit_code: int

    def format_message(self) -> str: ...


ENDS: dict[int, type[BaseException]] = {signal.SIGINT: KeyboardInterrupt, signal.SIGTERM: Terminated}


@contextmanager
def listening() -> Iterator[None]:
    """Within this both signals raise, in the main thread."""
    try:
        before = {number: signal.signal(number, _stop) for number in ENDS}
    except ValueError:  # another thread has no say in signals
        yield
        return
    try:
        yield
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


def _stop(number: int, frame: FrameType | None) -> None:
    """Raise, but not within an import: some modules catch all there is while they are loaded, and go on."""
    if _importing(frame) and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, lambda _, later: _stop(number, later))
        signal.setitimer(signal.ITIMER_REAL, AGAIN)
        return
    raise ENDS[number]


def _importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def exit_code(command: Callable[[], int | None]) -> int:
    """Run a command and say how it ended; errors a user can act on are one line, never a traceback."""
    try:
        code = command()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except Terminated:
        code = TERMINATED
    except SystemExit as stop:
        if not isinstance(stop.__context__, BrokenPipeError):
            raise
        return _leave_pipe()
    except Exception as error:
        if os.environ.get("COTEXT_DEBUG"):
            raise
        message, code = _explain(error)
        complain(f"error: {message}")
    else:
        code = _flushed(code or 0)
    if code in ENDINGS:
        complain(ENDINGS[code])
    return code or 0


def _flushed(code: int) -> int:
    """The exit code, once all has been printed: a full disk may be noticed only now."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        return _leave_pipe()
    except OSError as error:
        complain(f"error: {explain(error)}")
        _leave_pipe()
        return CotextError.exit_code
    return code


def _leave_pipe() -> int:
    """The reader has gone, as in ``| head``: no complaint, also not when Python closes stdout."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())  # type: ignore[union-attr]
    return 0


def _explain(error: Exception) -> tuple[str, int]:
    if (told := trouble(error)) is not None:
        return told, CotextError.exit_code
    if isinstance(error, CotextError):
        return _as_options(str(error)), error.exit_code
    if isinstance(error, TyperError):
        command = getattr(getattr(error, "ctx", None), "command_path", "cotext")
        return f"{_usage(error)}: see '{command} --help'.", error.exit_code
    where = "" if isinstance(error, MemoryError) else " (COTEXT_DEBUG=1 shows where)"
    return explain(error) + where, CotextError.exit_code


def _usage(error: TyperError) -> str:
    """What Typer complains about; an option or a command that is not there with the one most like it."""
    told, context = error.format_message().partition(" (Possible options")[0], getattr(error, "ctx", None)
    told = told.partition(". Did you mean")[0].rstrip(".")
    if context is None:
        return told
    known = [option for param in context.command.params for option in param.opts if option[:2] == "--"]
    asked = getattr(error, "option_name", None)
    if asked is None and told.startswith("No such command"):
        asked, known = told.split("'")[1], list(context.command.commands)
    return told + did_you_mean(asked or "", known)


def _as_options(message: str) -> str:
    """The library speaks of keywords, ``min_df=3``; here they are options, ``--min-df 3``."""
    names = (
        "weighting|idf|context|stem|stop_words|language|token_pattern|min_df|max_df|n_clusters|n_init|into"
    )
    message = re.sub(r"levels=\[([\d, -]+)\]", lambda m: f"-k {m[1].replace(', ', '/')}", message)
    message = re.sub(rf"did you mean '({names})'", lambda m: f"did you mean {_option(m[1])}", message)
    return re.sub(rf"(?<![\w-])({names})=(?=\S)", lambda m: f"{_option(m[1])} ", message)


def _option(keyword: str) -> str:
    return f"--{keyword.replace('_', '-')}"
