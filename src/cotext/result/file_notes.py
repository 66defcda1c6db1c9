"""What became of each file that was read, as a table of the run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple

from cotext.corpus import FileNote
from cotext.result.table import Table

COLUMNS = ("name", "kind", "encoding", "documents", "remark")


def file_table(files: Sequence[FileNote]) -> Table:
    """One row per file, skipped ones included.

    Examples
    --------
    >>> file_table([FileNote("a.pdf", ".pdf", documents=1)]).rows
    [('a.pdf', '.pdf', '', 1, '')]
    """
    return Table(COLUMNS, map(astuple, files))


def worth_telling(files: Sequence[FileNote]) -> bool:
    """Whether there was more than one file, or anything to remark."""
    return len(files) > 1 or any(one.what for one in files)


def from_rows(rows: Iterable[Sequence[object]]) -> tuple[FileNote, ...]:
    """Undo :func:`file_table`; TypeError tells of rows that are none of its."""
    files = []
    for name, kind, encoding, documents, what in rows:
        texts = (name, kind, encoding, what)
        if not (all(isinstance(text, str) for text in texts) and isinstance(documents, int)):
            raise TypeError("the files are not told as files are")
        files.append(FileNote(str(name), str(kind), str(encoding), documents, str(what)))
    return tuple(files)
