"""Open sources of documents: files, memory, data sets by their names."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from cotext import datasets
from cotext.corpus import Batches, Documents, DocWord, batches_of, read, slices
from cotext.errors import UsageError, did_you_mean

MARKS_OF_A_STORE = ("manifest.json", "words.json")

Listener = Callable[[str], object]


def silent(message: str) -> None:
    """Ignore a message."""


def open_source(source: object, **reading: Any) -> Documents | DocWord:
    """Read documents from a file, memory or a data set by its name; keywords as in ``corpus.read``."""
    refuse_store(source)
    named = (*datasets.names(), *datasets.ALIASES)
    if not (isinstance(source, str) and source in named) or Path(source).exists():
        _refuse_misspelt(source, named)
        return read(source, **reading)
    data = datasets.load(source)
    if data.texts is not None:
        ids = data.ids or [str(i) for i in range(len(data.texts))]
        return Documents(data.texts, ids, data.labels, data.label_names)
    if data.X is None:
        raise UsageError(f"data set {data.name!r} has no document-word matrix; choose another.")
    n, d = data.X.shape
    words = data.vocabulary or [f"word{j}" for j in range(d)]
    return DocWord(data.X, words, data.ids or [str(i) for i in range(n)], data.labels, data.label_names)


def open_batches(source: object, **reading: Any) -> Batches:
    """Read documents in batches if they are files."""
    refuse_store(source)
    if (files := batches_of(source, **reading)) is not None:
        return files
    held = open_source(source, **reading)  # in memory, a data set, or a name that is refused
    return Batches(f"{name_of(source)}, {len(held):,} documents", lambda: slices(held))


def refuse_store(source: object) -> None:
    """Refuse a store in place of documents."""
    several = isinstance(source, list | tuple) and all(isinstance(path, os.PathLike) for path in source)
    paths: Any = source if several else [source]
    if stores := [path for path in paths if is_store(path)]:
        raise UsageError(f"{stores[0]} is a store, which is given alone, to fit or predict: give documents.")


def is_store(source: object) -> bool:
    """Whether a path is that of a store."""
    return isinstance(source, os.PathLike | str) and all(
        os.path.lexists(os.path.join(source, name)) for name in MARKS_OF_A_STORE
    )


def _refuse_misspelt(source: object, named: Iterable[str]) -> None:
    """Refuse a name of no file that resembles a data set or a file in the same folder."""
    if not isinstance(source, str) or source == "-" or os.path.lexists(source):
        return
    folder, name = os.path.split(source)
    existing = list(named) if not folder else []
    with suppress(OSError, ValueError):
        existing += os.listdir(folder or ".")
    if guess := did_you_mean(name, existing):
        raise UsageError(
            f"no file or folder {source!r}{guess}; check the name (to pass texts, use a list of strings)"
        )


def check_width(new: DocWord, n_words: int) -> None:
    """Refuse a matrix with another number of words."""
    if new.X.shape[1] != n_words:
        raise UsageError(
            f"the new matrix has {new.X.shape[1]} words, the first one {n_words}: count the same words."
        )


def name_of(source: object) -> str:
    """Return the path or paths, or the name of a data set, or the type of data in memory."""
    if isinstance(source, list) and source and all(isinstance(path, Path) for path in source):
        return ", ".join(map(str, source))
    return str(source) if isinstance(source, str | Path) else type(source).__name__
