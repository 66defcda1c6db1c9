"""Replace files in one step, so that a reader sees the old content or the new one, never a torn one.

If the user has named a file, a link stays a link, and devices and pipes are written into.
"""

from __future__ import annotations

import io
import os
import re
import stat
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from cotext.errors import CannotWrite, CotextError, UsageError
from cotext.files.plain import check_plain

Write = Callable[[IO[bytes]], object]
LONG = 200  # bytes of a name; of a longer one temporary siblings repeat only the beginning


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
    """Replace a file, with the permissions of any new file if no ``mode`` is given."""
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
    """Return the beginning of the names of temporary siblings."""
    return f".{path.name if len(os.fsencode(path.name)) < LONG else path.name[:40]}."


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write ``text`` as UTF-8, atomically."""
    write_atomic(path, lambda stream: stream.write(text.encode("utf-8")))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def sync_folder(folder: Path) -> None:
    """Make sure that the names in a folder survive a power failure."""
    if os.name == "nt":  # Windows cannot open a folder for syncing
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# --- files that the user has named ----------------------------------------------------------------------

OWN = re.compile(r"/dev/(?:fd/(\d+)|std(out|err))|/proc/self/fd/(\d+)")  # files that are open already


def write_output(path: str | os.PathLike[str], write: Write) -> None:
    """Call ``write(stream)``; a plain file, or the one that a link leads to, is replaced in one step."""
    try:
        state = _state_of(path)
        if state is None or _is_replaced(path, state):
            mode = None if state is None else stat.S_IMODE(state.st_mode)
            replace(Path(os.path.realpath(path)), write, mode)
        else:
            _write_into(path, write)
    except OSError as error:
        raise CannotWrite(path, error) from error


def write_output_text(path: str | os.PathLike[str], text: str) -> None:
    """Write ``text`` as UTF-8."""
    write_output(path, lambda stream: stream.write(text.encode("utf-8")))


def check_output(path: str | os.PathLike[str], name: str = "") -> None:
    """Refuse a file that could not be written; ``name`` is the name that the user gave it."""
    name = name or os.fspath(path)
    try:
        state = _state_of(path)
        parent = os.path.dirname(os.path.realpath(path))
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}; give the name of a file in a folder.") from error
    if (state is None and not os.path.isdir(parent)) or (state is not None and stat.S_ISDIR(state.st_mode)):
        raise UsageError(f"{name}: not the name of a file in a folder that exists; give another.")


def _state_of(path: str | os.PathLike[str]) -> os.stat_result | None:
    """Return the state of a file, following links; None if it does not exist."""
    with suppress(FileNotFoundError, NotADirectoryError):
        return os.stat(path)
    return None


def _is_replaced(path: str | os.PathLike[str], state: os.stat_result) -> bool:
    """Whether a file can be replaced: a plain file, and not one that is open already, as /dev/stdout."""
    if stat.S_ISDIR(state.st_mode):
        raise UsageError(f"{os.fspath(path)} is a folder; give the name of a file.")
    return stat.S_ISREG(state.st_mode) and _own_handle(path) is None


def _own_handle(path: str | os.PathLike[str]) -> int | None:
    """Return the number of an open file of this process from its name, such as /dev/stdout."""
    if (named := OWN.fullmatch(os.path.abspath(os.fsdecode(path)))) is None:
        return None
    number, word, other = named.groups()
    return {"out": 1, "err": 2}[word] if word else int(number or other)


def _write_into(path: str | os.PathLike[str], write: Write) -> None:
    if (own := _own_handle(path)) is not None:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()  # earlier messages come first
        handle = os.dup(own)
    else:
        handle = os.open(path, os.O_WRONLY | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0))
    with os.fdopen(handle, "wb") as opened:
        write(opened)


class ClosedOutput(io.StringIO):
    """Replaces a closed standard output: printing is an error."""

    def write(self, text: str) -> int:
        if text:
            raise CotextError(
                "standard output is closed, so nothing can be printed: leave out '>&-', or write "
                "'> /dev/null' to see nothing."
            )
        return 0


def stand_in() -> None:
    """Reopen closed standard files, whose numbers the next open files would take."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # the lowest free number
    streams: Any = sys
    if sys.stdout is None:
        streams.stdout = ClosedOutput()
    if sys.stderr is None:
        streams.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open until the end
