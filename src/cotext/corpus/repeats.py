"""Documents that are there more than once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

import numpy as np

from cotext.corpus.documents import Documents


def repeated(documents: Documents, deduplicate: bool = False) -> tuple[str, ...]:
    """Notes on texts and ids that occur more than once.

    Examples
    --------
    >>> repeated(Documents(["an oak", "an  oak", "elm"], ["a", "b", "b"]), deduplicate=True)
    ('1 of 3 documents repeats another: the fit sees each text once', '1 id occurs more than once')
    """
    notes = []
    if copies := len(documents) - len(np.unique(first_of_each(documents.texts))):
        how = "the fit sees each text once" if deduplicate else "deduplicate= (--deduplicate) fits each once"
        notes.append(f"{copies:,} of {len(documents):,} documents repeat{'s' * (copies == 1)} another: {how}")
    if shared := sum(times > 1 for times in Counter(documents.ids).values()):
        notes.append(f"{shared:,} id{' occurs' if shared == 1 else 's occur'} more than once")
    return tuple(notes)


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
    words = text.split()
    if not words:
        return row
    mark = blake2b(" ".join(words).encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return seen.setdefault(mark, row)
