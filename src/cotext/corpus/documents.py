"""What comes out of reading: texts to be counted, or documents that are counted already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from cotext.corpus.columns import Columns
from cotext.corpus.fields import Fields
from cotext.corpus.files.notes import FileNote


@dataclass(frozen=True)
class Documents:
    """Texts in input order.

    Attributes
    ----------
    texts : sequence of str
        One text per document; an empty string is a document too. Many that were read from files are
        :class:`~cotext.corpus.text_buffer.Texts`, which lie on the disk.
    ids : list of str
        One identifier per document.
    labels : ndarray of int, shape (n_documents,), or None
        Known classes as codes into ``label_names``; -1 where a document has none.
    label_names : list of str
        The classes in sorted order; empty when there are none.
    notes : tuple of str
        What was guessed while reading, to be shown to the user.
    columns : Columns or None
        The columns they were read from, where the source has any.
    fields : Fields
        Dates, groups and further columns that go with them.
    files : tuple of FileNote
        What became of each file, where the source has any.
    missing : int
        How many documents had a mark of a missing value, such as "NA", for a text.
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
    """Documents that are counted: a sparse matrix with a name for each row and column.

    Attributes
    ----------
    X : csr_array, shape (n_documents, n_words)
        Counts, or weights once a weighting was applied.
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
        """The date of each document in ISO form, where dates are known."""
        return self.fields.dates

    @property
    def titles(self) -> Sequence[str]:
        """What to call each document: its title, or its id if it has none."""
        known = self.fields.titles
        return self.ids if known is None else [title or id for title, id in zip(known, self.ids, strict=True)]


def excerpt(text: str, length: int = 240) -> str:
    """The beginning of a text on one line."""
    line = " ".join(text[: 10 * length].split())
    return line if len(line) <= length else line[: length - 1] + "…"
