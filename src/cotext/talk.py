"""What is said while something works: notes and progress on stderr, where somebody looks at it."""

from __future__ import annotations

import math
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from cotext.errors import EmptyClusterWarning, EmptyInputWarning


def one_line(text: str) -> str:
    """Without line ends and control characters, which could recolour the terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in " ".join(text.split()))


def number(value: float) -> str:
    """Three places, or three digits of what is smaller than that.

    Examples
    --------
    >>> number(0.58349), number(2750.99211), number(0.000012345), number(0.0)
    ('0.583', '2750.992', '1.23e-05', '0.000')
    """
    return f"{value:.3f}" if value == 0 or abs(value) >= 0.001 else f"{value:.3g}"


SOME = 3  # sweeps, after which their pace is told
LONG = 10.0  # seconds that are worth a word to those who asked
FOR_ALL = 60.0  # and to everybody


class Pace:
    """How long a fit still takes if it goes on as it began, told once, after some sweeps of its first start.

    Starts side by side report one after the other at the end of a sweep, so only the first of them is timed.
    """

    def __init__(self) -> None:
        self.first: Any = None
        self.seen, self.told = 0, False

    def left(self, step: Any, done: int) -> float | None:
        """Seconds; ``done`` counts the sweeps of all starts so far."""
        if self.first is None:
            self.first, self.began = step, time.monotonic()
        self.seen += 1
        if self.told or step.restart != self.first.restart or step.sweep < self.first.sweep + SOME:
            return None
        self.told = True
        one = (time.monotonic() - self.began) / (self.seen - 1)
        return float(one * (step.n_init * step.max_iter - done))


def span(seconds: float) -> str:
    """A length of time, roughly.

    Examples
    --------
    >>> span(42.3), span(600), span(9000)
    ('42 s', '10 min', '2.5 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


class Talk:
    """Stages, notes and a progress bar on stderr."""

    def __init__(self, quiet: bool = False, verbose: bool = False, progress: Any = None) -> None:
        self.quiet, self.verbose, self.progress = quiet, verbose, progress
        self.task: Any = None
        self.restarts: dict[int, Any] = {}
        self.said: set[str] = set()
        self.counting = False
        self.pace = Pace()

    def note(self, message: str) -> None:
        """Say something to the user, once; above the bar where there is one."""
        message = one_line(message)
        if self.quiet or message in self.said:
            return
        self.said.add(message)
        if self.progress is None:
            sys.stderr.write(f"{message}\n")
        else:
            self.progress.console.print(message, markup=False, highlight=False, soft_wrap=True)

    def stage(self, name: str) -> None:
        """Begin a stage."""
        if self.verbose:
            self.note(f"{name} ...")
        if self.progress is None:
            return
        if self.counting:
            self.progress.update(self.task, description=one_line(name))
            return
        if self.task is not None:
            self.progress.remove_task(self.task)
        self.task = self.progress.add_task(one_line(name), total=None)

    def progress_of(self, things: str) -> Callable[[int, int], None]:
        """Tell how many of the planned things are done: by the bar, and in lines to those who asked."""

        def listen(done: int, total: int) -> None:
            self.counting = done < total
            if self.verbose:
                self.note(f"{done:,} of {total:,} {things}")
            if self.progress is not None and self.task is not None:
                self.progress.update(self.task, completed=done, total=total)

        return listen

    def sweep(self, step: Any, more: str = "") -> None:
        """Take note of a sweep: the models' callback; ``more`` goes to the bar."""
        self.restarts[step.restart] = step
        done = sum(last.sweep for last in self.restarts.values())
        left = self.pace.left(step, done)
        if left is not None and left > (LONG if self.verbose else FOR_ALL):
            self.note(f"about {span(left)} more at this pace, if no start ends early")
        self.details([step.doing] if step.doing else [])
        if self.progress is not None and self.task is not None:
            name = step.doing or f"{len(self.restarts)} of {step.n_init} starts, {done:,} sweeps"
            name += more
            total = step.n_init * step.max_iter
            self.progress.update(self.task, completed=done, total=total, description=name)

    def details(self, lines: Iterable[str]) -> None:
        """Say what only those who asked want to know."""
        for line in lines if self.verbose else ():
            self.note(line)

    def finish(self) -> None:
        """Tell how each restart ended, to those who asked."""
        if self.verbose:
            for number, step in sorted(self.restarts.items()):
                if math.isnan(step.loss):  # similarities have iterations but no criterion on the way
                    continue
                self.note(
                    f"start {number} of {step.n_init}: criterion {step.loss:.6g} after {step.sweep} sweeps"
                )
        self.restarts, self.pace = {}, Pace()


@contextmanager
def talking_to(quiet: bool = False, verbose: bool = False) -> Iterator[Talk]:
    """Talk for the time of a piece of work; the progress bar is for terminals only."""
    if quiet or not sys.stderr.isatty():
        yield Talk(quiet, verbose)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        BarColumn(20),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield Talk(quiet, verbose, progress)


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
    for told in (EmptyInputWarning, EmptyClusterWarning):  # a result's remarks say the same of its tables
        warnings.filterwarnings("ignore", category=told)
    warnings.showwarning = lambda message, *rest, **more: say(str(message))
