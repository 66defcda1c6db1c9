"""What a command says while it works: notes and progress on stderr, nothing when asked to be quiet."""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print nothing but errors and what --json asks for.")
]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Say what is being done, restart by restart.")]


def complain(message: str) -> None:
    """A line on stderr that begins with the name of the program."""
    typer.echo(f"cotext: {one_line(message)}", err=True)


def one_line(text: str) -> str:
    """Without line ends and control characters, which could recolour the terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in " ".join(text.split()))


def report_warnings(say: Callable[[str], None]) -> None:
    """Send warnings meant for users to ``say`` and drop those meant for developers."""
    warnings.simplefilter("ignore")
    warnings.filterwarnings("default", category=UserWarning)
    warnings.showwarning = lambda message, *rest, **more: say(str(message))


class Talk:
    """Stages, notes and a progress bar on stderr."""

    def __init__(self, quiet: bool = False, verbose: bool = False, progress: Any = None) -> None:
        self.quiet, self.verbose, self.progress = quiet, verbose, progress
        self.task: Any = None
        self.restarts: dict[int, Any] = {}

    def note(self, message: str) -> None:
        """Say something to the user."""
        if not self.quiet:
            typer.echo(one_line(message), err=True)

    def stage(self, name: str) -> None:
        """Begin a stage."""
        if self.verbose:
            self.note(f"{name} ...")
        if self.progress is not None:
            if self.task is not None:
                self.progress.remove_task(self.task)
            self.task = self.progress.add_task(one_line(name), total=None)

    def sweep(self, step: Any) -> None:
        """Take note of a sweep: the models' callback."""
        self.restarts[step.restart] = step
        if self.progress is not None and self.task is not None:
            done = sum(last.sweep for last in self.restarts.values())
            name = f"{len(self.restarts)} of {step.n_init} starts, {done:,} sweeps"
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
        self.restarts = {}


@contextmanager
def talk(quiet: bool = False, verbose: bool = False) -> Iterator[Talk]:
    """Talk for the time of a command; the progress bar is for terminals only."""
    with warnings.catch_warnings():
        if quiet or not sys.stderr.isatty():
            talking = Talk(quiet, verbose)
            report_warnings(talking.note)
            yield talking
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
            talking = Talk(quiet, verbose, progress)
            report_warnings(talking.note)
            yield talking
