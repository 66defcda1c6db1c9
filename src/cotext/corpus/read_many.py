"""Read many files as one collection; unreadable files are skipped and noted, or refused."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TypeVar

from cotext.corpus.build_documents import join_documents
from cotext.corpus.columns import Columns, Wanted, with_guesses
from cotext.corpus.documents import Documents, DocWord, FileContent, Reading
from cotext.corpus.files.file_io import SourceFile
from cotext.corpus.files.find_files import Gathered, collect_files
from cotext.corpus.files.notes import UNKNOWN, FileNote, bad, listed, summary
from cotext.corpus.formats import KNOWN, TABLES, Reader, reader_of
from cotext.errors import CotextError, NoUsableDocuments, UsageError
from cotext.natural import natural

T = TypeVar("T")

TWICE = "another file has the same name"  # in an archive


def read_many(paths: Sequence[Path], reading: Reading, strict: bool) -> Documents:
    """Read all files at these paths; tables give a document per row, other files are one each."""
    (documents,) = read_in_batches(paths, reading, strict, sys.maxsize, sys.maxsize)
    return documents


def read_in_batches(
    paths: Sequence[Path], reading: Reading, strict: bool, files: int, size: int
) -> Iterator[Documents]:
    """Read some files at a time; the first batch notes the files of unknown kinds."""
    reading = _looked_at(paths, reading)
    with ExitStack() as stack:
        gathered = collect_files(paths, stack)
        items = in_batches(gathered.items, _bytes, files, size)
        yield _Reader(replace(gathered, items=next(items, [])), reading, strict).read()
        for batch in items:
            if any(reader_of(item) for item in batch):
                yield _Reader(replace(gathered, items=batch, left_out=[]), reading, strict).read()


def _looked_at(paths: Sequence[Path], reading: Reading) -> Reading:
    """Guess the column of the texts for all tables together, if nobody has named it."""
    if not reading.wanted.guessing:
        return reading

    def look(item: SourceFile, reader: Reader, wanted: Wanted) -> FileContent:
        return reader(item, replace(reading, wanted=wanted))

    with ExitStack() as stack:
        items = [item for item in collect_files(paths, stack).items if item.kind in TABLES]
        readers = [partial(look, item, reader) for item in items if (reader := reader_of(item))]
        return replace(reading, wanted=with_guesses(reading.wanted, readers))


def in_batches(items: Iterable[T], size: Callable[[T], int], many: int, large: int) -> Iterator[list[T]]:
    """Cut a stream into lists of ``many`` items, or fewer that are ``large`` together.

    Examples
    --------
    >>> list(in_batches(["a", "b", "c", "oak", "d"], len, 2, 4))
    [['a', 'b'], ['c', 'oak'], ['d']]
    """
    batch, total = list[T](), 0
    for item in items:
        batch.append(item)
        total += size(item)
        if len(batch) >= many or total >= large:
            yield batch
            batch, total = [], 0
    if batch:
        yield batch


def _bytes(item: SourceFile) -> int:
    return 0 if item.path is None else item.path.stat().st_size


class _Reader:
    def __init__(self, gathered: Gathered, reading: Reading, strict: bool) -> None:
        self._gathered, self._reading, self._strict = gathered, reading, strict
        self._parts: dict[str, Documents] = {}
        self._files = list(gathered.left_out)
        self._errors: list[CotextError] = []

    def read(self) -> Documents:
        if self._strict and (skipped := bad(self._files)):
            where, names = self._gathered.where, ", ".join(listed(skipped))
            raise CotextError(f"{where}: not all of it can be read: {names}; take it out")
        for item in self._gathered.items:
            self._take(item)
        self._check()
        self._remark(catalogues(self._parts))
        labels = self._folders()
        documents = join_documents(self._parts, labels)
        files = tuple(sorted(self._files, key=lambda file: natural(file.name)))
        origin = "from sub-folders" if labels else "from tables"
        classes = f"labels {origin}" if documents.label_names else "no labels"
        tables = [part for part in self._parts.values() if part.columns is not None]
        table_notes = dict.fromkeys(f"tables: {note}" for part in tables for note in part.notes)
        notes = (*summary(files), f"ids from file names, {classes}", *table_notes)
        return replace(documents, notes=notes, files=files)

    def _take(self, item: SourceFile) -> None:
        reader = reader_of(item)
        if reader is None or item.name in self._parts:
            self._files.append(FileNote(item.name, item.kind, what=UNKNOWN if reader is None else TWICE))
            return
        try:
            self._add(item, reader(item, self._reading))
        except (CotextError, OSError) as error:
            total = self._gathered.total
            if self._strict or total.taken > total.limit:
                raise
            if isinstance(error, CotextError):
                self._errors.append(error)
            why = str(error).removeprefix(f"{item.where}: ").removeprefix(f"{item.where}, ")
            self._files.append(FileNote(item.name, item.kind, what=why))

    def _add(self, item: SourceFile, content: FileContent) -> None:
        documents = content.documents
        if isinstance(documents, DocWord):
            raise UsageError(f"{item.where}: a matrix is not read together with other files; give it alone")
        if documents.ids == [item.name] and item.kind == ".txt":
            documents = replace(documents, ids=[item.name[: item.name.lower().rindex(".txt")]])
        self._parts[item.name] = documents
        self._files.append(
            FileNote(item.name, item.kind, content.encoding.name, len(documents), content.what)
        )

    def _remark(self, remarks: dict[str, str]) -> None:
        for i, note in enumerate(self._files):
            if remark := remarks.get(note.name):
                self._files[i] = replace(note, what=", ".join(filter(None, [note.what, remark])))

    def _check(self) -> None:
        """Refuse a source of which nothing was read, or that has none of the named columns."""
        tables = any(part.columns is not None for part in self._parts.values())
        if self._reading.wanted.named != Columns() and not tables:
            if self._errors:
                raise self._errors[0]
            self._reading.wanted.refuse(self._gathered.where)
        if self._parts:
            return
        if len(skipped := bad(self._files)) == len(self._errors) == 1:
            raise self._errors[0]
        if skipped:
            raise NoUsableDocuments(
                f"{self._gathered.where}: nothing in it could be read: {', '.join(listed(skipped))}; "
                "give one of them alone to see what can be done"
            )
        raise NoUsableDocuments(
            f"{self._gathered.where}: no file in it of a kind to read ({' '.join(KNOWN)}); put a text per "
            "document, or tables, in it"
        )

    def _folders(self) -> list[str] | None:
        """Return the first folder of each file as its class, if all have one and no table has labels."""
        labeled = any(part.labels is not None for part in self._parts.values())
        if labeled or any("/" not in name for name in self._parts):
            return None
        return [name.partition("/")[0] for name in self._parts]


def catalogues(parts: Mapping[str, Documents]) -> dict[str, str]:
    """Find tables whose ids are mostly names of other files, and remark on each by name.

    Examples
    --------
    >>> from cotext.corpus.columns import Columns
    >>> texts = {name: Documents(["a text"], [name]) for name in ("a.txt", "b.txt")}
    >>> table = Documents(["Ann", "Bob"], ["a.txt", "b"], columns=Columns("author"))
    >>> list(catalogues({**texts, "metadata.csv": table}))
    ['metadata.csv']
    """
    files = [name for name, part in parts.items() if part.columns is None]
    known = {form for name in files for form in _forms(name)}
    return {
        name: f"its rows name {n} of the other files, yet each row is a separate document; if it describes "
        "them and holds no texts, take it out"
        for name, part in parts.items()
        if part.columns is not None
        and len(part) <= 2 * len(files)  # a row for each, or nearly
        and 2 * (n := _named(part, known)) > len(part)
    }


def _named(part: Documents, known: set[str]) -> int:
    return sum(not known.isdisjoint(_forms(name.replace("\\", "/"))) for name in part.ids)


def _forms(name: str) -> set[str]:
    """Return a path, its last part, and both without the suffix."""
    path = PurePosixPath(name)
    return {str(path), path.name, str(path.with_suffix("")), path.stem} if path.name else set()
