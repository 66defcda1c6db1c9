"""How files are read, and the result: texts to be counted, or documents that are counted already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import sparse

from cotext.corpus.columns import Columns, Wanted
from cotext.corpus.files.encodings import Encoding
from cotext.corpus.files.file_io import SourceFile
from cotext.corpus.files.notes import FileNote

Values = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Fields:
    """Columns that go with the documents, one text per document; ``""`` for a missing one.

    Examples
    --------
    >>> fields = Fields(["2021", "2022"], {"country": ["fr", "de"]})
    >>> fields.take([1]).dates, Fields.from_saved(fields.saved(), 2) == fields
    (['2022'], True)
    """

    dates: Sequence[str] | None = None  # in ISO form
    groups: Values = field(default_factory=dict)  # to compare documents by
    more: Values = field(default_factory=dict)
    titles: Sequence[str] | None = None  # shown instead of ids

    def take(self, rows: Sequence[int]) -> Fields:
        """Return the fields of some documents."""
        return self._each(lambda column: [column[row] for row in rows])

    def _each(self, change: Callable[[Sequence[str]], list[str]]) -> Fields:
        dates, titles = (None if column is None else change(column) for column in (self.dates, self.titles))
        groups, more = ({k: change(v) for k, v in values.items()} for values in (self.groups, self.more))
        return Fields(dates, groups, more, titles)

    @classmethod
    def joined(cls, parts: Sequence[tuple[Fields, int]]) -> Fields:
        """Join the fields of several collections, given with their sizes; ``""`` fills a missing column.

        Examples
        --------
        >>> Fields.joined([(Fields(groups={"country": ["fr"]}), 1), (Fields(), 2)]).groups
        {'country': ['fr', '', '']}
        """

        def columns(kind: str) -> dict[str, list[str]]:
            names = dict.fromkeys(name for part, _ in parts for name in getattr(part, kind))
            return {
                name: _end_to_end((getattr(part, kind).get(name), n) for part, n in parts) for name in names
            }

        def column(kind: str) -> list[str] | None:
            known = any(getattr(part, kind) is not None for part, _ in parts)
            return _end_to_end((getattr(part, kind), n) for part, n in parts) if known else None

        return cls(column("dates"), columns("groups"), columns("more"), column("titles"))

    def saved(self) -> dict[str, Any]:
        """Return plain lists for a run; a column may have a name that no file can have."""
        plain = self._each(list)
        groups, more = ([list(values), list(values.values())] for values in (plain.groups, plain.more))
        return {"dates": plain.dates, "groups": groups, "more": more, "titles": plain.titles}

    @classmethod
    def from_saved(cls, tree: Mapping[str, Any] | None, n_documents: int) -> Fields:
        """Undo ``saved``; None, from an older run, is empty. A ValueError says what does not fit."""
        if tree is None:
            return cls()
        groups, more = (dict(zip(*tree[name], strict=True)) for name in ("groups", "more"))
        single = {"dates": tree["dates"], "titles": tree.get("titles")}  # older runs have no titles
        columns = [*groups.items(), *more.items(), *((k, v) for k, v in single.items() if v is not None)]
        for name, values in columns:
            if not isinstance(values, list) or not all(isinstance(text, str) for text in [name, *values]):
                raise ValueError(f"the stored column {name!r} does not hold texts")
            if len(values) != n_documents:
                raise ValueError(f"the stored column {name!r} has {len(values)} of {n_documents} values")
        return cls(groups=groups, more=more, **single)


def _end_to_end(columns: Iterable[tuple[Sequence[str] | None, int]]) -> list[str]:
    return [text for column, n in columns for text in (column or [""] * n)]


@dataclass(frozen=True)
class Documents:
    """Texts in input order.

    Attributes
    ----------
    texts : sequence of str
        One text per document; an empty string is a document too. Many texts from files are
        :class:`~cotext.corpus.text_buffer.Texts`, which are on the disk.
    ids : list of str
        One identifier per document.
    labels : ndarray of int, shape (n_documents,), or None
        Known classes as codes into ``label_names``; -1 for a document without one.
    label_names : list of str
        The classes in sorted order, if there are any.
    notes : tuple of str
        Guesses while reading, for the user.
    columns : Columns or None
        The columns of the table they were read from.
    fields : Fields
        Dates, groups and further columns that go with them.
    files : tuple of FileNote
        The files that were read or skipped.
    missing : int
        How many documents had a mark of a missing value, such as "NA", instead of a text.
    """

    texts: Sequence[str]
    ids: Sequence[str]
    labels: np.ndarray | None = None
    label_names: Sequence[str] = ()
    notes: tuple[str, ...] = ()
    columns: Columns | None = None
    fields: Fields = field(default_factory=Fields)
    files: tuple[FileNote, ...] = ()
    missing: int = 0

    def __len__(self) -> int:
        return len(self.texts)


@dataclass(frozen=True)
class DocWord:
    """Counted documents: a sparse matrix with a name for each row and column.

    Attributes
    ----------
    X : csr_array, shape (n_documents, n_words)
        Counts, or weights after a weighting.
    vocabulary : list of str
        One word per column.
    ids, labels, label_names, notes, fields, files
        As in :class:`Documents`.
    """

    X: sparse.csr_array
    vocabulary: Sequence[str]
    ids: Sequence[str]
    labels: np.ndarray | None = None
    label_names: Sequence[str] = ()
    notes: tuple[str, ...] = ()
    fields: Fields = field(default_factory=Fields)
    files: tuple[FileNote, ...] = ()

    def __len__(self) -> int:
        return int(self.X.shape[0])

    @property
    def dates(self) -> Sequence[str] | None:
        """The date of each document in ISO form, if dates are known."""
        return self.fields.dates

    @property
    def titles(self) -> Sequence[str]:
        """The title of each document, or its id if it has none."""
        known = self.fields.titles
        return self.ids if known is None else [title or id for title, id in zip(known, self.ids, strict=True)]


def excerpt(text: str, length: int = 240) -> str:
    """Return the beginning of a text on one line."""
    line = " ".join(text[: 10 * length].split())
    return line if len(line) <= length else line[: length - 1] + "…"


# --- how files are read ---------------------------------------------------------------------------------

NONE = Encoding("")


@dataclass(frozen=True)
class Reading:
    """How to read files: which columns, in which encoding."""

    wanted: Wanted = field(default_factory=Wanted)
    encoding: str = "auto"


@dataclass(frozen=True)
class FileContent:
    """The content of one file; ids are completed when many files are joined."""

    documents: Documents | DocWord
    encoding: Encoding = NONE
    remark: str = ""

    @property
    def what(self) -> str:
        """All remarks on the file."""
        return ", ".join(filter(None, [self.encoding.remark, self.remark]))


def single_document(item: SourceFile, text: str, encoding: Encoding | None = None) -> FileContent:
    """Make one document of a file."""
    document = Documents([text], [item.name], notes=("one document",))
    return FileContent(document, encoding or NONE, "" if text.strip() else "empty")
