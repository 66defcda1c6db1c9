"""How much a small file may become: compressed files are made in a minute that would fill any memory."""

from __future__ import annotations

import os
from pathlib import Path

from cotext.errors import CotextError, UsageError

SETTING = "COTEXT_MAX_BYTES"
RATIO = 100  # texts and counts shrink to a tenth, sometimes to a thirtieth
FREE = 64 << 20  # nobody asks for the ratio below this size
SHARE = 0.5  # of the memory of this computer, where the ratio would allow more
DICTIONARY = (
    128 << 20
)  # what unpacking itself may hold; the largest that xz makes unasked, xz -9, is half of it
LONGEST = 64 << 20  # bytes of one document: a shelf of books


class TooLarge(CotextError):
    """A file that unpacks to more than is allowed."""


class Budget:
    """Counts what comes out of a file of ``packed`` bytes, and stops it at its limit or its folder's.

    What passes by and is not ``kept`` in memory may be larger than memory.
    """

    def __init__(self, where: str, packed: int, within: Budget | None = None, *, kept: bool = True) -> None:
        self.where, self.packed, self.taken, self.within = where, packed, 0, within
        self.limit, self.why = _limit(packed, kept)

    def take(self, size: int) -> None:
        """Allow for ``size`` bytes more."""
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
    """Watches what is read of a file of lines, and stops at a line that is longer than any document."""

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
    """A number of bytes for people.

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
    """Bytes that a decompressor may hold while it works."""
    return max(DICTIONARY, _asked() or 0)


def most() -> int:
    """Bytes of a file that is not compressed, or that has to be whole in memory to be looked into."""
    asked = _asked()
    return int(min(SHARE * memory(), 1 << 62)) if asked is None else asked


def _asked() -> int | None:
    """The limit that the user has set."""
    if not (asked := os.environ.get(SETTING, "").strip()):
        return None
    try:
        return int(float(asked))
    except (ValueError, OverflowError):
        message = f"{SETTING} is {asked!r}; give a number of bytes, such as {SETTING}=8e9"
        raise UsageError(message) from None


def _limit(packed: int, kept: bool) -> tuple[int, str]:
    """The limit and where it comes from."""
    if (asked := _asked()) is not None:
        return asked, f"set by {SETTING}"
    by_ratio, by_memory = max(FREE, RATIO * packed), int(min(SHARE * memory(), 1 << 62))
    if kept and by_memory < by_ratio:
        return by_memory, "half of the memory of this computer"
    return by_ratio, f"{RATIO} times its size, at least {in_words(FREE)}"


def memory() -> float:
    """Bytes of this computer's memory, or of the part of it that this process may use."""
    try:
        found = float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):  # not on Windows
        return float("inf")
    try:
        return min(found, float(Path("/sys/fs/cgroup/memory.max").read_text()))
    except (OSError, ValueError):
        return found
