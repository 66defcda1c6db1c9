"""A run that was read, with what was made of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

from cotext.errors import UsageError
from cotext.explorer.once import Once
from cotext.explorer.search import Index
from cotext.pictures.numbers import Numbers
from cotext.pictures.prepare import numbers_of
from cotext.report.columns import documents_of, words_of
from cotext.report.deck import overview_of
from cotext.report.plain import to_json
from cotext.result import CoClustering
from cotext.result.edits import UNDO, Edit, apply_edits, check_edit

VALUES = 200  # that are kept


class Opened:
    """One edition of a run: every value is made when it is asked for first, and kept as it is sent."""

    def __init__(self, folder: Path, result: CoClustering, edits: list[dict[str, Any]], index: Index) -> None:
        self.folder, self.result, self.edits, self.index = folder, result, edits, index
        self._numbers: Once[Numbers] = Once(VALUES)
        self._bytes: Once[bytes] = Once(VALUES)

    @property
    def name(self) -> str:
        """What it is called in the list."""
        return self.folder.name

    @property
    def edition(self) -> int:
        """Grows with every edit, undone or not."""
        return len(self.edits)

    def overview(self) -> bytes:
        """``Overview`` of the pages."""
        return self.kept(
            "overview", lambda: overview_of(self.result, self.name, self.edits) | {"edition": self.edition}
        )

    def documents(self) -> bytes:
        """``Documents`` of the pages; after that, a search may follow."""
        found = self.kept("documents", lambda: documents_of(self.result))
        self.index.begin()
        return found

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

    def kept(self, key: Hashable, make: Callable[[], Any]) -> bytes:
        """A value as JSON, made once."""
        return self._bytes.get(key, lambda: to_json(make()))

    def after(self, what: dict[str, Any]) -> CoClustering | None:
        """The result after an edit, None after an undo; an edit that cannot be is refused."""
        try:
            edit = Edit(check_edit(what), 0)
        except ValueError as error:
            raise UsageError(f"this edit cannot be made: {error}.") from error
        if edit.what["edit"] != UNDO:
            changed: CoClustering = apply_edits(self.result, [edit])
            return changed
        if all(line["undone"] or line["edit"] == UNDO for line in self.edits):
            raise UsageError("there is no edit left that could be taken back.")
        return None


def _key(name: str, options: dict[str, Any]) -> Hashable:
    return name, json.dumps(options, sort_keys=True)
