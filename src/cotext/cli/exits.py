"""The end of a command: signals, errors as one line on stderr, and exit codes."""

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
AGAIN = 0.05  # seconds until the next check whether an import has ended


class Terminated(BaseException):
    """SIGTERM was received. Not an ``Exception``, so that no code that handles errors catches it."""


@runtime_checkable
class TyperError(Protocol):
    """An error that Typer raises: an unknown option, a missing argument."""

    exit_code: int

    def format_message(self) -> str: ...


ENDS: dict[int, type[BaseException]] = {signal.SIGINT: KeyboardInterrupt, signal.SIGTERM: Terminated}
TYPER_MESSAGES = {
    r"^No such command '(.*)'$": r"there is no command '\1'",
    r"^No such option: (.*)$": r"there is no option \1",
    r"^Missing (argument|option) '(.*)'$": r"the \1 \2 is missing",
    r"^Invalid value for '(.*?)': Input should be (a valid )?": r"\1: expected a ",
    r"integer, unable to parse .*": "whole number",
    r", unable to parse .*": "",
    r"expected a greater than or equal to": "expected a number of at least",
}


@contextmanager
def handling_signals() -> Iterator[None]:
    """Make both signals raise in the main thread."""
    try:
        before = {number: signal.signal(number, _stop) for number in ENDS}
    except ValueError:  # other threads cannot handle signals
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
    """Raise, but not during an import: some modules catch every exception while they are loaded."""
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
    """Run a command and return its exit code; report an error that users can solve in one line."""
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
    """Return the exit code after flushing stdout, which may be the first to notice a full disk."""
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
    """Stay silent if the reader has closed the pipe, as in ``| head``, also when Python closes stdout."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())  # type: ignore[union-attr]
    return 0


def _explain(error: Exception) -> tuple[str, int]:
    if (message := trouble(error)) is not None:
        return message, CotextError.exit_code
    if isinstance(error, CotextError):
        return error.with_options, error.exit_code
    if isinstance(error, TyperError):
        command = getattr(getattr(error, "ctx", None), "command_path", "cotext")
        return f"{_usage(error)}; see '{command} --help'.", error.exit_code
    hint = "" if isinstance(error, MemoryError) else " (COTEXT_DEBUG=1 shows the traceback)"
    return explain(error) + hint, CotextError.exit_code


def _usage(error: TyperError) -> str:
    """Return Typer's message in cotext's words, with a guess at the option or command that was meant."""
    message, context = error.format_message().partition(" (Possible options")[0], getattr(error, "ctx", None)
    message = message.partition(". Did you mean")[0].rstrip(".")
    for pattern, text in TYPER_MESSAGES.items():
        message = re.sub(pattern, text, message)
    for invalid in getattr(getattr(error, "__cause__", None), "errors", list)():
        message = message.replace(": ", f" {invalid['input']}: ", 1)
    if context is None:
        return message
    known = [option for param in context.command.params for option in param.opts if option[:2] == "--"]
    name = getattr(error, "option_name", None)
    if name is None and "no command" in message:
        name, known = message.split("'")[1], list(context.command.commands)
    return message + did_you_mean(name or "", known)
