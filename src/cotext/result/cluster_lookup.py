"""Which cluster does a person mean? A number, or the name that somebody gave it."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import TYPE_CHECKING

from cotext.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering

ClusterRef = int | str  # a document cluster by number or by name


def document_cluster(result: CoClustering, given: object) -> int:
    """Return the number of a document cluster that was given by number or by name.

    Examples
    --------
    >>> import cotext
    >>> texts = ["red oak, tall elm"] * 6 + ["cold rain, wet snow"] * 6
    >>> result = cotext.cluster(texts, n_clusters=2, random_state=0).rename(1, "Trees")
    >>> document_cluster(result, "Trees"), document_cluster(result, 0)
    (1, 0)
    """
    return _named(result, given) if isinstance(given, str) else _numbered(result, given, 0, "document")


def document_clusters(result: CoClustering, given: object) -> list[int]:
    """Return the numbers of several document clusters, each given by number or by name."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise UsageError(f"{given!r} is not a list: give the numbers or names of clusters, such as [0, 2].")
    return [document_cluster(result, one) for one in given]


def word_cluster(result: CoClustering, given: object) -> int:
    """Return the number of a word cluster; word clusters have no names."""
    return _numbered(result, given, 1, "word")


def _numbered(result: CoClustering, given: object, side: int, kind: str) -> int:
    n_clusters = result.n_clusters[side]
    if isinstance(given, Integral) and not isinstance(given, bool):
        if 0 <= (number := int(given)) < n_clusters:
            return number
        given = number
    raise UsageError(f"there is no {kind} cluster {given!r}; give a number from 0 to {n_clusters - 1}")


def _named(result: CoClustering, given: str) -> int:
    names = result.names
    found = [cluster for cluster, name in names.items() if name == given]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(f"clusters {found} have the name {given!r}; give the number of one of them.")
    guess = did_you_mean(given, names.values())
    raise UsageError(
        f"there is no document cluster {given}{guess}; give a number from 0 to {result.n_clusters[0] - 1}, "
        "or the name that one has."
    )
