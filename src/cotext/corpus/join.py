"""Documents of several tables or files as one collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cotext.corpus.assemble import encode
from cotext.corpus.columns import Columns
from cotext.corpus.documents import Documents
from cotext.corpus.fields import Fields


def joined(parts: Mapping[str, Documents], labels: Sequence[str] | None = None) -> Documents:
    """One after another; ids of tables begin with the name of their part.

    ``labels`` names a class for each part; without them each document keeps its own.

    Examples
    --------
    >>> one = Documents(["red"], ["a"])
    >>> two = Documents(["oak", "elm"], ["0", "1"], columns=Columns("text"))
    >>> joined({"a.txt": one, "b.csv": two}).ids
    ['a', 'b.csv/0', 'b.csv/1']
    """
    texts, ids, classes = list[str](), list[str](), list[str | None]()
    for number, (name, part) in enumerate(parts.items()):
        texts += part.texts
        ids += [f"{name}/{one}" for one in part.ids] if part.columns is not None else part.ids
        classes += _classes(part) if labels is None else [labels[number]] * len(part)
    codes, names = encode(classes)
    notes = tuple(dict.fromkeys(note for part in parts.values() for note in part.notes))
    whole = list(parts.values())
    return Documents(texts, ids, codes, names, notes, _common(whole), fields=_fields(whole))


def _classes(part: Documents) -> list[str | None]:
    if part.labels is None:
        return [None] * len(part)
    return [part.label_names[code] if code >= 0 else None for code in part.labels]


def _common(parts: Sequence[Documents]) -> Columns | None:
    """The columns that all tables among the parts were read by."""
    found = [part.columns for part in parts if part.columns is not None]
    if not found:
        return None
    first, *others = found
    same = {
        name: value
        for name, value in vars(first).items()
        if all(getattr(other, name) == value for other in others)
    }
    return Columns(**same)


def _fields(parts: Sequence[Documents]) -> Fields:
    """What is known of documents beside their texts; nothing of those whose part has no such column."""
    dated = any(part.fields.dates is not None for part in parts)
    dates = [date for part in parts for date in part.fields.dates or [""] * len(part)] if dated else None
    groups, more = (
        {
            name: [text for part in parts for text in getattr(part.fields, kind).get(name, [""] * len(part))]
            for name in dict.fromkeys(name for part in parts for name in getattr(part.fields, kind))
        }
        for kind in ("groups", "more")
    )
    return Fields(dates, groups, more)
