"""Notes and progress of long work, on stderr if somebody is watching."""

from __future__ import annotations

import math
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from cotext.errors import EmptyClusterWarning, EmptyInputWarning

if TYPE_CHECKING:
    import rich.progress


def one_line(text: str) -> str:
    """Return a text without line breaks and control characters, which could recolor the terminal."""
    return "".join(character if character.isprintable() else " " for character in " ".join(text.split()))


def number(value: float) -> str:
    """Format a number with three decimals, or a small one with three digits.

    Examples
    --------
    >>> number(0.58349), number(2750.99211), number(0.000012345), number(0.0)
    ('0.583', '2750.992', '1.23e-05', '0.000')
    """
    return f"{value:.3f}" if value == 0 or abs(value) >= 0.001 else f"{value:.3g}"


SOME = 3  # sweeps before their pace is estimated
LONG = 10.0  # seconds left that are reported if verbose
FOR_ALL = 60.0  # seconds left that are always reported


class FitProgress(Protocol):
    """How far a fit is after one sweep of one start; models report these."""

    @property
    def restart(self) -> int: ...
    @property
    def n_init(self) -> int: ...
    @property
    def sweep(self) -> int: ...
    @property
    def max_iter(self) -> int: ...
    @property
    def loss(self) -> float: ...
    @property
    def doing(self) -> str:
        """The part of a longer fit that this sweep belongs to, if any."""


class ProgressDisplay(Protocol):
    """Shows notes and a progress bar: in a terminal, or on a page."""

    def note(self, message: str) -> None: ...

    def begin(self, stage: str) -> None:
        """Begin a stage of unknown length, which ends the previous one."""

    def update(self, *, done: int | None = None, total: int | None = None, stage: str | None = None) -> None:
        """Show the progress of the stage; None keeps the last value."""


class Pace:
    """Estimates the time left of a fit, once, after some sweeps of its first start.

    Parallel starts report one after the other at the end of a sweep, so only the first of them is timed.
    """

    def __init__(self) -> None:
        self.first: FitProgress | None = None
        self.n_sweeps, self.estimated = 0, False

    def left(self, step: FitProgress, done: int) -> float | None:
        """Return the seconds left; ``done`` counts the sweeps of all starts so far."""
        if self.first is None:
            self.first, self.began = step, time.monotonic()
        self.n_sweeps += 1
        if self.estimated or step.restart != self.first.restart or step.sweep < self.first.sweep + SOME:
            return None
        self.estimated = True
        per_sweep = (time.monotonic() - self.began) / (self.n_sweeps - 1)
        return per_sweep * (step.n_init * step.max_iter - done)


def span(seconds: float) -> str:
    """Format a length of time, roughly.

    Examples
    --------
    >>> span(42.3), span(600), span(9000)
    ('42 s', '10 min', '2.5 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


class Console:
    """Stages, notes and progress: on a display, or without one as lines on stderr."""

    def __init__(
        self, quiet: bool = False, verbose: bool = False, display: ProgressDisplay | None = None
    ) -> None:
        self.quiet, self.verbose, self.display = quiet, verbose, display
        self.restarts: dict[int, FitProgress] = {}
        self.shown: set[str] = set()
        self.counting = False
        self.pace = Pace()

    def note(self, message: str) -> None:
        """Show a message once."""
        message = one_line(message)
        if self.quiet or message in self.shown:
            return
        self.shown.add(message)
        if self.display is None:
            sys.stderr.write(f"{message}\n")
        else:
            self.display.note(message)

    def stage(self, name: str) -> None:
        if self.verbose:
            self.note(f"{name} ...")
        if self.display is None:
            return
        if self.counting:
            self.display.update(stage=one_line(name))
        else:
            self.display.begin(one_line(name))

    def progress_of(self, units: str) -> Callable[[int, int], None]:
        """Return a function that shows progress in some units, on the display, and as lines if verbose."""

        def listen(done: int, total: int) -> None:
            self.counting = done < total
            if self.verbose:
                self.note(f"{done:,} of {total:,} {units}")
            if self.display is not None:
                self.display.update(done=done, total=total)

        return listen

    def advance(self, done: int, total: int, message: str) -> None:
        """Show progress with a message, on the display, or else as a line."""
        if self.display is None:
            self.note(message)
        else:
            self.display.update(done=done, total=total, stage=one_line(message))

    def sweep(self, step: FitProgress, more: str = "") -> None:
        """Report a sweep, as the callback of models; the display also shows ``more``."""
        self.restarts[step.restart] = step
        done = sum(last.sweep for last in self.restarts.values())
        left = self.pace.left(step, done)
        if left is not None and left > (LONG if self.verbose else FOR_ALL):
            self.note(f"about {span(left)} more at this pace, if no start ends early")
        self.details([step.doing] if step.doing else [])
        if self.display is not None:
            name = step.doing or f"{len(self.restarts)} of {step.n_init} starts, {done:,} sweeps"
            self.display.update(done=done, total=step.n_init * step.max_iter, stage=name + more)

    def details(self, lines: Iterable[str]) -> None:
        """Show notes only if verbose."""
        for line in lines if self.verbose else ():
            self.note(line)

    def finish(self) -> None:
        """Report how each restart ended, if verbose."""
        if self.verbose:
            for number, step in sorted(self.restarts.items()):
                if math.isnan(step.loss):  # fits of similarities have no criterion before the end
                    continue
                self.note(
                    f"start {number} of {step.n_init}: criterion {step.loss:.6g} after {step.sweep} sweeps"
                )
        self.restarts, self.pace = {}, Pace()


class Bar:
    """A progress bar of ``rich`` in the terminal; it exists from the first stage on."""

    def __init__(self, progress: rich.progress.Progress) -> None:
        self.progress = progress
        self.task: rich.progress.TaskID | None = None

    def note(self, message: str) -> None:
        self.progress.console.print(message, markup=False, highlight=False, soft_wrap=True)

    def begin(self, stage: str) -> None:
        if self.task is not None:
            self.progress.remove_task(self.task)
        self.task = self.progress.add_task(stage, total=None)

    def update(self, *, done: int | None = None, total: int | None = None, stage: str | None = None) -> None:
        if self.task is not None:
            self.progress.update(self.task, completed=done, total=total, description=stage)


@contextmanager
def open_console(quiet: bool = False, verbose: bool = False) -> Iterator[Console]:
    """Open a console for some work; only terminals get a progress bar."""
    if quiet or not sys.stderr.isatty():
        yield Console(quiet, verbose)
        return
    from rich.console import Console as Terminal
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        BarColumn(20),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=Terminal(stderr=True), transient=True) as progress:
        yield Console(quiet, verbose, Bar(progress))


def somebody_looks() -> bool:
    """Whether stderr is a terminal or the output of a notebook."""
    if sys.stderr is not None and sys.stderr.isatty():
        return True
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and hasattr(shell, "kernel")


def report_warnings(say: Callable[[str], None]) -> None:
    """Send warnings meant for users to ``say`` and drop those meant for developers."""
    warnings.simplefilter("ignore")
    warnings.filterwarnings("default", category=UserWarning)
    for category in (EmptyInputWarning, EmptyClusterWarning):  # remarks of results contain them
        warnings.filterwarnings("ignore", category=category)
    warnings.showwarning = lambda message, *args, **kwargs: say(str(message))
