"""A run that was read, with the values computed from it."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from cotext.errors import UsageError
from cotext.explorer.memo import Memo
from cotext.explorer.search import Index
from cotext.pictures.prepare import Numbers, cluster_names, numbers_of
from cotext.report import documents_of, overview_of, to_json, words_of
from cotext.result import CoClustering
from cotext.runfolder import FIELDS, PARTS, UNDO, Edit, apply_edits, check_edit, settled, with_outcome

VALUES = 200  # that are kept
LONG = ("map", "clusters")  # pictures that take long, and do not change when clusters get other names


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
