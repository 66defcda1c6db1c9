"""Where documents come from: files, memory, data sets by their names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cotext import datasets
from cotext.corpus import Documents, DocWord, read
from cotext.errors import UsageError

Listener = Callable[[str], object]


def silent(message: str) -> None:
    """A listener that does not care."""


def open_source(source: Any, **reading: Any) -> Documents | DocWord:
    """Documents from a file or from memory, or a data set by its name; keywords as in ``corpus.read``."""
    known = isinstance(source, str) and source in (*datasets.names(), *datasets.ALIASES)
    if not known or Path(source).exists():
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


def check_width(new: DocWord, n_words: int) -> None:
    """Refuse a matrix that cannot be of the same words."""
    if new.X.shape[1] != n_words:
        raise UsageError(
            f"the new matrix has {new.X.shape[1]} words, the first one {n_words}: count the same words."
        )


def name_of(source: Any) -> str:
    """The path or paths, or the data set's name; the type of what is in memory."""
    if isinstance(source, list) and source and all(isinstance(one, Path) for one in source):
        return ", ".join(map(str, source))
    return str(source) if isinstance(source, str | Path) else type(source).__name__
