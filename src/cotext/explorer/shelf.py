"""Runs that are open: read once, read again when somebody has changed them."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from pathlib import Path
from threading import Lock
from typing import Any

from cotext.errors import UsageError
from cotext.explorer.listing import entry_of, find_run, runs_in
from cotext.explorer.once import Once
from cotext.explorer.refusals import Outdated
from cotext.explorer.search import Index
from cotext.pictures.numbers import Numbers
from cotext.pictures.prepare import numbers_of
from cotext.report.columns import documents_of, words_of
from cotext.report.deck import overview_of
from cotext.report.plain import to_json
from cotext.result import CoClustering
from cotext.result.edits import EDITS, UNDO, Edit, add_edit, apply_edits, check_edit, history, read_edits

OPEN, VALUES = 4, 200
Stamp = tuple[int, ...]


class Shelf:
    """The runs of a folder, a few of them open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: Once[Opened] = Once(OPEN)
        self._indexes: Once[Index] = Once(OPEN)
        self._entries: Once[dict[str, Any]] = Once(1000)
        self._writing = Lock()

    def entries(self) -> list[dict[str, Any]]:
        """All runs of the folder, for a list."""
        return [
            self._entries.get((name, _stamp(path, "environment.json")), lambda path=path: entry_of(path))  # type: ignore[misc]
            for name, path in runs_in(self.folder).items()
        ]

    def open(self, name: str) -> Opened:
        """A run as it is now."""
        folder = find_run(self.folder, name)
        fitted = (name, _stamp(folder, "environment.json"))
        return self._open.get((fitted, _stamp(folder, EDITS)), lambda: self._read(folder, fitted))

    def _read(self, folder: Path, fitted: Hashable) -> Opened:
        opened = Opened(folder)
        opened.index = self._indexes.get(fitted, lambda: Index(opened.result))  # edits change no text
        return opened

    def edit(self, name: str, what: dict[str, Any], edition: int | None) -> Opened:
        """Apply an edit to a run and keep it there; ``edition`` is the one that the person has seen."""
        with self._writing:
            opened = self.open(name)
            if edition is not None and edition != opened.edition:
                raise Outdated(
                    "the clusters were changed in another window or by a command; look at them as they are "
                    "now, then try again."
                )
            opened.check(what)
            add_edit(opened.folder, **what)
            return self.open(name)


class Opened:
    """A run that was read, with what was made of it."""

    index: Index

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.edits = history(folder)
        self.result = CoClustering.load(folder)
        self._numbers: Once[Numbers] = Once(VALUES)
        self._bytes: Once[bytes] = Once(VALUES)

    @property
    def edition(self) -> int:
        """Grows with every edit, undone or not."""
        return len(self.edits)

    @property
    def name(self) -> str:
        """What it is called in the list."""
        return self.folder.name

    def overview(self) -> bytes:
        """``Overview`` of the pages."""
        return self.kept(
            "overview", lambda: {**overview_of(self.result, self.name, self.edits), "edition": self.edition}
        )

    def documents(self) -> bytes:
        """``Documents`` of the pages."""
        return self.kept("documents", lambda: documents_of(self.result))

    def words(self) -> bytes:
        """``Words`` of the pages."""
        return self.kept("words", lambda: words_of(self.result))

    def picture(self, name: str, options: dict[str, Any]) -> bytes:
        """The numbers of a picture."""
        return self.kept(_key(name, options), lambda: self.numbers(name, options).as_dict())

    def numbers(self, name: str, options: dict[str, Any]) -> Numbers:
        """The same, not yet written."""
        return self._numbers.get(_key(name, options), lambda: numbers_of(name, self.result, **options))

    def texts(self, rows: list[int]) -> list[str | None]:
        """Documents to read: their texts, or as much as was kept; each pack of texts is read once."""
        kept = self.result.texts if self.result.texts is not None else self.result.excerpts
        if kept is None:
            return [None] * len(rows)
        found = {row: kept[row] for row in sorted(rows)}
        return [found[row] for row in rows]

    def search(self, query: str, limit: int) -> dict[str, Any]:
        """``Found`` of the pages."""
        return self.index.search(query, limit)

    def kept(self, key: Any, make: Callable[[], Any]) -> bytes:
        """A value as JSON, made once."""
        return self._bytes.get(key, lambda: to_json(make()))

    def check(self, what: dict[str, Any]) -> None:
        """Refuse an edit that could not be applied when the run is read again."""
        try:
            edit = Edit(check_edit(what), 0)
        except ValueError as error:
            raise UsageError(f"this edit cannot be made: {error}.") from error
        if edit.what["edit"] != UNDO:
            apply_edits(self.result, [edit])
        elif not read_edits(self.folder):
            raise UsageError("there is no edit left that could be taken back.")


def _key(name: str, options: dict[str, Any]) -> tuple[str, str]:
    return name, json.dumps(options, sort_keys=True)


def _stamp(folder: Path, name: str) -> Stamp:
    """Changes whenever the file does; the folder of a run is replaced as a whole, a file grows."""
    try:
        found = (folder / name).stat()
    except OSError:
        return ()
    return found.st_ino, found.st_mtime_ns, found.st_size
