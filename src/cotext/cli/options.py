"""From what was typed to values."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cotext.errors import UsageError

OWN_OPTIONS = {"n_clusters": "-k", "levels": "-k", "n_init": "--n-init", "random_state": "--seed"}


def parse_clusters(given: str) -> int | tuple[int, ...]:
    """ "8" or "8,12"."""
    try:
        numbers = tuple(int(part) for part in given.split(","))
    except ValueError:
        numbers = ()
    if len(numbers) not in (1, 2) or min(numbers) < 1:
        raise UsageError(
            f"-k {given}: expected a positive number such as 8, two such as 8,12, or levels such as 5/20."
        )
    return numbers[0] if len(numbers) == 1 else numbers


def parse_levels(given: str) -> list[int] | None:
    """ "5/20": clusters within clusters; None where there is one level."""
    if "/" not in given:
        return None
    try:
        return [int(part) for part in given.split("/")]
    except ValueError:
        raise UsageError(f"-k {given}: expected levels such as 5/20, the coarsest first.") from None


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


def parse_settings(given: list[str], own: Mapping[str, str] = OWN_OPTIONS) -> dict[str, Any]:
    """``PARAM=VALUE`` pairs; those that have options of their ``own`` are refused."""
    pairs = [item.partition("=") for item in given]
    for name, equals, value in pairs:
        if not (name and equals and value):
            raise UsageError(
                f"--set {name}{equals}{value}: expected PARAM=VALUE, such as --set regularization=0.5."
            )
        if option := own.get(name.replace("-", "_")):
            raise UsageError(f"--set {name}={value}: this has an option of its own, use {option} {value}.")
    return {name.replace("-", "_"): parse_value(value) for name, _, value in pairs}


def parse_value(text: str) -> Any:
    """A number, true, false, none, or the text itself."""
    constants = {"true": True, "false": False, "none": None}
    return constants[text.lower()] if text.lower() in constants else parse_number(text)


def parse_number(text: str) -> int | float | str:
    """A number, or the text itself."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        number = float(text)
    except ValueError:
        return text
    return number if math.isfinite(number) else text


def as_source(names: list[str]) -> Any:
    """One name as it is, it may be that of a data set; several are paths."""
    return names[0] if len(names) == 1 else [Path(name) for name in names]


def default_run(source: str) -> Path:
    """``runs/reviews`` for ``data/reviews.csv.gz``."""
    if source == "-":
        return Path("runs/stdin")
    path = Path(source).resolve()
    if any(letter in path.name for letter in "*?["):  # a pattern: called after its folder
        path = path.parent
    name = re.sub(r"\.(gz|xz|bz2|zst)$", "", path.name)
    return Path("runs") / ((path.name if path.is_dir() else Path(name).stem) or "run")
