"""Runs that are open: read once, read again when somebody has changed them."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Generic, TypeVar

from cotext.errors import UsageError
from cotext.explorer.http_errors import Outdated
from cotext.explorer.listing import entry_of, find_run, runs_in
from cotext.explorer.search import Index
from cotext.pictures.prepare import Numbers, cluster_names, numbers_of
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
VALUES = 200  # that are kept
LONG = ("map", "clusters")  # pictures that take long, and do not change when clusters get other names
OPEN = 4
Stamp = tuple[int, ...]


class Memo(Generic[T]):
    """Keeps what was made, the most recently used first; who comes second waits for the first.

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
        self._kept: OrderedDict[Hashable, _Place[T]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of a key; what ``make`` raises is raised, and nothing is kept."""
        with self._lock:
            place = self._kept.setdefault(key, _Place())
            self._kept.move_to_end(key)
            while len(self._kept) > self._room:
                self._kept.popitem(last=False)
        with place.lock:
            if not place.made:
                place.value = make()
                place.made = True
            return place.value

    def put(self, key: Hashable, value: T) -> None:
        """Keep another value from now on."""
        place = _Place[T]()
        place.value, place.made = value, True
        with self._lock:
            self._kept[key] = place


class _Place(Generic[T]):
    value: T

    def __init__(self) -> None:
        self.lock, self.made = Lock(), False


class SharedCache:
    """What every edition of a run has in common: its texts, and pictures of the same groups of documents."""

    def __init__(self, result: CoClustering) -> None:
        self.index, self.pictures = Index(result), Memo[Numbers](VALUES)


class CachedRun:
    """One edition of a run: every value is made when it is asked for first, and kept as it is sent."""

    def __init__(
        self, folder: Path, result: CoClustering, edits: Sequence[dict[str, Any]], shared: SharedCache
    ) -> None:
        self.folder, self.result, self.edits, self.shared = folder, result, edits, shared
        self._numbers: Memo[Numbers] = Memo(VALUES)
        self._bytes: Memo[bytes] = Memo(VALUES)

    @property
    def name(self) -> str:
        """What it is called in the list."""
        return self.folder.name

    @property
    def edition(self) -> int:
        """Grows with every edit, undone or not."""
        return len(self.edits)

    @cached_property
    def _groups(self) -> str:
        return sha256(self.result.row_labels_.tobytes()).hexdigest()

    def overview(self) -> bytes:
        """``Overview`` of the pages."""
        return self.kept(
            "overview", lambda: {**overview_of(self.result, self.name, self.edits), "edition": self.edition}
        )

    def documents(self) -> bytes:
        """``Documents`` of the pages; after that, a search may follow."""
        found = self.kept("documents", lambda: documents_of(self.result))
        self.shared.index.begin()
        return found

    def words(self) -> bytes:
        """``Words`` of the pages."""
        return self.kept("words", lambda: words_of(self.result))

    def picture(self, name: str, options: dict[str, Any]) -> bytes:
        """The numbers of a picture."""
        return self.kept(_key(name, options), lambda: self.numbers(name, options).as_dict())

    def numbers(self, name: str, options: dict[str, Any]) -> Numbers:
        """The same, not yet written."""
        key = _key(name, options)
        make = partial(numbers_of, name, self.result, **options)
        if name not in LONG:
            return self._numbers.get(key, make)
        found = self.shared.pictures.get((key, self._groups), make)
        named: Any = {"names": cluster_names(self.result)} if hasattr(found, "names") else {}
        return replace(found, **named)

    def texts(self, rows: list[int]) -> list[str | None]:
        """Documents to read: their texts, or as much as was kept; each pack of texts is read once."""
        kept = self.result.texts if self.result.texts is not None else self.result.excerpts
        if kept is None:
            return [None] * len(rows)
        found = {row: kept[row] for row in sorted(rows)}
        return [found[row] for row in rows]

    def kept(self, key: Hashable, make: Callable[[], Any]) -> bytes:
        """A value as JSON, made once."""
        return self._bytes.get(key, lambda: to_json(make()))

    def after(self, what: dict[str, Any]) -> tuple[dict[str, Any], CoClustering | None]:
        """The edit as it is to be kept, and the result after it, None after an undo; else it is refused."""
        try:
            what = check_edit(what)
        except ValueError as error:
            raise UsageError(f"this edit cannot be made: {error}.") from error
        known = ("edit", PARTS, *FIELDS[what["edit"]])
        what = {name: value for name, value in what.items() if name in known}
        if what["edit"] != UNDO:
            kept = settled(self.result, what)
            result = apply_edits(self.result, [Edit(kept, 0)])
            return with_outcome(kept, result), result
        if all(line["undone"] or line["edit"] == UNDO for line in self.edits):
            raise UsageError("there is no edit left that could be taken back.")
        return what, None


def _key(name: str, options: dict[str, Any]) -> Hashable:
    return name, json.dumps(options, sort_keys=True)


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
        runs = runs_in(self.folder).values()
        return [self._entries.get(_state(path), partial(entry_of, path)) for path in runs]

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
