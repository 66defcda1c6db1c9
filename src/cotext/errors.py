"""Errors a user can act on: each says what was given, what was expected and what to do."""

from __future__ import annotations

import errno
import os


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
        full = why.errno in (errno.ENOSPC, errno.EDQUOT)
        remedy = "free some space there or give another place" if full else "give a place that can be written"
        super().__init__(f"{os.fspath(path)} cannot be written ({why.strerror or why}); {remedy}")
        self.errno = why.errno

    def __str__(self) -> str:
        return str(self.args[0])


class EmptyClusterWarning(UserWarning):
    """Some clusters that were asked for have no documents or no words."""


class EmptyInputWarning(UserWarning):
    """Some documents or words have no entries; they are kept; estimators give them the largest cluster."""
