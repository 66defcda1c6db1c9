"""Values that JSON can hold, and files of a JSON value per line that only grow.

An incomplete line is dropped by the next reader.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from cotext.files.atomic import sync_folder
from cotext.files.plain import is_there, plain_handle, read_plain, write_all

MOST = 1 << 28  # bytes that are read at once
CHUNK = 1 << 16


def finite(value: object) -> Any:
    """Convert to dicts, lists and plain numbers, with None for NaN and infinity, which JSON cannot hold.

    Examples
    --------
    >>> finite({"tol": float("inf"), "weights": (1, float("nan"))})
    {'tol': None, 'weights': [1, None]}
    """
    if isinstance(value, Mapping):
        return {str(name): finite(item) for name, item in value.items()}
    if hasattr(value, "tolist"):  # of NumPy
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def read_lines(path: Path) -> tuple[list[bytes], bool]:
    """Read the lines of a file, none if it is missing; say whether an incomplete last one was dropped.

    A line is incomplete if it has no line break and is no JSON: its writer died, or the disk was full.
    """
    if not is_there(path):
        return [], False
    *lines, last = read_plain(path, MOST).split(b"\n")
    torn = _is_torn(last)
    lines += [] if torn else [last]
    while lines and not lines[-1]:
        lines.pop()
    return lines, torn


def append_line(path: Path, line: bytes) -> None:
    """Add a line, which ends in a line break; after an error the file has its former lines and no others.

    Only one process may do so at a time.
    """
    is_new = not is_there(path)
    handle = plain_handle(path, os.O_RDWR | os.O_CREAT)
    try:
        size = os.fstat(handle).st_size
        last = _last_line(handle, size)
        end = size - len(last) if _is_torn(last) else size
        try:
            os.ftruncate(handle, end)
            os.lseek(handle, end, os.SEEK_SET)
            write_all(handle, (b"\n" if last and end == size else b"") + line)
            os.fsync(handle)
            if is_new:
                sync_folder(path.parent)
        except BaseException:
            with suppress(OSError):
                os.ftruncate(handle, end)
            raise
    except BaseException:
        if is_new:
            with suppress(OSError):
                os.unlink(path)
        raise
    finally:
        os.close(handle)


def _last_line(handle: int, size: int) -> bytes:
    """Return the bytes after the last line break."""
    tail, begin = b"", size
    while begin and b"\n" not in tail:
        begin = max(begin - CHUNK, 0)
        os.lseek(handle, begin, os.SEEK_SET)
        tail = os.read(handle, min(CHUNK, size - begin - len(tail))) + tail
    return tail.rpartition(b"\n")[2]


def _is_torn(last: bytes) -> bool:
    with suppress(ValueError, RecursionError):
        json.loads((last or b"0").decode("utf-8"))
        return False
    return True
