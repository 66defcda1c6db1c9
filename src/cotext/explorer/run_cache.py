"""Open runs, read once and again after every change."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import cached_property, partial
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import Any, Generic, TypeVar

from cotext.errors import UsageError
from cotext.explorer.http_errors import HttpError
from cotext.explorer.listing import entry_of, find_run, runs_in
from cotext.explorer.search import Index
from cotext.pictures.prepare import MapPicture, Numbers, cluster_names, numbers_of
from cotext.report import documents_of, overview_of, schema, to_json, words_of
from cotext.result import CoClustering
from cotext.runfolder import (
    EDITS,
    FIELDS,
    PARTS,
    UNDO,
    Edit,
    add_edit,
    apply_edits,
    check_edit,
    history,
    settled,
    with_outcome,
)

T = TypeVar("T")
VALUES = 200  # in the cache of a run
SLOW = ("map", "clusters")  # pictures that take long, and do not depend on the names of clusters
OPEN = 4  # runs
Stamp = tuple[int, ...]


class Memo(Generic[T]):
    """A cache of the most recently used values; concurrent callers wait for one computation.

    Examples
    --------
    >>> squares = Memo(room=1)
    >>> squares.get(3, lambda: 9), squares.get(3, lambda: 0), squares.get(4, lambda: 16)
    (9, 9, 16)
    >>> squares.get(3, lambda: "made again")
    'made again'
    """

    def __init__(self, room: int) -> None:
        self._room, self._lock = room, Lock()
        self._entries: OrderedDict[Hashable, tuple[Lock, list[T]]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value of a key; an error of ``make`` is raised, and not cached."""
        with self._lock:
            lock, values = self._entries.setdefault(key, (Lock(), []))
            self._entries.move_to_end(key)
            while len(self._entries) > self._room:
                self._entries.popitem(last=False)
        with lock:
            if not values:
                values.append(make())
            return values[0]

    def put(self, key: Hashable, value: T) -> None:
        """Set the value of a key."""
        with self._lock:
            self._entries[key] = Lock(), [value]


class SharedCache:
    """Values that all editions of a run share: its index of texts, and pictures of the same clusters."""

    def __init__(self, result: CoClustering) -> None:
        self.index, self.pictures = Index(result), Memo[Numbers](VALUES)


class CachedRun:
    """One edition of a run; every value is computed once and cached as it is sent."""

    def __init__(
        self, folder: Path, result: CoClustering, edits: Sequence[dict[str, Any]], shared: SharedCache
    ) -> None:
        self.folder, self.result, self.edits, self.shared = folder, result, edits, shared
        self._numbers: Memo[Numbers] = Memo(VALUES)
        self._bytes: Memo[bytes] = Memo(VALUES)

    @property
    def name(self) -> str:
        """Name in the list of runs."""
        return self.folder.name

    @property
    def edition(self) -> int:
        """Number of edits, undone or not."""
        return len(self.edits)

    @cached_property
    def _groups(self) -> str:
        return sha256(self.result.row_labels_.tobytes()).hexdigest()

    def overview(self) -> bytes:
        """``Overview`` of the pages."""
        return self.cached_json(
            "overview", lambda: {**overview_of(self.result, self.name, self.edits), "edition": self.edition}
        )

    def documents(self) -> bytes:
        """``Documents`` of the pages; also start the index, because a search may follow."""
        content = self.cached_json("documents", lambda: documents_of(self.result))
        self.shared.index.begin()
        return content

    def words(self) -> bytes:
        """``Words`` of the pages."""
        return self.cached_json("words", lambda: words_of(self.result))

    def picture(self, name: str, options: dict[str, Any]) -> bytes:
        """Return the numbers of a picture as JSON."""
        return self.cached_json(_key(name, options), lambda: self.numbers(name, options).as_dict())

    def numbers(self, name: str, options: dict[str, Any]) -> Numbers:
        """Return the numbers of a picture."""
        key = _key(name, options)
        make = partial(numbers_of, name, self.result, **options)
        if name not in SLOW:
            return self._numbers.get(key, make)
        numbers = self.shared.pictures.get((key, self._groups), make)
        return numbers.renamed(cluster_names(self.result)) if isinstance(numbers, MapPicture) else numbers

    def texts(self, rows: list[int]) -> list[str | None]:
        """Return texts, or else excerpts; read each pack of texts once."""
        texts = self.result.texts if self.result.texts is not None else self.result.excerpts
        if texts is None:
            return [None] * len(rows)
        by_row = {row: texts[row] for row in sorted(rows)}
        return [by_row[row] for row in rows]

    def cached_json(self, key: Hashable, make: Callable[[], object]) -> bytes:
        """Return a value as JSON, from the cache if possible."""
        return self._bytes.get(key, lambda: to_json(make()))

    def after(self, values: dict[str, Any]) -> tuple[dict[str, Any], CoClustering | None]:
        """Return the edit with all fields to save, and the result after it, None after an undo."""
        try:
            values = check_edit(values)
        except ValueError as error:
            raise UsageError(f"this edit cannot be made: {error}.") from error
        fields = ("edit", PARTS, *FIELDS[values["edit"]])
        values = {name: value for name, value in values.items() if name in fields}
        if values["edit"] != UNDO:
            values = settled(self.result, values)
            result = apply_edits(self.result, [Edit(values, 0)])
            return with_outcome(values, result), result
        if all(line["undone"] or line["edit"] == UNDO for line in self.edits):
            raise UsageError("there is no edit left to undo.")
        return values, None


