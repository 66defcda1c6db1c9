"""Runs that are open: read once, read again when somebody has changed them."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from threading import Lock
from typing import Any

from cotext.explorer.cached_run import CachedRun, SharedCache
from cotext.explorer.http_errors import Outdated
from cotext.explorer.listing import entry_of, find_run, runs_in
from cotext.explorer.memo import Memo
from cotext.report import schema
from cotext.result import CoClustering
from cotext.runfolder import EDITS, add_edit, history

OPEN = 4
Stamp = tuple[int, ...]


class RunCache:
    """The runs of a folder, a few of them open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: Memo[CachedRun] = Memo(OPEN)
        self._shared: Memo[SharedCache] = Memo(OPEN)
        self._entries: Memo[schema.RunEntry] = Memo(1000)
        self._writing = Lock()

    def entries(self) -> list[schema.RunEntry]:
        """All runs of the folder, for a list."""
        return [self._entry(path) for path in runs_in(self.folder).values()]

    def open(self, name: str) -> CachedRun:
        """A run as it is now."""
        folder = find_run(self.folder, name)
        return self._open.get(_state(folder), lambda: self._read(folder))

    def edit(self, name: str, what: dict[str, Any], edition: int | None) -> CachedRun:
        """Apply an edit to a run and keep it there; ``edition`` is the one that the person has seen."""
        with self._writing:
            cached = self.open(name)
            if edition is not None and edition != cached.edition:
                raise Outdated(
                    "the clusters were changed in another window or by a command; reload the page to see "
                    "them as they are now, then try again."
                )
            kept, result = cached.after(what)
            add_edit(cached.folder, **kept)
            state, edits = _state(cached.folder), history(cached.folder)
            if result is not None and len(edits) == cached.edition + 1:  # nobody else has written meanwhile
                self._open.put(state, CachedRun(cached.folder, result, edits, cached.shared))
            return self.open(name)

    def _read(self, folder: Path) -> CachedRun:
        edits, result = history(folder), CoClustering.load(folder)
        shared = self._shared.get(_fitted(folder), lambda: SharedCache(result))
        return CachedRun(folder, result, edits, shared)

    def _entry(self, path: Path) -> schema.RunEntry:
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
