"""Turn rows into :class:`Documents`: strings cleaned, texts joined, labels coded, dates read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from cotext.corpus.cells import is_missing, iso_dates, paragraphs
from cotext.corpus.columns import Columns
from cotext.corpus.documents import Documents, DocWord, Fields
from cotext.corpus.text_buffer import TextBuffer
from cotext.errors import NoUsableDocuments
from cotext.natural import in_natural_order

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Rows:
    """A table while it is read: rows with the values of ``needed(columns)``; ``where`` is for messages.

    If it is not ``named``, other tables cannot be read by its columns, which have no names.
    """

    values: Iterable[Sequence[object]]
    where: str
    notes: tuple[str, ...]
    columns: Columns
    named: bool = True


def documents(
    rows: Iterable[Sequence[object]],
    where: str,
    notes: tuple[str, ...] = (),
    columns: Columns | None = None,
    *,
    in_memory: bool = False,
    start: int = 0,
) -> Documents:
    """Collect rows of (text, id, label); a missing id becomes the row number, a missing text ``""``.

    ``in_memory`` says that the texts are in memory already; ``start`` is the number of the first row.
    """
    texts: TextBuffer | list[str] = [] if in_memory else TextBuffer()
    ids, labels = [], []
    for number, (text, name, label) in enumerate(rows, start):
        texts.append(string(text) or "")
        ids.append(string(name) or str(number))
        labels.append(string(label))
    if not ids:
        raise NoUsableDocuments(f"{where}: no document in it; give a source with at least one")
    codes, names = encode(labels)
    collected = texts.finish() if isinstance(texts, TextBuffer) else texts
    return Documents(collected, ids, codes, names, notes, columns)


def needed(columns: Columns) -> tuple[str, ...]:
    """Return the columns that :func:`from_table` reads, each once."""
    single = [name for name in (columns.id, columns.label) if name]
    return tuple(dict.fromkeys([*columns.parts, *single, *columns.extra]))


def from_table(table: Rows, *, in_memory: bool = False, start: int = 0) -> Documents:
    """Collect the rows of a table; see :func:`documents`."""
    columns = table.columns
    index = {name: number for number, name in enumerate(needed(columns))}
    extra: dict[str, list[str]] = {name: [] for name in columns.extra}
    present = _Present(columns.form.keep_na)

    def plain() -> Iterator[Sequence[object]]:
        for row in table.values:
            for name, values in extra.items():
                values.append(string(row[index[name]]) or "")
            parts = [(string(paragraphs(row[index[name]])) or "", n) for name, n in columns.parts.items()]
            yield (
                join_texts(present.texts(parts)),
                row[index[columns.id]] if columns.id else None,
                present.label(string(row[index[columns.label]])) if columns.label else None,
            )

    named = columns if table.named else None
    read = documents(plain(), table.where, table.notes, named, in_memory=in_memory, start=start)
    dates, notes = iso_dates(present.each(extra[columns.date]), columns.date) if columns.date else (None, ())
    groups, more = ({name: extra[name] for name in names} for names in (columns.group, columns.keep))
    titles = (
        [" ".join(title.split()) for title in present.each(extra[columns.title])] if columns.title else []
    )
    fields = Fields(dates, groups, more, titles if any(titles) else None)
    return replace(read, notes=read.notes + notes, fields=fields, missing=present.missing)


class _Present:
    """Leaves out marks of missing values, unless ``keep`` is set, and counts documents with such texts."""

    def __init__(self, keep: bool) -> None:
        self.keep, self.missing = keep, 0

    def texts(self, parts: list[tuple[str, int]]) -> list[tuple[str, int]]:
        if self.keep or not any(is_missing(text) for text, _ in parts):
            return parts
        self.missing += 1
        return [part for part in parts if not is_missing(part[0])]

    def label(self, name: str | None) -> str | None:
        return None if not self.keep and name and is_missing(name, exactly=True) else name

    def each(self, values: list[str]) -> list[str]:
        return values if self.keep else ["" if is_missing(value) else value for value in values]


def join_texts(parts: Sequence[tuple[str, int]]) -> str:
    """Join texts with blank lines, so that no sentence runs on; repeat those that count more.

    Repetitions come last, so that the beginning of the text is natural.

    Examples
    --------
    >>> join_texts([("Oaks", 3), ("They are trees.", 1)])
    'Oaks\\n\\nThey are trees.\\n\\nOaks\\n\\nOaks'
    """
    again = [text for text, times in parts for _ in range(times - 1)]
    return "\n\n".join(text for text in [*(text for text, _ in parts), *again] if text)


def string(value: object) -> str | None:
    """Write a value as a string that any file can hold; None if it is missing.

    Examples
    --------
    >>> string(2021.0), string(0.5), string(float("nan"))  # a frame with gaps has no whole numbers
    ('2021', '0.5', None)
    """
    if value is None or (isinstance(value, float) and value != value):
        return None
    if isinstance(value, float) and value.is_integer():
        return f"{value:.0f}"
    text = value if isinstance(value, str) else str(value)
    if not text.isascii() and _SURROGATE.search(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def encode(labels: Sequence[str | None]) -> tuple[np.ndarray | None, list[str]]:
    """Return codes into the sorted label names, -1 for a missing label; None if all are missing."""
    names = in_natural_order({label for label in labels if label})
    code = {name: number for number, name in enumerate(names)}
    codes = np.array([code.get(label or "", -1) for label in labels], dtype=np.int64)
    return (codes if names else None), names


def join_documents(parts: Mapping[str, Documents], labels: Sequence[str] | None = None) -> Documents:
    """Join documents one after another; ids of tables begin with the name of their part.

    ``labels`` names a class for each part; by default each document has its own.

    Examples
    --------
    >>> one = Documents(["red"], ["a"])
    >>> two = Documents(["oak", "elm"], ["0", "1"], columns=Columns("text"))
    >>> join_documents({"a.txt": one, "b.csv": two}).ids
    ['a', 'b.csv/0', 'b.csv/1']
    """
    texts, ids, classes = TextBuffer(), list[str](), list[str | None]()
    for number, (name, part) in enumerate(parts.items()):
        texts.extend(part.texts)
        ids += [f"{name}/{id}" for id in part.ids] if part.columns is not None else part.ids
        classes += classes_of(part) if labels is None else [labels[number]] * len(part)
    codes, names = encode(classes)
    notes = tuple(dict.fromkeys(note for part in parts.values() for note in part.notes))
    fields = Fields.joined([(part.fields, len(part)) for part in parts.values()])
    common, missing = _common(list(parts.values())), sum(part.missing for part in parts.values())
    return Documents(texts.finish(), ids, codes, names, notes, common, fields, missing=missing)


def classes_of(part: Documents | DocWord) -> list[str | None]:
    """Return the known class of each document by name."""
    if part.labels is None:
        return [None] * len(part)
    return [part.label_names[code] if code >= 0 else None for code in part.labels]


def _common(parts: Sequence[Documents]) -> Columns | None:
    """Return the columns by which all tables among the parts were read."""
    tables = [vars(part.columns) for part in parts if part.columns is not None]
    if not tables:
        return None
    return Columns(**{name: v for name, v in tables[0].items() if all(table[name] == v for table in tables)})
