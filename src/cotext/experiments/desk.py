"""A folder for what processes tell each other; those of runs that were killed are removed by the next one."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = ".work"
YOUNG = 10  # seconds in which a folder may not yet be held by whoever made it


@contextmanager
def desk(out: Path) -> Iterator[Path]:
    """A new folder in ``out``, which goes when the work is done."""
    with tempfile.TemporaryDirectory(dir=out, prefix=PREFIX) as name:
        handle = _hold(Path(name))
        try:
            yield Path(name)
        finally:
            if handle is not None:
                os.close(handle)


def clear_up(out: Path) -> None:
    """Remove folders that nobody holds any more."""
    for path in out.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if path.is_symlink() or not path.is_dir() or time.time() - path.stat().st_mtime < YOUNG:
                continue
            if (handle := _hold(path)) is not None:
                shutil.rmtree(path, ignore_errors=True)
                os.close(handle)


def _hold(folder: Path) -> int | None:
    """Lock a folder until the handle is closed or the process dies; None where that cannot be done."""
    try:
        import fcntl
    except ImportError:  # Windows
        return None
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle
