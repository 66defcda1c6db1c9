"""Write what the user has named: a link stays a link, and devices and pipes are written into."""

from __future__ import annotations

import io
import os
import re
import stat
import sys
from pathlib import Path
from typing import Any

from cotext.errors import CannotWrite, CotextError, UsageError
from cotext.files.atomic import Write, replace

OWN = re.compile(r"/dev/(?:fd/(\d+)|std(out|err))|/proc/self/fd/(\d+)")  # files that are open already


def write_output(path: str | os.PathLike[str], write: Write) -> None:
    """Call ``write(stream)``; a plain file, or the one that a link leads to, is replaced in one step."""
    try:
        found = _found(path)
        if found is None or _is_replaced(path, found):
            mode = None if found is None else stat.S_IMODE(found.st_mode)
            replace(Path(os.path.realpath(path)), write, mode)
        else:
            _write_into(path, write)
    except OSError as error:
        raise CannotWrite(path, error) from error


def write_output_text(path: str | os.PathLike[str], text: str) -> None:
    """Write ``text`` as UTF-8."""
    write_output(path, lambda stream: stream.write(text.encode("utf-8")))


def check_output(path: str | os.PathLike[str], told: str = "") -> None:
    """Refuse a name that could not be written: ``told`` is what the user called it."""
    told = told or os.fspath(path)
    try:
        found = _found(path)
        parent = os.path.dirname(os.path.realpath(path))
    except OSError as error:
        raise UsageError(f"{told}: {error.strerror}; give the name of a file in a folder.") from error
    if (found is None and not os.path.isdir(parent)) or (found is not None and stat.S_ISDIR(found.st_mode)):
        raise UsageError(f"{told}: not the name of a file in a folder that exists; give another.")


def _found(path: str | os.PathLike[str]) -> os.stat_result | None:
    """What a name leads to; None if nothing is there."""
    try:
        return os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _is_replaced(path: str | os.PathLike[str], found: os.stat_result) -> bool:
    """Whether it is a plain file with a name of its own, not one that is open already as /dev/stdout."""
    if stat.S_ISDIR(found.st_mode):
        raise UsageError(f"{os.fspath(path)} is a folder; give the name of a file.")
    return stat.S_ISREG(found.st_mode) and _own_handle(path) is None


def _own_handle(path: str | os.PathLike[str]) -> int | None:
    """The number of an open file of this process, by its name."""
    if (named := OWN.fullmatch(os.path.abspath(os.fsdecode(path)))) is None:
        return None
    number, word, other = named.groups()
    return {"out": 1, "err": 2}[word] if word else int(number or other)


def _write_into(path: str | os.PathLike[str], write: Write) -> None:
    if (own := _own_handle(path)) is not None:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()  # what was said before comes first
        handle = os.dup(own)
    else:
        handle = os.open(path, os.O_WRONLY | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0))
    with os.fdopen(handle, "wb") as opened:
        write(opened)


class ClosedOutput(io.StringIO):
    """Stands in for a standard output that is closed: what would be printed is an error."""

    def write(self, text: str) -> int:
        if text:
            raise CotextError(
                "standard output is closed, so nothing can be printed: leave out '>&-', or write "
                "'> /dev/null' to see nothing."
            )
        return 0


def stand_in() -> None:
    """Fill the places of closed standard files: the next files that are opened would take them."""
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
