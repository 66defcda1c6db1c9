"""Names from outside: cleaned before they become names of files or folders."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from pathlib import Path

from cotext.errors import UsageError

LONGEST = 80  # letters of a name
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)")  # devices, on Windows


def clean(name: str, otherwise: str) -> str:
    """The last part of a path, of letters, digits and ``. - _`` only; ``otherwise`` where nothing is left.

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


def free(folder: Path, wanted: str, taken: Collection[str] = ()) -> str:
    """The name, or the name with a number, that neither a folder nor anybody else has.

    Examples
    --------
    >>> free(Path("nowhere"), "news", {"news", "news-2"})
    'news-3'
    """
    for number in range(1, 10_000):
        name = wanted if number == 1 else f"{wanted}-{number}"
        if name not in taken and not (folder / name).exists():
            return name
    raise UsageError(f"{folder} has thousands of runs called {wanted!r}; give the new one another name.")
