"""Parse values that people type, on the command line or into a form."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from cotext.errors import UsageError

# Endings of file names, "" for none.
TABLES, PAGES, PICTURES = ("csv", "txt", ""), ("html", "htm", ""), ("png", "svg", "pdf")


def ending_of(path: str | os.PathLike[str], known: Sequence[str], kind: str, option: str = "") -> str:
    """Return the ending of a file's name, which selects the format; refuse an unknown one.

    The error starts with ``option``, the option that has the name as its value.

    Examples
    --------
    >>> ending_of("curve.PNG", ("png", "svg"), "pictures")
    'png'
    """
    ending = Path(path).suffix.lower().removeprefix(".")
    if ending not in known:
        names = ", ".join(f".{end}" for end in known if end)
        raise UsageError(f"{option}{Path(path).name}: {kind} end in {names}; give one of these.")
    return ending


def parse_clusters(text: str, option: str = "-k") -> int | tuple[int, ...]:
    """Parse "8" or "8,12"."""
    try:
        numbers = tuple(int(part) for part in text.split(","))
    except ValueError:
        numbers = ()
    if len(numbers) not in (1, 2) or min(numbers) < 1:
        raise UsageError(
            f"{option} {text}: expected a positive number such as 8, two such as 8,12, or levels such as "
            "5/20."
        )
    return numbers[0] if len(numbers) == 1 else numbers


def parse_levels(text: str, option: str = "-k") -> list[int] | None:
    """Parse "5/20", clusters within clusters; return None for a single level."""
    if "/" not in text:
        return None
    try:
        return [int(part) for part in text.split("/")]
    except ValueError:
        raise UsageError(f"{option} {text}: expected levels such as 5/20, the coarsest first.") from None


def parse_value(text: str) -> Any:
    """Parse a number, true, false or none; return any other text unchanged."""
    constants = {"true": True, "false": False, "none": None}
    return constants[text.lower()] if text.lower() in constants else parse_number(text)


def parse_number(text: str) -> int | float | str:
    """Parse a finite number; return any other text unchanged."""
    with suppress(ValueError):
        return int(text)
    try:
        number = float(text)
    except ValueError:
        return text
    return number if math.isfinite(number) else text


def run_name(source: str) -> str:
    """Return the default name of a run of a source.

    Examples
    --------
    >>> run_name("data/reviews.csv.gz"), run_name("letters/*.txt"), run_name("-")
    ('reviews', 'letters', 'stdin')
    """
    if source == "-":
        return "stdin"
    path = Path(source).resolve()
    if any(character in path.name for character in "*?["):  # a pattern is named after its folder
        path = path.parent
    name = re.sub(r"\.(gz|xz|bz2|zst)$", "", path.name)
    return (path.name if path.is_dir() else Path(name).stem) or "run"
