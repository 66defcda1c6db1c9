"""Limits on decompression: small files are easily made that would fill any memory."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from cotext.errors import CotextError, UsageError

SETTING = "COTEXT_MAX_BYTES"
RATIO = 100  # texts and counts shrink to a tenth, sometimes to a thirtieth
FREE = 64 << 20  # the ratio does not matter below this size
SHARE = 0.5  # of the memory of this computer, if the ratio would allow more
DICTIONARY = 128 << 20  # bytes that unpacking itself may hold; xz -9 takes half of it
LONGEST = 64 << 20  # bytes of one document: a shelf of books


class TooLarge(CotextError):
    """A file that unpacks to more than is allowed."""


class Budget:
    """Counts the bytes unpacked from a file of ``packed`` bytes, and stops at its limit or its folder's.

    Data that are not to be ``in_memory`` may be larger than it.
    """

    def __init__(
        self, where: str, packed: int, within: Budget | None = None, *, in_memory: bool = True
    ) -> None:
        self.where, self.packed, self.taken, self.within = where, packed, 0, within
        self.limit, self.why = _limit(packed, in_memory)

    def take(self, size: int) -> None:
        """Count ``size`` more bytes."""
        self.taken += size
        if self.taken > self.limit:
            raise TooLarge(
                f"{self.where}: its {in_words(self.packed)} unpack to {in_words(self.taken)} or more, and "
                f"the limit is {in_words(self.limit)} ({self.why}); if you trust the file, allow more: set "
                f"{SETTING} to a number of bytes, such as {SETTING}={max(2 * self.taken, 10**9)}"
            )
        if self.within is not None:
            self.within.take(size)


class LongLines:
    """Stops the reading of a file of lines at a line that is longer than any document."""

    def __init__(self, where: str) -> None:
        self.where, self.length = where, 0

    def take(self, chunk: bytes) -> None:
        """Look at the next bytes."""
        end = max(chunk.rfind(b"\n"), chunk.rfind(b"\r"))
        self.length = self.length + len(chunk) if end < 0 else len(chunk) - end - 1
        if self.length > LONGEST:
            raise TooLarge(
                f"{self.where}: a line of more than {in_words(LONGEST)}, expected a document per line; "
                "end lines with line breaks"
            )


def in_words(size: float) -> str:
    """Write a number of bytes for people.

    Examples
    --------
    >>> in_words(458_000), in_words(4_300_000_000)
    ('458 kB', '4.3 GB')
    """
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} TB"


def dictionary_limit() -> int:
    """Return the bytes that a decompressor may hold while it works."""
    return max(DICTIONARY, _user_limit() or 0)


def most() -> int:
    """Return the bytes that a file may have if it is not compressed, or must be in memory to be read."""
    limit = _user_limit()
    return _half_of_memory() if limit is None else limit


def _user_limit() -> int | None:
    """Return the limit that the user has set."""
    if not (value := os.environ.get(SETTING, "").strip()):
        return None
    try:
        return int(float(value))
    except (ValueError, OverflowError):
        message = f"{SETTING} is {value!r}; give a number of bytes, such as {SETTING}=8e9"
        raise UsageError(message) from None


def _limit(packed: int, in_memory: bool) -> tuple[int, str]:
    """Return the limit and its reason."""
    if (limit := _user_limit()) is not None:
        return limit, f"set by {SETTING}"
    by_ratio, by_memory = max(FREE, RATIO * packed), _half_of_memory()
    if in_memory and by_memory < by_ratio:
        return by_memory, "half of the memory of this computer"
    return by_ratio, f"{RATIO} times its size, at least {in_words(FREE)}"


def _half_of_memory() -> int:
    return int(min(SHARE * memory(), 1 << 62))


def memory() -> float:
    """Return the bytes of memory that this process may use."""
    try:
        total = float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):  # not on Windows
        return float("inf")
    with suppress(OSError, ValueError):
        total = min(total, float(Path("/sys/fs/cgroup/memory.max").read_text()))
    return total
