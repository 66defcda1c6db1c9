"""Which column of several tables holds the texts: guessed once for all tables with the same columns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress

import numpy as np

from cotext.corpus.cells import is_missing, paragraphs
from cotext.errors import CotextError, UsageError

MOST = 100  # tables that are looked at

Sample = Mapping[str, Sequence[object]]


class Looked(UsageError):
    """A table was looked at, and is to be read later."""


class Guesses:
    """What tables hold, and then which column is the text."""

    def __init__(self) -> None:
        self._seen: dict[frozenset[str], dict[str, np.ndarray]] = {}
        self._files: dict[frozenset[str], int] = {}
        self._texts: dict[frozenset[str], str | None] = {}
        self._looking = True

    def look(self, attempts: Iterable[Callable[[], object]]) -> None:
        """Look at tables by trying to read them; what is wrong with one is told when it is read."""
        for attempt in attempts:
            with suppress(CotextError, OSError):
                attempt()
        self._looking = False
        for names in sorted(self._seen, key=lambda names: (-self._files[names], sorted(names))):
            self._texts[names] = self._settled(self._seen[names])

    def text(self, sample: Sample, taken: Collection[str | None], known: str | None) -> str | None:
        """The column of the texts, if it is not known by its name; while tables are looked at, no answer."""
        names = frozenset(sample)
        if self._looking and known is not None:
            raise Looked("the table is looked at before it is read")
        if known is not None:
            return known
        if self._looking:
            found = measured(sample, taken)
            before = self._seen.get(names, {})
            self._seen[names] = {name: one + before.get(name, 0) for name, one in found.items()}
            self._files[names] = self._files.get(names, 0) + 1
            raise Looked("the table is looked at before it is read")
        if names not in self._texts:
            self._texts[names] = self._settled(measured(sample, taken))
        return self._texts[names]

    def _settled(self, found: Mapping[str, np.ndarray]) -> str | None:
        """One that holds the texts of tables with other columns, too, if there is one; else the longest."""
        for name in dict.fromkeys(self._texts.values()):
            if name is not None and name in found and mean_length(found[name]):
                return name
        return longest(found)


def spread(items: Sequence[object]) -> list[int]:
    """The places of so many of them as are looked at, from the first to the last."""
    return [int(place) for place in np.linspace(0, len(items) - 1, min(MOST, len(items)))]


def measured(sample: Sample, taken: Collection[str | None] = ()) -> dict[str, np.ndarray]:
    """For each column that is not taken how many cells it has, how many with words, and their length."""
    return {name: _measured(values) for name, values in sample.items() if name not in taken}


def longest(found: Mapping[str, np.ndarray]) -> str | None:
    """The column of the longest texts, the first of equals; None if none has words.

    Examples
    --------
    >>> longest(measured({"a": ["oak"], "b": ["an oak", "an elm"], "c": ["2021-03-05"] * 2}))
    'b'
    """
    best = max(found, key=lambda name: mean_length(found[name]), default=None)
    return best if best is not None and mean_length(found[best]) else None


def mean_length(found: np.ndarray) -> float:
    """Mean length of a column of words; 0 for one of numbers, dates or nothing."""
    cells, words, length = found.tolist()
    return length / words if 2 * words > cells else 0.0


def _measured(values: Sequence[object]) -> np.ndarray:
    present = [paragraphs(value) for value in values if not _absent(value)]
    words = [value for value in present if isinstance(value, str) and any(map(str.isalpha, value))]
    return np.array([len(present), len(words), sum(map(len, words))])


def _absent(value: object) -> bool:
    missing = value is None or (isinstance(value, float) and value != value)
    return missing or (isinstance(value, str) and is_missing(value))
