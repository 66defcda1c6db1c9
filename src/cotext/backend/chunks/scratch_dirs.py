"""Folders for the answers of a fit, next to its chunks; those of dead processes are removed."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from cotext.errors import CannotWrite
from cotext.files import is_over, owner_here, read_plain

PREFIX = ".fit."
SEEN = "seen"  # a file that every worker must find; it names the process that made the folder


def new_folder(room: Path | None) -> Path:
    where = Path(tempfile.gettempdir()) if room is None else room
    try:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=where))
        (folder / SEEN).write_text(owner_here())
    except OSError as error:
        raise CannotWrite(where, error) from error
    return folder


def sweep_up(room: Path | None) -> None:
    """Remove the folders of fits whose process is dead."""
    for folder in () if room is None else list(room.glob(f"{PREFIX}*")):
        with suppress(OSError, ValueError):
            if not folder.is_symlink() and is_over(read_plain(folder / SEEN).decode()):
                shutil.rmtree(folder, ignore_errors=True)
