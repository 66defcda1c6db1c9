"""Documents of several tables or files as one collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cotext.corpus.assemble import encode
from cotext.corpus.collect import Collected
from cotext.corpus.columns import Columns
from cotext.corpus.documents import Documents, DocWord
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
    texts, ids, classes = Collected(), list[str](), list[str | None]()
    for number, (name, part) in enumerate(parts.items()):
        texts.extend(part.texts)
        ids += [f"{name}/{one}" for one in part.ids] if part.columns is not None else part.ids
        classes += classes_of(part) if labels is None else [labels[number]] * len(part)
    codes, names = encode(classes)
    notes = tuple(dict.fromkeys(note for part in parts.values() for note in part.notes))
    fields = Fields.joined([(part.fields, len(part)) for part in parts.values()])
    common, missing = _common(list(parts.values())), sum(part.missing for part in parts.values())
    return Documents(texts.whole(), ids, codes, names, notes, common, fields, missing=missing)


def classes_of(part: Documents | DocWord) -> list[str | None]:
    """The known class of each document, by name."""
    if part.labels is None:
        return [None] * len(part)
    return [part.label_names[code] if code >= 0 else None for code in part.labels]


def _common(parts: Sequence[Documents]) -> Columns | None:
    """The columns that all tables among the parts were read by."""
    found = [part.columns for part in parts if part.columns is not None]
    if not found:
        return None
    first, *others = map(vars, found)
    return Columns(
        **{name: value for name, value in first.items() if all(one[name] == value for one in others)}
    )
