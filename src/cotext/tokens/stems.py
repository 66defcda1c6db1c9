"""Stemmers by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cotext.errors import UsageError


def find_stemmer(name: str) -> Callable[[Sequence[str]], list[str]]:
    """Return the function that stems a list of words.

    Parameters
    ----------
    name : str
        "porter", a language name ("english") or its code ("en").

    Examples
    --------
    >>> find_stemmer("porter")(["clustering", "clusters"])
    ['cluster', 'cluster']
    """
    import Stemmer

    try:
        stem: Callable[[Sequence[str]], list[str]] = Stemmer.Stemmer(name.lower()).stemWords
    except (KeyError, ValueError):  # also characters that no name has
        known = ", ".join(sorted(Stemmer.algorithms()))
        raise UsageError(
            f"no stemmer is called {name!r}: use one of {known}, or a language code such as 'en'."
        ) from None
    return stem
