"""One writer of a run at a time."""

from __future__ import annotations

import errno
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)
PATIENCE = 60.0  # seconds for one that cannot be asked whether it still lives
PAUSE = 0.05


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Be the only one who writes ``folder``; the system lets go when the process dies.

    On a disk that knows no locks it is the one who made the link ``.NAME.owner``.
    """
    path = folder.with_name(f".{folder.name}.lock")
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            known = _lock(handle)
            mine = not known or is_same(handle, path)
        except BaseException:
            os.close(handle)
            raise
        if mine:
            break
        os.close(handle)  # the one before removed the file while this one waited for it
    try:
        with nullcontext() if known else _owned(folder.with_name(f".{folder.name}.owner")):
            yield
    finally:
        with suppress(OSError):
            os.unlink(path)
        os.close(handle)


def is_same(handle: int, path: Path) -> bool:
    """Whether a name still means what was opened."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False


def _lock(handle: int) -> bool:
    """Wait for the lock; False where the disk, often one of a network, knows none."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined]
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
        return False
    return True


@contextmanager
def _owned(path: Path) -> Iterator[None]:
    """Leave a note that says who is at work; that of a process of this computer that died is removed.

    Two that remove it in the same instant can both go on: less than a lock, and more than nothing.
    """
    began = time.monotonic()
    while not _made(path, f"{os.getpid()} {socket.gethostname()}"):
        owner = _read(path)
        pid, _, host = owner.partition(" ")
        if host == socket.gethostname() and pid.isdigit():
            if not _lives(int(pid)) and _read(path) == owner:
                path.unlink(missing_ok=True)
                continue
        elif time.monotonic() - began > PATIENCE:
            who = f"process {pid} of {host}" if host else "another process"
            raise OSError(errno.EBUSY, f"{who} is writing it; if that is over, delete {path}", str(path))
        time.sleep(PAUSE)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def _made(path: Path, owner: str) -> bool:
    """Make a link to nowhere: unlike a file it is never there without what it says."""
    try:
        os.symlink(owner, path)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in (*NO_LOCKS, errno.EPERM):
            raise  # on a disk that has no links either, one writer at a time is up to the user
    return True


def _read(path: Path) -> str:
    try:
        return os.readlink(path)
    except OSError:  # it has just gone, or is none of ours
        return ""


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # somebody else's
        return True
    return True
