"""Lock a run or a store, so that it has one writer at a time."""

from __future__ import annotations

import errno
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

from cotext.errors import UsageError
from cotext.files.plain import NotPlain, plain_handle, write_all

NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)
PATIENCE = 60.0  # seconds for an owner that may be dead or alive
PAUSE = 0.05


@contextmanager
def locked(folder: Path, *, wait: bool = True) -> Iterator[None]:
    """Be the only one who writes ``folder``; the system releases the lock when the process dies.

    Without ``wait`` a folder that somebody else writes is refused. On a disk without locks the link
    ``.NAME.owner`` is the lock.
    """
    path = folder.with_name(f".{folder.name}.lock")
    while True:
        handle = plain_handle(path, os.O_RDWR | os.O_CREAT)
        try:
            known = _lock(handle, wait)
            mine = not known or _is_ours(handle, path)
        except BlockingIOError:
            owner = _owner_in(handle)
            os.close(handle)
            raise _in_use(folder, owner) from None
        except BaseException:
            os.close(handle)
            raise
        if mine:
            break
        os.close(handle)  # the last owner deleted the file while this one waited for it
    try:
        with suppress(OSError):  # a disk may have room for a name and none for content
            os.ftruncate(handle, 0)
            write_all(handle, owner_here().encode())
        link = folder.with_name(f".{folder.name}.owner")
        with nullcontext() if known else _owned(link, folder, wait):
            yield
    finally:
        with suppress(OSError):
            os.unlink(path)
        os.close(handle)


def owner_here() -> str:
    """Return the number of this process and its computer."""
    return f"{os.getpid()} {socket.gethostname()}"


def is_over(owner: str) -> bool:
    """Whether the process of an owner is known to be dead: only one of this computer can be.

    Examples
    --------
    >>> is_over(owner_here()), is_over("1 elsewhere"), is_over("")
    (False, False, False)
    """
    return _is_here(owner) and not _lives(int(owner.partition(" ")[0]))


def _in_use(folder: Path, owner: str, more: str = "") -> UsageError:
    return UsageError(
        f"{folder} is being written by {_named(owner)}: wait until that is done, or stop it{more}."
    )


def _named(owner: str) -> str:
    pid, _, host = owner.partition(" ")
    return f"process {pid} of {host}" if host else "another process"


def _owner_in(handle: int) -> str:
    """Read the owner of a lock; empty if a locked file cannot be read."""
    with suppress(OSError):
        return os.read(handle, 300).decode("utf-8", "replace")
    return ""


def _is_ours(handle: int, path: Path) -> bool:
    """Whether the name of a lock is still that of the open file; refuse one with a second name."""
    if os.fstat(handle).st_nlink > 1:
        raise NotPlain(f"{path} is a second name of another file, expected a lock: delete it.")
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(handle), os.lstat(path))
    return False


def is_same(handle: int, path: Path) -> bool:
    """Whether a name is still that of the open file."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(handle), os.stat(path))
    return False


def _lock(handle: int, wait: bool) -> bool:
    """Take the lock; False if the disk, often one of a network, has no locks."""
    try:
        import fcntl
    except ImportError:  # Windows
        return _lock_of_windows(handle, wait)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
        return False
    return True


def _lock_of_windows(handle: int, wait: bool) -> bool:
    import msvcrt

    how = msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK  # type: ignore[attr-defined]
    try:
        msvcrt.locking(handle, how, 1)  # type: ignore[attr-defined]
    except OSError as error:
        raise error if wait else BlockingIOError(error.errno, error.strerror) from error
    return True


@contextmanager
def _owned(path: Path, folder: Path, wait: bool) -> Iterator[None]:
    """Leave a link that names the owner; that of a dead process of this computer is removed.

    Two that remove it in the same instant can both continue: less than a lock, and more than nothing.
    """
    began = time.monotonic()
    while not _link(path, owner_here()):
        owner = _read(path)
        if is_over(owner):
            if _read(path) == owner:
                path.unlink(missing_ok=True)
            continue
        if not wait:
            raise _in_use(folder, owner, f"; if it is over, delete {path}")
        if not _is_here(owner) and time.monotonic() - began > PATIENCE:
            who = _named(owner)
            raise OSError(errno.EBUSY, f"{who} is writing it; if that is over, delete {path}", str(path))
        time.sleep(PAUSE)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def _is_here(owner: str) -> bool:
    pid, _, host = owner.partition(" ")
    return host == socket.gethostname() and pid.isdigit()


def _link(path: Path, owner: str) -> bool:
    """Make a link to nowhere: unlike a file it never exists without content."""
    try:
        os.symlink(owner, path)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in (*NO_LOCKS, errno.EPERM):
            raise  # on a disk that has no links either, one writer at a time is up to the user
    return True


def _read(path: Path) -> str:
    with suppress(OSError):  # it was just deleted, or is none of ours
        return os.readlink(path)
    return ""


def _lives(pid: int) -> bool:
    try:
        with suppress(PermissionError):  # it is somebody else's
            os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    return True
