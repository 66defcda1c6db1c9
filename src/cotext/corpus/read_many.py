"""Read many files as one collection; what cannot be read is skipped and told, or refused if so asked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TypeVar

from cotext.corpus.build_documents import join_documents
from cotext.corpus.columns import Columns, Wanted, looked_at
from cotext.corpus.documents import Documents, DocWord, Found, Reading
from cotext.corpus.files.file_io import SourceFile
from cotext.corpus.files.find_files import Gathered, gather
from cotext.corpus.files.notes import UNKNOWN, FileNote, bad, listed, summary
from cotext.corpus.formats import KNOWN, TABLES, Reader, reader_of
from cotext.errors import CotextError, NoUsableDocuments, UsageError
from cotext.natural import natural

T = TypeVar("T")

TWICE = "another file has the same name"  # in an archive


def read_many(paths: Sequence[Path], reading: Reading, strict: bool) -> Documents:
    """All files at these paths; tables give a document per row, other files are one each."""
    (whole,) = read_in_batches(paths, reading, strict, sys.maxsize, sys.maxsize)
    return whole


def read_in_batches(
    paths: Sequence[Path], reading: Reading, strict: bool, files: int, size: int
) -> Iterator[Documents]:
    """The same, some files at a time; files of a kind that nobody reads are told with the first."""
    reading = _looked_at(paths, reading)
    with ExitStack() as stack:
        gathered = gather(paths, stack)
        items = some_at_a_time(gathered.items, _bytes, files, size)
        yield _Reader(replace(gathered, items=next(items, [])), reading, strict).read()
        for some in items:
            if any(reader_of(item) for item in some):
                yield _Reader(replace(gathered, items=some, left_out=[]), reading, strict).read()


def _looked_at(paths: Sequence[Path], reading: Reading) -> Reading:
    """With the column of the texts guessed for all tables together, if nobody has named it."""
    if not reading.wanted.guessing:
        return reading

    def look(item: SourceFile, reader: Reader, wanted: Wanted) -> Found:
        return reader(item, replace(reading, wanted=wanted))

    with ExitStack() as stack:
        items = [item for item in gather(paths, stack).items if item.kind in TABLES]
        readers = [partial(look, item, reader) for item in items if (reader := reader_of(item))]
        return replace(reading, wanted=looked_at(reading.wanted, readers))


def some_at_a_time(items: Iterable[T], size: Callable[[T], int], many: int, large: int) -> Iterator[list[T]]:
    """Cut what passes by, so that some are ``many``, or ``large`` together, or the last.

    Examples
    --------
    >>> list(some_at_a_time(["a", "b", "c", "oak", "d"], len, 2, 4))
    [['a', 'b'], ['c', 'oak'], ['d']]
    """
    some: list[T] = []
    together = 0
    for item in items:
        some.append(item)
        together += size(item)
        if len(some) >= many or together >= large:
            yield some
            some, together = [], 0
    if some:
        yield some


def _bytes(item: SourceFile) -> int:
    return 0 if item.path is None else item.path.stat().st_size


class _Reader:
    def __init__(self, gathered: Gathered, reading: Reading, strict: bool) -> None:
        self._gathered, self._reading, self._strict = gathered, reading, strict
        self._parts: dict[str, Documents] = {}
        self._files = list(gathered.left_out)
        self._errors: list[CotextError] = []

    def read(self) -> Documents:
        if self._strict and (left := bad(self._files)):
            where = self._gathered.where
            raise CotextError(f"{where}: not all of it can be read: {', '.join(listed(left))}; take it out")
        for item in self._gathered.items:
            self._take(item)
        self._check()
        self._remark(catalogues(self._parts))
        labels = self._folders()
        whole = join_documents(self._parts, labels)
        files = tuple(sorted(self._files, key=lambda one: natural(one.name)))
        origin = "from sub-folders" if labels else "from tables"
        classes = f"labels {origin}" if whole.label_names else "no labels"
        notes = (*summary(files), f"ids from file names, {classes}", *_about_tables(self._parts))
        return replace(whole, notes=notes, files=files)

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
            self._skip(item, error)

    def _skip(self, item: SourceFile, error: Exception) -> None:
        if isinstance(error, CotextError):
            self._errors.append(error)
        why = str(error).removeprefix(f"{item.where}: ").removeprefix(f"{item.where}, ")
        self._files.append(FileNote(item.name, item.kind, what=why))

    def _add(self, item: SourceFile, found: Found) -> None:
        documents = found.documents
        if isinstance(documents, DocWord):
            raise UsageError(f"{item.where}: a matrix is not read together with other files; give it alone")
        if documents.ids == [item.name] and item.kind == ".txt":
            documents = replace(documents, ids=[item.name[: item.name.lower().rindex(".txt")]])
        self._parts[item.name] = documents
        note = FileNote(item.name, item.kind, found.encoding.name, len(documents), found.what)
        self._files.append(note)

    def _remark(self, remarks: dict[str, str]) -> None:
        for place, note in enumerate(self._files):
            if found := remarks.get(note.name):
                self._files[place] = replace(note, what=", ".join(filter(None, [note.what, found])))

    def _check(self) -> None:
        """Something must have been read, and by the columns that were named."""
        tables = any(part.columns is not None for part in self._parts.values())
        if self._reading.wanted.named != Columns() and not tables:
            if self._errors:
                raise self._errors[0]
            self._reading.wanted.refuse(self._gathered.where)
        if self._parts:
            return
        if len(left := bad(self._files)) == len(self._errors) == 1:
            raise self._errors[0]
        if left:
            raise NoUsableDocuments(
                f"{self._gathered.where}: nothing in it could be read: {', '.join(listed(left))}; give one "
                "of them alone to see what can be done"
            )
        raise NoUsableDocuments(
            f"{self._gathered.where}: no file in it of a kind to read ({' '.join(KNOWN)}); put a text per "
            "document, or tables, in it"
        )

    def _folders(self) -> list[str] | None:
        """The first folder of each file, if all lie in one and no table has labels of its own."""
        if any("/" not in name for name in self._parts) or any(
            part.labels is not None for part in self._parts.values()
        ):
            return None
        return [name.partition("/")[0] for name in self._parts]


def _about_tables(parts: dict[str, Documents]) -> list[str]:
    """What was guessed of tables, once each."""
    notes = dict.fromkeys(note for part in parts.values() if part.columns is not None for note in part.notes)
    return [f"tables: {note}" for note in notes]


def catalogues(parts: Mapping[str, Documents]) -> dict[str, str]:
    """Remarks on tables among other files, by name: those of which most ids are names of these files.

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
        name: f"its rows name {n} of the files beside it, yet each is a document of its own; if it tells of "
        "them and holds no texts, take it out"
        for name, part in parts.items()
        if part.columns is not None
        and len(part) <= 2 * len(files)  # a row for each, or nearly
        and 2 * (n := _named(part, known)) > len(part)
    }


def _named(part: Documents, known: set[str]) -> int:
    return sum(not known.isdisjoint(_forms(name.replace("\\", "/"))) for name in part.ids)


def _forms(name: str) -> set[str]:
    """A path, its last part, and both without the suffix."""
    path = PurePosixPath(name)
    return {str(path), path.name, str(path.with_suffix("")), path.stem} if path.name else set()
