"""Tables that tell of the files beside them, as metadata.csv does, and hold no texts of their own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from cotext.corpus.documents import Documents


def catalogues(parts: Mapping[str, Documents]) -> dict[str, str]:
    """Remarks on tables among other files, by name: those of which most ids are names of these files.

    Examples
    --------
    >>> from cotext.corpus.columns import Columns
    >>> texts = {name: Documents(["a text"], [name]) for name in ("a.txt", "b.txt")}
    >>> table = Documents(["Ann", "Bob"], ["a.txt", "b"], columns=Columns("author"))
    >>> list(catalogues({**texts, "metadata.csv": table}))
    ['metadata.csv']
    """
    files = [name for name, part in parts.items() if part.columns is None]
    known = {form for name in files for form in _forms(name)}
    return {
        name: f"its rows name {n} of the files beside it, yet each is a document of its own; if it tells of "
        "them and holds no texts, take it out"
        for name, part in parts.items()
        if part.columns is not None
        and len(part) <= 2 * len(files)  # a row for each, or nearly
        and 2 * (n := _named(part, known)) > len(part)
    }


def _named(part: Documents, known: set[str]) -> int:
    return sum(not known.isdisjoint(_forms(name.replace("\\", "/"))) for name in part.ids)


def _forms(name: str) -> set[str]:
    """A path, its last part, and both without the suffix."""
    path = PurePosixPath(name)
    return {str(path), path.name, str(path.with_suffix("")), path.stem} if path.name else set()
