"""Write files so that a reader sees the old content or the new one, never a torn one.

``lock`` sees to it that a folder has one writer at a time.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

from cotext.errors import CannotWrite


def write_atomic(path: str | os.PathLike[str], write: Callable[[IO[bytes]], object]) -> None:
    """Call ``write(stream)`` on a temporary sibling, flush it to disk, then rename it over ``path``."""
    try:
        _write(Path(path), write)
    except OSError as error:
        raise CannotWrite(path, error) from error


def _write(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    sync_folder(path.parent)


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
