"""Runs that are open: read once, read again when somebody has changed them."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from threading import Lock
from typing import Any

from cotext.explorer.listing import entry_of, find_run, runs_in
from cotext.explorer.once import Once
from cotext.explorer.opened import Lasting, Opened
from cotext.explorer.refusals import Outdated
from cotext.result import CoClustering
from cotext.result.edits import EDITS, add_edit, history

OPEN = 4
Stamp = tuple[int, ...]


class Shelf:
    """The runs of a folder, a few of them open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: Once[Opened] = Once(OPEN)
        self._lasting: Once[Lasting] = Once(OPEN)
        self._entries: Once[dict[str, Any]] = Once(1000)
        self._writing = Lock()

    def entries(self) -> list[dict[str, Any]]:
        """All runs of the folder, for a list."""
        return [self._entry(path) for path in runs_in(self.folder).values()]

    def open(self, name: str) -> Opened:
        """A run as it is now."""
        folder = find_run(self.folder, name)
        return self._open.get(_state(folder), lambda: self._read(folder))

    def edit(self, name: str, what: dict[str, Any], edition: int | None) -> Opened:
        """Apply an edit to a run and keep it there; ``edition`` is the one that the person has seen."""
        with self._writing:
            opened = self.open(name)
            if edition is not None and edition != opened.edition:
                raise Outdated(
                    "the clusters were changed in another window or by a command; reload the page to see "
                    "them as they are now, then try again."
                )
            kept, result = opened.after(what)
            add_edit(opened.folder, **kept)
            state, edits = _state(opened.folder), history(opened.folder)
            if result is not None and len(edits) == opened.edition + 1:  # nobody else has written meanwhile
                self._open.put(state, Opened(opened.folder, result, edits, opened.lasting))
            return self.open(name)

    def _read(self, folder: Path) -> Opened:
        edits, result = history(folder), CoClustering.load(folder)
        lasting = self._lasting.get(_fitted(folder), lambda: Lasting(result))
        return Opened(folder, result, edits, lasting)

    def _entry(self, path: Path) -> dict[str, Any]:
        return self._entries.get(_state(path), lambda: entry_of(path))


def _fitted(folder: Path) -> Hashable:
    """Changes when a run is fitted again."""
    return folder, _stamp(folder / "environment.json")


def _state(folder: Path) -> Hashable:
    """Changes with every edit, too."""
    return _fitted(folder), _stamp(folder / EDITS)


def _stamp(path: Path) -> Stamp:
    try:
        found = path.lstat()
    except OSError:
        return ()
    return found.st_ino, found.st_mtime_ns, found.st_size
