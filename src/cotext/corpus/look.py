"""Look at the beginning of a table: which columns it has, and which of them would be read as what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cotext.corpus.columns import Columns, Seen, Wanted, choose
from cotext.corpus.encodings import AUTO
from cotext.corpus.formats import TABLES, reader_of
from cotext.corpus.items import Item, Reading
from cotext.errors import UsageError


@dataclass(frozen=True)
class Look:
    """The columns of a table with their first values, and what would be guessed of them.

    ``guessed`` is None where no column looks like the text.
    """

    columns: Mapping[str, Sequence[object]]
    guessed: Columns | None


def look(path: Path) -> Look | None:
    """The beginning of a table; None for a file that is none."""
    item = Item.at(path, path.name)
    reader = reader_of(item)
    if reader is None or item.kind not in TABLES:
        return None
    try:
        reader(item, Reading(Wanted(look=True), AUTO, alone=True))
    except Seen as seen:
        return Look(seen.sample, _guessed(seen.sample))
    return None


def _guessed(sample: Mapping[str, Sequence[object]]) -> Columns | None:
    try:
        return choose(Wanted(), sample, "the table")[0]
    except UsageError:
        return None
