"""Errors that a user can act on: each names the given value, the expected one and the next step."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from dataclasses import dataclass

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
SIMILAR = 0.7  # share of characters that a name must have in common with the one suggested


@dataclass(frozen=True)
class Keyword:
    """A keyword in a message: ``min_df=3``. The command line writes it as an option, ``--min-df 3``.

    Examples
    --------
    >>> str(Keyword("min_df", 3)), Keyword("min_df", 3).option, Keyword("levels", [5, 20]).option
    ('min_df=3', '--min-df 3', '-k 5/20')
    >>> str(Keyword("min_df")), Keyword("min_df").option
    ("'min_df'", '--min-df')
    """

    name: str
    value: object = ...

    def __str__(self) -> str:
        return repr(self.name) if self.value is ... else f"{self.name}={self.value!r}"

    @property
    def option(self) -> str:
        if self.value is ...:
            return f"--{self.name.replace('_', '-')}"
        if self.name == "levels" and isinstance(self.value, list | tuple):
            return f"-k {'/'.join(map(str, self.value))}"
        return f"--{self.name.replace('_', '-')} {self.value!r}"


class CotextError(ValueError):
    """Base of every error the package raises on purpose; the command line prints it as one line.

    The message is all arguments joined; some may be a ``Keyword``.
    """

    exit_code = 1

    def __str__(self) -> str:
        return "".join(map(str, self.args))

    @property
    def with_options(self) -> str:
        """The message with options of the command line instead of keywords."""
        return "".join(part.option if isinstance(part, Keyword) else str(part) for part in self.args)


class UsageError(CotextError):
    """A request that cannot be carried out: a missing file, an unknown model, a wrong option."""

    exit_code = 2


class NoUsableDocuments(CotextError):
    """Nothing is left to cluster: an empty folder, only stop words, no text."""

    exit_code = 3


class NotConverged(CotextError):
    """The fit stopped at ``max_iter``, which the user wants treated as an error."""

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
    """Some of the requested clusters have no documents or no words."""


class EmptyInputWarning(UserWarning):
    """Some documents or words have no entries; estimators put them into the largest cluster."""


def explain(error: BaseException) -> str:
    """Describe an error in a sentence; an unexpected one by its kind and its first line."""
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
    """Suggest the most similar known name, as a question to append; an empty text without one.

    Examples
    --------
    >>> did_you_mean("mindf", ["max_df", "min_df"]), did_you_mean("Oak", ["oaks", "oak"])
    (" (did you mean 'min_df'?)", " (did you mean 'oak'?)")
    >>> did_you_mean("speed", ["tol"])
    ''
    """
    match = closest(name, known)
    return "" if match is None else f" (did you mean {match!r}?)"


def closest(name: str, known: Iterable[str]) -> str | None:
    """Return the most similar known name; None if the name itself is known, or none is similar."""
    from difflib import get_close_matches

    known = sorted(known, reverse=True)  # of names that differ in case only, always suggest the first
    if name in known:
        return None
    by_key = {_key(other): other for other in known}
    key = _key(name)
    matches = [key] if key in by_key else get_close_matches(key, by_key, 1, SIMILAR)
    return by_key[matches[0]] if matches else None


def _key(name: str) -> str:
    """Return a name without the differences that people make most: case, hyphens, underscores, spaces."""
    return "".join(character for character in name.casefold() if character not in "-_ ")
