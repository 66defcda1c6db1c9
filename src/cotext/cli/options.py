"""From what was typed to values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from cotext.errors import UsageError
from cotext.parsing import parse_value

run = partial(typer.Option, rich_help_panel="Run")
Seed = Annotated[int, run(metavar="N", help="Fix all random choices: same seed, same result.")]
Starts = Annotated[
    int | None,
    run(metavar="N", help="Start the fit N times and keep the best.", show_default="10, consensus 1"),
]
Settings = Annotated[
    list[str] | None,
    run("--set", metavar="PARAM=VALUE", help="Set a parameter from 'cotext models NAME'; may be repeated."),
]
OWN_OPTIONS = {"n_clusters": "-k", "levels": "-k", "n_init": "--n-init", "random_state": "--seed"}


def parse_range(given: str) -> list[int]:
    """ "2-12", "2-30:4" or "4,8,16"."""
    span = re.fullmatch(r"(\d+)-(\d+)(?::(\d+))?", given.strip())
    try:
        if span is None:
            numbers = sorted({int(part) for part in given.split(",")})
        else:
            numbers = list(range(int(span[1]), int(span[2]) + 1, int(span[3] or 1)))
    except ValueError:
        numbers = []
    if not numbers or numbers[0] < 1:
        raise UsageError(f"-k {given}: expected numbers to try such as 2-12, 2-30:4 or 4,8,16.")
    return numbers


def parse_settings(given: list[str] | None, own: Mapping[str, str] = OWN_OPTIONS) -> dict[str, Any]:
    """``PARAM=VALUE`` pairs; those that have options of their ``own`` are refused."""
    pairs = [item.partition("=") for item in given or []]
    for name, equals, value in pairs:
        if not (name and equals and value):
            raise UsageError(
                f"--set {name}{equals}{value}: expected PARAM=VALUE, such as --set regularization=0.5."
            )
        if option := own.get(name.replace("-", "_")):
            raise UsageError(f"--set {name}={value}: this has an option of its own, use {option} {value}.")
    return {name.replace("-", "_"): parse_value(value) for name, _, value in pairs}


def as_source(names: list[str]) -> Any:
    """One name as it is, it may be that of a data set; several are paths."""
    return names[0] if len(names) == 1 else [Path(name) for name in names]
