"""What was done to clusters by hand: a file of one edit per line, applied when a run is read.

``edits.jsonl`` grows by a line per edit and is never rewritten; ``undo`` is a line, too. Fitting again under
the same name begins without it.
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
    """One line: what was done, when, and where it stands."""

    what: Mapping[str, Any]
    line: int

    def apply(self, result: CoClustering) -> CoClustering:
        """The result after this edit."""
        what = self.what
        match what["edit"]:
            case "rename":
                return result.rename(what["cluster"], what["name"])
            case "note":
                return result.note(what["cluster"], what["text"])
            case "color":
                return result.recolor(what["cluster"], what["color"])
            case "noise":
                return result.mark_noise(what["cluster"], what["noise"])
            case "merge":
                return result.merge(what["clusters"])
            case _:
                parts, shares = what.get(PARTS), what.get(SHARES)
                return result.split(what["cluster"], what["into"], parts=parts, shares=shares)

    @property
    def told(self) -> dict[str, Any]:
        """What a person wants to know of it."""
        return {name: value for name, value in self.what.items() if name not in FOR_PROGRAMS}


def read_edits(folder: Path) -> list[Edit]:
    """The edits of a run that are not undone, the oldest first; a wrong line is refused by its number."""
    _, left, torn = _read(folder)
    if torn:
        warnings.warn(
            f"{folder / EDITS} ends in half a line, as after a crash or on a full disk: that edit is ignored",
            UserWarning,
            stacklevel=2,
        )
    return left


def history(folder: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """All that was ever done to the clusters of a run, the oldest first, and whether it is ``undone``."""
    lines, left, _ = _read(Path(folder))
    valid = {edit.line for edit in left}
    return [{**one.told, "undone": one.what["edit"] != UNDO and one.line not in valid} for one in lines]


def _read(folder: Path) -> tuple[list[Edit], list[Edit], bool]:
    """Every line, the edits that are left, and whether half a line at the end was dropped."""
    path = folder / EDITS
    try:
        lines, torn = read_lines(path)
    except OSError as error:
        raise CotextError(f"{path} cannot be read ({error}); repair it or delete it") from error
    every: list[Edit] = []
    left: list[Edit] = []
    for number, line in enumerate(lines, start=1):
        try:
            edit = Edit(check_edit(json.loads(line.decode("utf-8"))), number)
            every.append(edit)
            if edit.what["edit"] != UNDO:
                left.append(edit)
            elif left:
                left.pop()
            else:
                raise ValueError("nothing is left to undo")
        except (ValueError, RecursionError) as error:
            raise _wrong(path, number, error) from error
    return every, left, torn


def check_edit(what: Any) -> dict[str, Any]:
    """An edit with all that it needs; a ValueError says what is wrong."""
    asked = what.get("edit") if isinstance(what, dict) else None
    if not isinstance(asked, str) or asked not in FIELDS:
        raise ValueError(f'expected an object with "edit", one of {", ".join(FIELDS)}')
    for name, kind in FIELDS[asked].items():
        value = what.get(name)
        if type(value) is not kind or (kind is int and not _is_number(value)):
            raise ValueError(f'"{name}" is {_shortly(value)}, expected {kind.__name__}')
    for name in ("clusters", PARTS):
        numbers = what.get(name, [])
        if type(numbers) is not list or not all(map(_is_number, numbers)):
            raise ValueError(f'"{name}" holds other than numbers of clusters')
    shares = what.get(SHARES, [])
    if type(shares) is not list or not all(type(one) in (int, float) and 0 <= one <= 1 for one in shares):
        raise ValueError(f'"{SHARES}" holds other than numbers from 0 to 1')
    if type(what.get(AFTER, {})) is not dict:
        raise ValueError(f'"{AFTER}" is {_shortly(what[AFTER])}, expected an object')
    if type(what.get("at", "")) is not str:
        raise ValueError(f'"at" is {_shortly(what["at"])}, expected a time')
    return dict(what)


def _is_number(value: Any) -> bool:
    return type(value) is int and abs(value) < LARGEST


def _shortly(value: Any) -> str:
    told = repr(value)
    return told if len(told) <= MOST_SHOWN else f"{told[:MOST_SHOWN]} ..."


def apply_edits(result: CoClustering, edits: Sequence[Edit], folder: Path | None = None) -> CoClustering:
    """The result as its edits have made it; those of a ``folder`` that cannot be are named by their lines."""
    for edit in edits:
        try:
            result = edit.apply(result)
        except UsageError as error:
            if folder is None:
                raise
            raise _wrong(folder / EDITS, edit.line, error) from error
    return result


def settled(result: CoClustering, what: Mapping[str, Any]) -> dict[str, Any]:
    """The same edit with all that is needed to apply it again, quickly and to the same end.

    A split is a fit of its own; what it has found is kept with it, whatever a later version would find.
    """
    if what["edit"] != "split" or PARTS in what:
        return dict(what)
    parts, shares = result.parted(what["cluster"], what["into"])
    return {**what, PARTS: parts.tolist(), SHARES: shares.tolist()}


def with_outcome(what: Mapping[str, Any], result: CoClustering) -> dict[str, Any]:
    """The same edit with the numbers that a list of runs shows ``AFTER`` it, if it changes any."""
    if what["edit"] not in ("merge", "split"):
        return dict(what)
    return {**what, AFTER: {"n_clusters": list(result.n_clusters), "metrics": finite(result.metrics)}}


def outcome_of(edits: Sequence[Edit]) -> dict[str, Any] | None:
    """What was said of the run after the last of these edits that changed numbers; None if none did.

    Lines written by hand, or by earlier versions, say nothing: the outcome is empty then.
    """
    last = next((edit.what for edit in reversed(edits) if edit.what["edit"] in ("merge", "split")), None)
    return None if last is None else dict(last.get(AFTER, {}))


def add_edit(folder: Path, **what: Any) -> None:
    """Append an edit to the file of a run."""
    line = _line(check_edit({**what, "at": _now()}))
    path = folder / EDITS
    try:
        with locked(folder.resolve()):
            append_line(path, line.encode("utf-8"))
    except OSError as error:
        raise CannotWrite(path, error) from error


def edits_of(result: CoClustering) -> str:
    """The lines that give a result its names, notes, colours and noise back."""
    said: list[tuple[str, str, Mapping[int, Any]]] = [
        ("rename", "name", result.names),
        ("note", "text", result.notes),
        ("color", "color", result.colors),
        ("noise", "noise", dict.fromkeys(sorted(result.noise), True)),
    ]
    return "".join(
        _line({"at": _now(), "edit": edit, "cluster": cluster, field: value})
        for edit, field, values in said
        for cluster, value in values.items()
    )


def _line(what: Mapping[str, Any]) -> str:
    return printable(json.dumps(what, ensure_ascii=False)) + "\n"


def _now() -> str:
    return now().isoformat(timespec="seconds")


def _wrong(path: Path, number: int, error: Exception) -> CotextError:
    return CotextError(f"{path}, line {number}: {error}; correct the line or take it out")
