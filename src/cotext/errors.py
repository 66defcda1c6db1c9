"""Errors a user can act on: each says what was given, what was expected and what to do."""

from __future__ import annotations


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


class EmptyInputWarning(UserWarning):
    """Some documents or words have no entries; they are kept and get the largest cluster."""
