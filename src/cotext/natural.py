"""The order in which people list names: 1, 2, 10 rather than 1, 10, 2."""

from __future__ import annotations

import re
from collections.abc import Iterable

DIGITS = re.compile("([0-9]+)")
NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")

Key = tuple[tuple[object, ...], str]


def in_natural_order(names: Iterable[str]) -> list[str]:
    """Return names sorted as numbers if all of them are numbers, otherwise by their words and whole numbers.

    Examples
    --------
    >>> in_natural_order(["10", "-1", "2", "1.5"])
    ['-1', '1.5', '2', '10']
    >>> in_natural_order(["grade 10", "grade 2", "all"])
    ['all', 'grade 2', 'grade 10']
    """
    names = list(names)
    if all(NUMBER.fullmatch(name) for name in names):
        return sorted(names, key=lambda name: (float(name), name))
    return sorted(names, key=natural)


def natural(name: str) -> Key:
    """Return a key that sorts whole numbers within names by their values.

    Examples
    --------
    >>> sorted(["p10.txt", "p9.txt", "p09.txt"], key=natural)
    ['p09.txt', 'p9.txt', 'p10.txt']
    """
    parts: list[object] = list(DIGITS.split(name))
    parts[1::2] = [(len(digits), digits) for digits in (str(part).lstrip("0") for part in parts[1::2])]
    return tuple(parts), name
