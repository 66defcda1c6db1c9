"""What a command says while it works: notes and progress on stderr, nothing when asked to be quiet."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from cotext.talk import Talk, one_line, report_warnings, talking_to

__all__ = ["Quiet", "Talk", "Verbose", "complain", "one_line", "report_warnings", "talk"]

Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print nothing but errors and what --json asks for.")
]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Say what is being done, restart by restart.")]


def complain(message: str) -> None:
    """A line on stderr that begins with the name of the program."""
    typer.echo(f"cotext: {one_line(message)}", err=True)


@contextmanager
def talk(quiet: bool = False, verbose: bool = False) -> Iterator[Talk]:
    """Talk for the time of a command; warnings are notes."""
    with warnings.catch_warnings(), talking_to(quiet, verbose) as talking:
        report_warnings(talking.note)
        yield talking
