"""Names from outside: cleaned before they become names of files or folders."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from pathlib import Path

from cotext.errors import UsageError

LONGEST = 80  # characters of a name
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)")  # devices, on Windows


def clean(name: str, otherwise: str) -> str:
    """Return the last part of a path with letters, digits and ``. - _`` only, or ``otherwise`` if empty.

    Examples
    --------
    >>> clean("../../etc/Pass word.csv", "x"), clean("C:\\\\data\\\\Über.txt", "x"), clean("..", "x")
    ('Pass-word.csv', 'Über.txt', 'x')
    """
    last = unicodedata.normalize("NFC", re.split(r"[/\\]", name)[-1])
    last = re.sub(r"[^\w.\-]+", "-", last).strip(".-_ ")
    if len(last) > LONGEST:
        ending = Path(last).suffix[:12]
        last = last[: LONGEST - len(ending)] + ending
    return last if last and not RESERVED.match(last) else otherwise


def free(folder: Path, wanted: str, taken: Collection[str] = (), ending: str = "") -> str:
    """Return the name, with a number if it is in the folder or ``taken``.

    Examples
    --------
    >>> free(Path("nowhere"), "news", {"news", "news-2"}), free(Path("nowhere"), "news", {"news.csv"}, ".csv")
    ('news-3', 'news-2.csv')
    """
    for number in range(1, 10_000):
        name = wanted + (f"-{number}" if number > 1 else "") + ending
        if name not in taken and not (folder / name).exists():
            return name
    raise UsageError(f"thousands of files have the name {wanted!r} already; give another name.")