def _key(name: str, options: dict[str, Any]) -> Hashable:
    return name, json.dumps(options, sort_keys=True)


class RunCache:
    """The runs of a folder, with a cache of a few of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: Memo[CachedRun] = Memo(OPEN)
        self._shared: Memo[SharedCache] = Memo(OPEN)
        self._entries: Memo[schema.RunEntry] = Memo(1000)
        self._writing = Lock()

    def entries(self) -> list[schema.RunEntry]:
        """Return the entries of all runs of the folder."""
        runs = runs_in(self.folder).values()
        return [self._entries.get(_state(path), partial(entry_of, path)) for path in runs]

    def open(self, name: str) -> CachedRun:
        """Return a run in its present state."""
        folder = find_run(self.folder, name)
        return self._open.get(_state(folder), lambda: self._read(folder))

    def edit(self, name: str, values: dict[str, Any], edition: int | None) -> CachedRun:
        """Apply an edit to a run and save it; ``edition`` is the one that the person saw."""
        with self._writing:
            cached = self.open(name)
            if edition is not None and edition != cached.edition:
                raise HttpError(
                    HTTPStatus.CONFLICT,
                    "the clusters were changed in another window or by a command; reload the page to see "
                    "them as they are now, then try again.",
                )
            edit, result = cached.after(values)
            add_edit(cached.folder, **edit)
            state, edits = _state(cached.folder), history(cached.folder)
            if result is not None and len(edits) == cached.edition + 1:  # no other edit
                self._open.put(state, CachedRun(cached.folder, result, edits, cached.shared))
            return self.open(name)

    def _read(self, folder: Path) -> CachedRun:
        edits, result = history(folder), CoClustering.load(folder)
        shared = self._shared.get(_fitted(folder), lambda: SharedCache(result))
        return CachedRun(folder, result, edits, shared)


def _fitted(folder: Path) -> Hashable:
    """Return a key that changes when a run is fitted again."""
    return folder, _stamp(folder / "environment.json")


def _state(folder: Path) -> Hashable:
    """Return a key that also changes with every edit."""
    return _fitted(folder), _stamp(folder / EDITS)


def _stamp(path: Path) -> Stamp:
    with suppress(OSError):
        status = path.lstat()
        return status.st_ino, status.st_mtime_ns, status.st_size
    return ()
