"""What lies in a folder, and what of it is no file to be read."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from cotext.corpus.notes import HIDDEN, OWN, FileNote

ODD = "a link out of the folder or to nowhere, or no plain file"
RUN = {"config.toml", "environment.json", "arrays.npz"}  # what every run folder holds


def walk(folder: Path) -> Iterator[tuple[Path, FileNote | None]]:
    """Every file below ``folder`` in sorted order, with a note on those that are left out.

    Hidden files and folders are left out, and so are the runs of earlier fits; folders that are links are not
    entered.
    """
    closed: list[FileNote] = []
    for parent, folders, names in os.walk(folder, onerror=lambda error: closed.append(_closed(error))):
        if set(names) >= RUN:
            folders.clear()
            yield Path(parent), FileNote(parent, what=OWN)
            continue
        for name in sorted(name for name in folders if name.startswith(".")):
            folders.remove(name)
            yield Path(parent, name), FileNote(name, what=HIDDEN)
        folders.sort()
        for name in sorted(names):
            path = Path(parent, name)
            why = HIDDEN if name.startswith(".") else "" if _is_file_within(folder, path) else ODD
            yield path, FileNote(name, what=why) if why else None
    yield from ((Path(note.name), note) for note in closed)


def _closed(error: OSError) -> FileNote:
    return FileNote(os.fspath(error.filename), what="no permission to look into it")


def _is_file_within(folder: Path, path: Path) -> bool:
    """Whether a name is a plain file (no pipe, no device), and inside the folder if it is a link."""
    try:
        kind = os.lstat(path).st_mode
        if not stat.S_ISLNK(kind):
            return stat.S_ISREG(kind)
        target = path.resolve(strict=True)
        return target.is_file() and target.is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a link to nowhere, or in a circle
        return False
