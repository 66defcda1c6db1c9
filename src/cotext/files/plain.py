"""Open files inside runs, stores, checkpoints and locks: plain files only.

Whoever can write into a folder of ours could put a link there, so that we write into somebody else's file,
or a pipe or a device, which keeps a reader waiting or never ends. Such names are refused.
"""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path

from cotext.errors import CotextError, UsageError

RUN_MARKS = ("config.toml", "environment.json")  # in every run folder
JSON_BYTES = 1 << 26  # the longest JSON that is read at once
SAFE = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
SAFE |= getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
NOWHERE = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.ELOOP)
KINDS = {
    stat.S_IFLNK: "a link",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFDIR: "a folder",
}


class NotPlain(UsageError):
    """A name inside a folder of ours that is a link, a pipe, a device or a folder instead of a plain file."""


def is_there(path: str | os.PathLike[str]) -> bool:
    """Whether a name exists, whatever it is; links are not followed."""
    return _mode(path) is not None


def is_run(folder: str | os.PathLike[str]) -> bool:
    """Whether a folder has the files of every run folder; links are not followed."""
    return all(os.path.lexists(os.path.join(folder, name)) for name in RUN_MARKS)


def check_plain(path: str | os.PathLike[str], kind: int = stat.S_IFREG) -> None:
    """Refuse a name that exists and is not a plain file."""
    if (mode := _mode(path)) is not None:
        _check(path, mode, kind)


def check_folder(path: str | os.PathLike[str]) -> None:
    """Refuse a name that exists and is not a folder, or only a link to one."""
    check_plain(path, stat.S_IFDIR)


def plain_handle(path: str | os.PathLike[str], flags: int) -> int:
    """Open a plain file, as ``os.open`` does; never wait, and never follow a link."""
    check_plain(path)  # first: opening some devices has an effect
    try:
        handle = os.open(path, flags | SAFE, 0o666)
    except OSError as error:
        if error.errno != errno.ENOENT:
            check_plain(path)  # it may have changed
        raise
    try:
        state = os.fstat(handle)
        _check(path, state.st_mode, stat.S_IFREG)
        if not getattr(os, "O_NOFOLLOW", 0) and not os.path.samestat(state, os.lstat(path)):
            raise NotPlain(_refusal(path, "a link"))
    except BaseException:
        os.close(handle)
        raise
    return handle


def open_plain(path: str | os.PathLike[str]) -> BufferedReader:
    """Open a plain file for reading."""
    return open(path, "rb", opener=plain_handle)


def read_plain(path: str | os.PathLike[str], most: int = JSON_BYTES) -> bytes:
    """Read a plain file of at most so many bytes."""
    with open_plain(path) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise CotextError(f"{os.fspath(path)} has more than {most:,} bytes, which no file of its kind has.")
    return data


def size_of(path: str | os.PathLike[str]) -> int:
    """Return the size of a plain file."""
    state = os.lstat(path)
    _check(path, state.st_mode, stat.S_IFREG)
    return state.st_size


def write_all(handle: int, data: bytes) -> None:
    """Write all data, however little the system takes at once."""
    unwritten = memoryview(data)
    while unwritten:
        unwritten = unwritten[os.write(handle, unwritten) :]


def _mode(path: str | os.PathLike[str]) -> int | None:
    """Return the mode of a file, None if it does not exist; read once, as it may be removed meanwhile."""
    try:
        return os.lstat(path).st_mode
    except OSError as error:
        if error.errno in NOWHERE:
            return None
        raise


def _check(path: str | os.PathLike[str], mode: int, kind: int) -> None:
    if stat.S_IFMT(mode) != kind:
        actual = KINDS.get(stat.S_IFMT(mode), "a file" if stat.S_ISREG(mode) else "something else")
        raise NotPlain(_refusal(path, actual, "a folder" if kind == stat.S_IFDIR else "a plain file"))


def _refusal(path: str | os.PathLike[str], actual: str, wanted: str = "a plain file") -> str:
    where = os.fspath(Path(path))
    return f"{where} is {actual}, expected {wanted}: put {wanted} there, or delete it."
