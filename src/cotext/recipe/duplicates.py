"""Documents that are there more than once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b

import numpy as np

from cotext.corpus import Documents, DocWord, missing_note

MOST_COUNTED = 10_000_000  # documents that pass by


def repeated(documents: Documents, deduplicate: bool = False) -> tuple[str, ...]:
    """Notes on texts and ids that occur more than once.

    Examples
    --------
    >>> repeated(Documents(["an oak", "an  oak", "elm"], ["a", "b", "b"]), deduplicate=True)
    ('1 of 3 documents repeats another: the fit sees each text once', '1 id occurs more than once')
    """
    copies = len(documents) - len(np.unique(first_of_each(documents.texts)))
    shared = sum(times > 1 for times in Counter(documents.ids).values())
    how = "the fit sees each text once" if deduplicate else "deduplicate= (--deduplicate) fits each once"
    return _told(copies, len(documents), shared, how)


def _told(copies: int, n: int, shared: int, how: str) -> tuple[str, ...]:
    notes = []
    if copies:
        notes.append(f"{copies:,} of {n:,} documents repeat{'s' * (copies == 1)} another: {how}")
    if shared:
        notes.append(f"{shared:,} id{' occurs' if shared == 1 else 's occur'} more than once")
    return tuple(notes)


class Repeats:
    """Counts repeated texts and ids of documents that pass by in batches; 16 bytes per document are kept.

    Examples
    --------
    >>> repeats = Repeats()
    >>> repeats.add(Documents(["an oak", "elm", ""], ["a", "b", "c"]))
    >>> repeats.add(Documents(["an  oak", ""], ["b", "d"]))
    >>> for note in repeats.notes():
    ...     print(note)
    1 of 5 documents repeats another: a store fits each; take repeated texts out first to fit each once
    1 id occurs more than once
    """

    def __init__(self) -> None:
        self.n = self.missing = self.n_all = 0
        self._texts: list[np.ndarray] = []
        self._ids: list[np.ndarray] = []

    def watched(self, batches: Iterator[Documents | DocWord]) -> Iterator[Documents | DocWord]:
        """The same batches; those of texts are counted."""
        for batch in batches:
            if isinstance(batch, Documents):
                self.add(batch)
            yield batch

    def add(self, documents: Documents) -> None:
        """Count some documents; texts and ids beyond a bound are left out."""
        self.n_all, self.missing = self.n_all + len(documents), self.missing + documents.missing
        if self.n + len(documents) > MOST_COUNTED:
            return
        self.n += len(documents)
        self._texts.append(_numbers(map(_mark, documents.texts)))
        self._ids.append(_numbers(map(_digest, documents.ids)))

    def notes(self) -> tuple[str, ...]:
        """The same notes as those of documents in memory, and how many texts were missing."""
        missing = missing_note(self.missing, self.n_all)
        if not self.n:
            return missing
        texts, ids = np.concatenate(self._texts), np.concatenate(self._ids)
        shared = int(np.count_nonzero(np.unique(ids, return_counts=True)[1] > 1))
        how = "a store fits each; take repeated texts out first to fit each once"
        return missing + _told(len(texts) - len(np.unique(texts)), self.n, shared, how)


def first_of_each(texts: Sequence[str]) -> np.ndarray:
    """For each text, the number of the first that says the same but for white space; empty ones are alone.

    Examples
    --------
    >>> first_of_each(["an oak", "elm", "an\\n oak ", "", ""]).tolist()
    [0, 1, 0, 3, 4]
    """
    seen: dict[bytes, int] = {}
    return np.array([_first(text, row, seen) for row, text in enumerate(texts)], dtype=np.int64)


def _first(text: str, row: int, seen: dict[bytes, int]) -> int:
    mark = _mark(text)
    return seen.setdefault(mark, row) if mark else row


def _mark(text: str) -> bytes:
    """The same for texts that say the same but for white space; nothing for an empty one."""
    words = text.split()
    return _digest(" ".join(words)) if words else b""


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _numbers(marks: Iterable[bytes]) -> np.ndarray:
    """The first half of each mark."""
    return np.frombuffer(b"".join(mark[:8] for mark in marks), dtype=np.uint64)
