"""Turn rows of (text, id, label) into :class:`Documents`: strings cleaned, labels coded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from cotext.corpus.columns import Columns
from cotext.corpus.documents import Documents
from cotext.errors import NoUsableDocuments

_SURROGATE = re.compile("[\ud800-\udfff]")


def documents(
    rows: Iterable[Sequence[object]], where: str, notes: tuple[str, ...] = (), columns: Columns | None = None
) -> Documents:
    """Collect rows of (text, id, label); a missing id becomes the row number, a missing text ``""``."""
    texts, ids, labels = [], [], []
    for number, (text, name, label) in enumerate(rows):
        texts.append(string(text) or "")
        ids.append(string(name) or str(number))
        labels.append(string(label))
    if not texts:
        raise NoUsableDocuments(f"{where}: no document in it; give a source with at least one")
    codes, names = encode(labels)
    return Documents(texts, ids, codes, names, notes, columns)


def string(value: object) -> str | None:
    """``value`` as a string that any file can hold, or None when it is missing."""
    if value is None or (isinstance(value, float) and value != value):
        return None
    text = value if isinstance(value, str) else str(value)
    if not text.isascii() and _SURROGATE.search(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def encode(labels: Sequence[str | None]) -> tuple[np.ndarray | None, list[str]]:
    """Codes into the sorted label names; -1 where the label is missing, None when all are."""
    names = sorted({label for label in labels if label})
    code = {name: number for number, name in enumerate(names)}
    codes = np.array([code.get(label or "", -1) for label in labels], dtype=np.int64)
    return (codes if names else None), names
