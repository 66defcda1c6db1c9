"""Errors a user can act on: each says what was given, what was expected and what to do."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable

ULIMIT = "raise the limit on the size of files (ulimit -f), or write less"
REMEDIES = {
    errno.ENOSPC: "free some space there or give another place",
    errno.EDQUOT: "free some space there or give another place",
    errno.EFBIG: ULIMIT,
    errno.ENAMETOOLONG: "give a shorter name",
}
TROUBLES = {
    errno.ENOSPC: "the disk is full: free some space, also for temporary files (TMPDIR)",
    errno.EDQUOT: "the disk quota is used up: free some space, also for temporary files (TMPDIR)",
    errno.EFBIG: f"a file is larger than this process may write: {ULIMIT}",
    errno.ENAMETOOLONG: "the name is too long: give a shorter one",
    errno.EACCES: "no permission: change its permissions, or give another place",
    errno.EPERM: "not permitted: give another place",
    errno.EROFS: "the disk is read-only: give another place",
    errno.ELOOP: "the links lead in a circle: give another name",
}
ALIKE = 0.7  # share of letters that a name must have in common with another to be taken for it


class CotextError(ValueError):
    """Base of every error the package raises on purpose; the command line prints it as one line."""

    exit_code = 1


class UsageError(CotextError):
    """A request that cannot be carried out as asked: a missing file, an unknown model, a wrong option."""

    exit_code = 2


class NoUsableDocuments(CotextError):
    """Nothing is left to cluster: an empty folder, only stop words, no text."""

    exit_code = 3


class NotConverged(CotextError):
    """The fit stopped at ``max_iter`` and the user asked to be strict about it."""

    exit_code = 4


class CannotWrite(CotextError, OSError):
    """A file or folder that cannot be written: a full disk, no permission, a folder that is gone."""

    def __init__(self, path: str | os.PathLike[str], why: OSError) -> None:
        remedy = REMEDIES.get(why.errno or 0, "give a place that can be written")
        super().__init__(f"{os.fspath(path)} cannot be written ({why.strerror or why}); {remedy}")
        self.errno = why.errno

    def __str__(self) -> str:
        return str(self.args[0])


class EmptyClusterWarning(UserWarning):
    """Some clusters that were asked for have no documents or no words."""


class EmptyInputWarning(UserWarning):
    """Some documents or words have no entries; they are kept; estimators give them the largest cluster."""


def explain(error: BaseException) -> str:
    """What went wrong, in a sentence; of an error that nobody foresaw its kind and its first line."""
    if (foreseen := trouble(error)) is not None:
        return foreseen
    if isinstance(error, CotextError):
        return str(error)
    if isinstance(error, MemoryError):
        return "out of memory: give fewer documents or words, or a larger computer."
    return f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"


def trouble(error: BaseException) -> str | None:
    """Return a sentence for an error of the system that has none yet; None for any other error."""
    if isinstance(error, OSError) or isinstance(error.__cause__, OSError):
        try:
            os.getcwd()
        except FileNotFoundError:
            return "the current folder has been removed: change to one that exists ('cd ~'), then try again."
    if isinstance(error, CotextError) or not isinstance(error, OSError) or error.errno not in TROUBLES:
        return None
    where = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
    return f"{where}{TROUBLES[error.errno]}."


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The known name that is most like the given one, as a question to put behind it; else nothing.

    Examples
    --------
    >>> did_you_mean("mindf", ["max_df", "min_df"]), did_you_mean("Oak", ["oaks", "oak"])
    (" (did you mean 'min_df'?)", " (did you mean 'oak'?)")
    >>> did_you_mean("speed", ["tol"])
    ''
    """
    from difflib import get_close_matches

    known = sorted(known)  # of two that differ in case only, always the same one
    if name in known:
        return ""
    plain: dict[str, str] = {}
    for one in known:
        plain.setdefault(_letters(one), one)
    asked = _letters(name)
    found = [asked] if asked in plain else get_close_matches(asked, plain, 1, ALIKE)
    return f" (did you mean {plain[found[0]]!r}?)" if found else ""


def _letters(name: str) -> str:
    """A name without what people leave out or get wrong most."""
    return "".join(letter for letter in name.casefold() if letter not in "-_ ")
