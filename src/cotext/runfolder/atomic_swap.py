"""Give a finished folder the name of another in one step, and clear up after those that died on the way.

A run is written as ``.NAME.xxxxxxxx.tmp`` beside its place. Where the system can exchange two names, it takes
its place so, and at every moment a whole run has the name. Elsewhere the old one is ``.NAME.xxxxxxxx.old``
for the time of two renames, and whoever comes next and misses it gives it its name back.
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
    """A new name beside a folder."""
    return folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.{kind}")


def leftovers(folder: Path, kind: str = "tmp|old") -> list[Path]:
    """What saves of this name that died have left, or one that lives is working on."""
    pattern = re.compile(rf"\.{re.escape(folder.name)}\.[0-9a-f]{{8}}\.(?:{kind})")
    with suppress(OSError):
        found = sorted(path for path in folder.parent.iterdir() if pattern.fullmatch(path.name))
        return [path for path in found if path.is_dir() and not path.is_symlink()]
    return []


def put_in_place(draft: Path, folder: Path) -> Path | None:
    """Give ``draft`` the name ``folder``; return where the one that had it is now."""
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


def exchange(one: Path, other: Path) -> bool:
    """Exchange two names in one step; False where the system or the disk cannot."""
    if (call := _exchange()) is None:
        return False
    found = call(os.fsencode(one), os.fsencode(other))
    if found in CANNOT:
        return False
    if found:
        raise OSError(found, os.strerror(found), str(other))
    return True


@cache
def _exchange() -> Exchange | None:
    """Linux's or macOS's own call, which Python does not offer; it gives 0 or an error's number."""
    import ctypes

    here, swap = -100, 2  # AT_FDCWD; RENAME_EXCHANGE, and RENAME_SWAP, are both 2
    try:
        library = ctypes.CDLL(None, use_errno=True)
        function = library.renamex_np if sys.platform == "darwin" else library.renameat2
    except (OSError, TypeError, AttributeError):
        return None

    def call(one: bytes, other: bytes) -> int:
        mac = sys.platform == "darwin"
        failed = function(one, other, swap) if mac else function(here, one, here, other, swap)
        return ctypes.get_errno() if failed else 0

    return call


def clear_up(folder: Path, is_ours: Callable[[str], bool]) -> None:
    """Under the lock: put back a run that lost its name, then remove what dead saves have left."""
    if not folder.exists():
        for old in leftovers(folder, "old")[:1]:
            os.rename(old, folder)
            sync_folder(folder.parent)
    for path in leftovers(folder):
        with suppress(OSError):
            discard(path, folder, is_ours)


def discard(leftover: Path, folder: Path, is_ours: Callable[[str], bool]) -> None:
    """Remove a folder that is not needed; files in it that are not ours go to ``folder``, never away."""
    for path in list(leftover.iterdir()):
        if not is_ours(path.name):
            os.rename(path, _free(folder / path.name))
    shutil.rmtree(leftover, ignore_errors=True)


def _free(path: Path) -> Path:
    number, free = 1, path
    while os.path.lexists(free):
        number, free = number + 1, path.with_name(f"{path.name}.{number}")
    return free


class Seen:
    """A folder as it was when looked at, to tell whether another has taken its name since."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.handle = folder, -1
        with suppress(OSError):  # Windows cannot open a folder; it is then always the same
            self.handle = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))

    def is_there(self) -> bool:
        """Whether the name still means that folder (which stays itself as long as it is held open)."""
        if self.handle < 0:
            exists = self.folder.exists
            return os.name == "nt" or not (exists() or leftovers(self.folder) or exists())
        return is_same(self.handle, self.folder)

    def close(self) -> None:
        if self.handle >= 0:
            os.close(self.handle)
