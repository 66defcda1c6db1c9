"""Ctrl-C and SIGTERM end a command alike: the stack is unwound, so that nothing is left behind."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

AGAIN = 0.05  # seconds until the next look at whether an import is over


class Terminated(BaseException):
    """Somebody has sent SIGTERM; not an error, so nothing that looks for errors catches it."""


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
