"""What people type, on the command line or into a form: what it means, and the values it stands for."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cotext.errors import UsageError

# Endings of files, "" for a name that has none.
TABLES, PAGES, PICTURES = ("csv", "txt", ""), ("html", "htm", ""), ("png", "svg", "pdf")


def ending_of(path: str | os.PathLike[str], known: Sequence[str], things: str, asked: str = "") -> str:
    """Return the ending of a file's name, which says what to write; one that is not known is refused.

    ``asked`` is the option that the person gave it to.

    Examples
    --------
    >>> ending_of("curve.PNG", ("png", "svg"), "pictures")
    'png'
    """
    ending = Path(path).suffix.lower().removeprefix(".")
    if ending not in known:
        names = ", ".join(f".{end}" for end in known if end)
        raise UsageError(f"{asked}{Path(path).name}: {things} end in {names}; give one of these.")
    return ending


def parse_clusters(given: str, asked: str = "-k") -> int | tuple[int, ...]:
    """ "8" or "8,12"; ``asked`` is what the person was asked for."""
    try:
        numbers = tuple(int(part) for part in given.split(","))
    except ValueError:
        numbers = ()
    if len(numbers) not in (1, 2) or min(numbers) < 1:
        raise UsageError(
            f"{asked} {given}: expected a positive number such as 8, two such as 8,12, or levels such as "
            "5/20."
        )
    return numbers[0] if len(numbers) == 1 else numbers


def parse_levels(given: str, asked: str = "-k") -> list[int] | None:
    """ "5/20": clusters within clusters; None where there is one level."""
    if "/" not in given:
        return None
    try:
        return [int(part) for part in given.split("/")]
    except ValueError:
        raise UsageError(f"{asked} {given}: expected levels such as 5/20, the coarsest first.") from None


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


def run_name(source: str) -> str:
    """What a run is called after what it was made of.

    Examples
    --------
    >>> run_name("data/reviews.csv.gz"), run_name("letters/*.txt"), run_name("-")
    ('reviews', 'letters', 'stdin')
    """
    if source == "-":
        return "stdin"
    path = Path(source).resolve()
    if any(letter in path.name for letter in "*?["):  # a pattern: called after its folder
        path = path.parent
    name = re.sub(r"\.(gz|xz|bz2|zst)$", "", path.name)
    return (path.name if path.is_dir() else Path(name).stem) or "run"
