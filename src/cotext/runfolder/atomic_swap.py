"""Give a finished folder the name of another in one step, and clear up after saves that died.

A run is written next to its path as ``.NAME.xxxxxxxx.tmp``. If the system can exchange two names, it does,
and a complete run has the name at every moment. Otherwise the old run is ``.NAME.xxxxxxxx.old`` between two
renames; if the save dies there, the next reader or writer restores the name.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from cotext.files import is_same, sync_folder

Exchange = Callable[[bytes, bytes], int]
CANNOT = (errno.ENOSYS, errno.EINVAL, errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP)


def sibling(folder: Path, kind: str) -> Path:
    """Return a new name next to a folder."""
    return folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.{kind}")


def leftovers(folder: Path, kind: str = "tmp|old") -> list[Path]:
    """Return the folders of unfinished saves of this name, dead or running."""
    pattern = re.compile(rf"\.{re.escape(folder.name)}\.[0-9a-f]{{8}}\.(?:{kind})")
    with suppress(OSError):
        paths = sorted(path for path in folder.parent.iterdir() if pattern.fullmatch(path.name))
        return [path for path in paths if path.is_dir() and not path.is_symlink()]
    return []


def put_in_place(draft: Path, folder: Path) -> Path | None:
    """Give ``draft`` the name ``folder``; return the new path of the former ``folder``."""
    if not folder.exists():
        os.rename(draft, folder)
        old = None
    elif exchange(draft, folder):
        old = draft
    else:
        old = sibling(folder, "old")
        os.rename(folder, old)
        try:
            os.rename(draft, folder)
        except BaseException:
            os.rename(old, folder)
            raise
    sync_folder(folder.parent)
    return old


def exchange(first: Path, second: Path) -> bool:
    """Exchange two names in one step; return False if the system or the disk cannot."""
    if (call := _exchange()) is None:
        return False
    number = call(os.fsencode(first), os.fsencode(second))
    if number in CANNOT:
        return False
    if number:
        raise OSError(number, os.strerror(number), str(second))
    return True


@cache
def _exchange() -> Exchange | None:
    """Return the system call of Linux or macOS, which Python lacks; it returns 0 or an error number."""
    import ctypes

    folder, swap = -100, 2  # AT_FDCWD; RENAME_EXCHANGE, and RENAME_SWAP, are both 2
    try:
        library = ctypes.CDLL(None, use_errno=True)
        function = library.renamex_np if sys.platform == "darwin" else library.renameat2
    except (OSError, TypeError, AttributeError):
        return None

    def call(first: bytes, second: bytes) -> int:
        mac = sys.platform == "darwin"
        failed = function(first, second, swap) if mac else function(folder, first, folder, second, swap)
        return ctypes.get_errno() if failed else 0

    return call


def clear_up(folder: Path, is_ours: Callable[[str], bool]) -> None:
    """Under the lock, restore a run that lost its name, then remove the folders of dead saves."""
    if not folder.exists():
        for old in leftovers(folder, "old")[:1]:
            os.rename(old, folder)
            sync_folder(folder.parent)
    for path in leftovers(folder):
        with suppress(OSError):
            discard(path, folder, is_ours)


def discard(leftover: Path, folder: Path, is_ours: Callable[[str], bool]) -> None:
    """Remove a folder; move files in it that are not part of a run to ``folder``."""
    for path in list(leftover.iterdir()):
        if not is_ours(path.name):
            os.rename(path, _free(folder / path.name))
    shutil.rmtree(leftover, ignore_errors=True)


def _free(path: Path) -> Path:
    number, free = 1, path
    while os.path.lexists(free):
        number, free = number + 1, path.with_name(f"{path.name}.{number}")
    return free


class HeldFolder:
    """A folder, held open to detect whether another takes its name."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.handle = folder, -1
        with suppress(OSError):  # Windows cannot open a folder; then it always counts as the same
            self.handle = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))

    def is_there(self) -> bool:
        """Whether the name still belongs to that folder."""
        if self.handle < 0:
            exists = self.folder.exists
            return os.name == "nt" or not (exists() or leftovers(self.folder) or exists())
        return is_same(self.handle, self.folder)

    def close(self) -> None:
        if self.handle >= 0:
            os.close(self.handle)
