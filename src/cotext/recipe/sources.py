"""Where documents come from: files, memory, data sets by their names."""

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
    """A listener that does not care."""


def open_source(source: object, **reading: Any) -> Documents | DocWord:
    """Documents from a file or from memory, or a data set by its name; keywords as in ``corpus.read``."""
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
    """The same, a batch of documents at a time where they are files."""
    refuse_store(source)
    if (files := batches_of(source, **reading)) is not None:
        return files
    held = open_source(source, **reading)  # in memory, a data set, or a name that is refused
    return Batches(f"{name_of(source)}, {len(held):,} documents", lambda: slices(held))


def refuse_store(source: object) -> None:
    """A store is no folder of documents."""
    several = isinstance(source, list | tuple) and all(isinstance(one, os.PathLike) for one in source)
    given: Any = source if several else [source]
    if found := [one for one in given if is_store(one)]:
        raise UsageError(f"{found[0]} is a store, which is given alone, to fit or predict: give documents.")


def is_store(source: object) -> bool:
    """Whether a path leads to what ``cotext shard`` has written."""
    return isinstance(source, os.PathLike | str) and all(
        os.path.lexists(os.path.join(source, name)) for name in MARKS_OF_A_STORE
    )


def _refuse_misspelt(source: object, named: Iterable[str]) -> None:
    """A name that is no file, but much like a data set or a file beside where it would be."""
    if not isinstance(source, str) or source == "-" or os.path.lexists(source):
        return
    folder, name = os.path.split(source)
    beside = list(named) if not folder else []
    with suppress(OSError, ValueError):
        beside += os.listdir(folder or ".")
    if guess := did_you_mean(name, beside):
        raise UsageError(
            f"no file or folder {source!r}{guess}; check the name (to pass texts, use a list of strings)"
        )


def check_width(new: DocWord, n_words: int) -> None:
    """Refuse a matrix that cannot be of the same words."""
    if new.X.shape[1] != n_words:
        raise UsageError(
            f"the new matrix has {new.X.shape[1]} words, the first one {n_words}: count the same words."
        )


def name_of(source: object) -> str:
    """The path or paths, or the data set's name; the type of what is in memory."""
    if isinstance(source, list) and source and all(isinstance(one, Path) for one in source):
        return ", ".join(map(str, source))
    return str(source) if isinstance(source, str | Path) else type(source).__name__
