"""Replace files in one step, so that a reader sees the old content or the new one, never a torn one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

from cotext.errors import CannotWrite
from cotext.files.plain import check_plain

Write = Callable[[IO[bytes]], object]
LONG = 200  # bytes of a name: its temporary sibling, which must be longer, repeats only the beginning


def write_atomic(path: str | os.PathLike[str], write: Write) -> None:
    """Call ``write(stream)`` on a temporary sibling, flush it to disk, then rename it over ``path``.

    This is for files inside our own folders: a link, a pipe or a device there is refused.
    """
    try:
        check_plain(path)
        replace(Path(path), write)
    except OSError as error:
        raise CannotWrite(path, error) from error


def replace(path: Path, write: Write, mode: int | None = None) -> None:
    """Do so, with the permissions of any new file if no ``mode`` is given."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=prefix_of(path))
    try:
        with os.fdopen(handle, "wb") as stream:
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, 0o666 & ~_umask() if mode is None else mode)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    sync_folder(path.parent)


def prefix_of(path: Path) -> str:
    """How the names of temporary siblings begin."""
    return f".{path.name if len(os.fsencode(path.name)) < LONG else path.name[:40]}."


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write ``text`` as UTF-8, atomically."""
    write_atomic(path, lambda stream: stream.write(text.encode("utf-8")))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def sync_folder(folder: Path) -> None:
    """See to it that the names in a folder outlive a power cut."""
    if os.name == "nt":  # Windows cannot open a folder for syncing
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
