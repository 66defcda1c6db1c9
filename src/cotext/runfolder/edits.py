"""Edits of clusters by hand: a file with one edit per line, applied when a run is read.

``edits.jsonl`` gains a line per edit and is never rewritten; ``undo`` is a line, too. A new fit under the
same name removes the file.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cotext.errors import CannotWrite, CotextError, UsageError
from cotext.files import append_line, finite, locked, read_lines
from cotext.result import CoClustering, now, printable

EDITS = "edits.jsonl"
UNDO, PARTS, SHARES, AFTER = "undo", "parts", "shares", "after"
FOR_PROGRAMS = (PARTS, SHARES, AFTER)
METHODS = {"rename": "rename", "note": "note", "color": "recolor", "noise": "mark_noise", "merge": "merge"}
FIELDS: dict[str, dict[str, type]] = {
    "rename": {"cluster": int, "name": str},
    "note": {"cluster": int, "text": str},
    "color": {"cluster": int, "color": str},
    "noise": {"cluster": int, "noise": bool},
    "merge": {"clusters": list},
    "split": {"cluster": int, "into": int},
    UNDO: {},
}

LARGEST = 1 << 31  # numbers of clusters are smaller
MOST_SHOWN = 60  # characters of a wrong value


@dataclass(frozen=True)
class Edit:
    """An edit, and the number of its line."""

    values: Mapping[str, Any]
    line: int

    def apply(self, result: CoClustering) -> CoClustering:
        """Return the result after this edit."""
        values, edit = self.values, self.values["edit"]
        if edit == "split":
            parts, shares = values.get(PARTS), values.get(SHARES)
            return result.split(values["cluster"], values["into"], parts=parts, shares=shares)
        edited: CoClustering = getattr(result, METHODS[edit])(*(values[field] for field in FIELDS[edit]))
        return edited

    @property
    def told(self) -> dict[str, Any]:
        """The fields that a person reads."""
        return {name: value for name, value in self.values.items() if name not in FOR_PROGRAMS}


def read_edits(folder: Path) -> list[Edit]:
    """Return the edits of a run that are not undone, the oldest first; refuse a wrong line by its number."""
    _, active, torn = _read(folder)
    if torn:
        warnings.warn(
            f"{folder / EDITS} ends in half a line, as after a crash or on a full disk: that edit is ignored",
            UserWarning,
            stacklevel=2,
        )
    return active


def history(folder: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """Return all edits of a run, the oldest first, and whether each is ``undone``."""
    edits, active, _ = _read(Path(folder))
    valid = {UNDO, *(edit.line for edit in active)}
    return [{**edit.told, "undone": valid.isdisjoint((edit.line, edit.values["edit"]))} for edit in edits]


def _read(folder: Path) -> tuple[list[Edit], list[Edit], bool]:
    """Return all edits, those that are not undone, and whether half a line at the end was dropped."""
    path = folder / EDITS
    try:
        lines, torn = read_lines(path)
    except OSError as error:
        raise CotextError(f"{path} cannot be read ({error}); repair it or delete it") from error
    edits: list[Edit] = []
    active: list[Edit] = []
    for number, line in enumerate(lines, start=1):
        try:
            edit = Edit(check_edit(json.loads(line.decode("utf-8"))), number)
            edits.append(edit)
            if edit.values["edit"] != UNDO:
                active.append(edit)
            elif active:
                active.pop()
            else:
                raise ValueError("nothing is left to undo")
        except (ValueError, RecursionError) as error:
            raise _wrong(path, number, error) from error
    return edits, active, torn


def check_edit(values: object) -> dict[str, Any]:
    """Return an edit with all its fields; a ValueError names the wrong field."""
    if not isinstance(values, dict) or not isinstance(edit := values.get("edit"), str) or edit not in FIELDS:
        raise ValueError(f'expected an object with "edit", one of {", ".join(FIELDS)}')
    for name, kind in FIELDS[edit].items():
        value = values.get(name)
        if type(value) is not kind or (kind is int and not _is_number(value)):
            raise ValueError(f'"{name}" is {_shortly(value)}, expected {kind.__name__}')
    for name in ("clusters", PARTS):
        numbers = values.get(name, [])
        if type(numbers) is not list or not all(map(_is_number, numbers)):
            raise ValueError(f'"{name}" holds values other than numbers of clusters')
    shares = values.get(SHARES, [])
    if type(shares) is not list or not all(
        type(share) in (int, float) and 0 <= share <= 1 for share in shares
    ):
        raise ValueError(f'"{SHARES}" holds values other than numbers from 0 to 1')
    if type(values.get(AFTER, {})) is not dict:
        raise ValueError(f'"{AFTER}" is {_shortly(values[AFTER])}, expected an object')
    if type(values.get("at", "")) is not str:
        raise ValueError(f'"at" is {_shortly(values["at"])}, expected a time')
    return dict(values)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST


def _shortly(value: object) -> str:
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]} ..."


def apply_edits(result: CoClustering, edits: Sequence[Edit], folder: Path | None = None) -> CoClustering:
    """Return the result after its edits; an error names the line of an impossible edit of a ``folder``."""
    for edit in edits:
        try:
            result = edit.apply(result)
        except UsageError as error:
            if folder is None:
                raise
            raise _wrong(folder / EDITS, edit.line, error) from error
    return result


def settled(result: CoClustering, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the edit with the parts of a split, so that applying it again needs no fit.

    The parts stay the same even if a later version would find others.
    """
    if values["edit"] != "split" or PARTS in values:
        return dict(values)
    parts, shares = result.parted(values["cluster"], values["into"])
    return {**values, PARTS: parts.tolist(), SHARES: shares.tolist()}


def with_outcome(values: Mapping[str, Any], result: CoClustering) -> dict[str, Any]:
    """Return the edit with the numbers that a list of runs shows ``AFTER`` it, if it changes any."""
    if values["edit"] not in ("merge", "split"):
        return dict(values)
    return {**values, AFTER: {"n_clusters": list(result.n_clusters), "metrics": finite(result.metrics)}}


def outcome_of(edits: Sequence[Edit]) -> dict[str, Any] | None:
    """Return the numbers after the last of these edits that changed them; None if none did.

    They are empty for a line written by hand or by an earlier version.
    """
    last = next((edit.values for edit in reversed(edits) if edit.values["edit"] in ("merge", "split")), None)
    return None if last is None else dict(last.get(AFTER, {}))


def add_edit(folder: Path, **values: Any) -> None:
    """Append an edit to the file of a run."""
    line = _line(check_edit({**values, "at": _now()}))
    path = folder / EDITS
    try:
        with locked(folder.resolve()):
            append_line(path, line.encode("utf-8"))
    except OSError as error:
        raise CannotWrite(path, error) from error


def edits_of(result: CoClustering) -> str:
    """Return lines that restore the names, notes, colors and noise of a result."""
    marks: list[tuple[str, str, Mapping[int, object]]] = [
        ("rename", "name", result.names),
        ("note", "text", result.notes),
        ("color", "color", result.colors),
        ("noise", "noise", dict.fromkeys(sorted(result.noise), True)),
    ]
    return "".join(
        _line({"at": _now(), "edit": edit, "cluster": cluster, field: value})
        for edit, field, values in marks
        for cluster, value in values.items()
    )


def _line(values: Mapping[str, Any]) -> str:
    return printable(json.dumps(values, ensure_ascii=False)) + "\n"


def _now() -> str:
    return now().isoformat(timespec="seconds")


def _wrong(path: Path, number: int, error: Exception) -> CotextError:
    return CotextError(f"{path}, line {number}: {error}; correct the line or remove it")
