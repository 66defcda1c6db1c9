"""Which documents are in a file that is mailed, where it cannot hold all."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from cotext.result import CoClustering


def sampled_rows(
    result: CoClustering, most: int, always: Iterable[int] = (), first: Iterable[int] = ()
) -> np.ndarray:
    """Rows of at most so many documents, in input order, drawn so that every cluster has its share.

    Parameters
    ----------
    most : int
        How many documents.
    always : rows
        Documents that must be among them, even if these alone are more.
    first : rows
        Documents that are taken before others.
    """
    labels = result.row_labels_
    if len(labels) <= most:
        return np.arange(len(labels))
    order = np.random.default_rng(0).permutation(len(labels))
    by = order[np.argsort(labels[order], kind="stable")]
    sizes = np.bincount(labels + 1)
    begin = np.repeat(np.cumsum(sizes) - sizes, sizes)
    turn = np.empty(len(labels))  # from 0 to 1 within each cluster, at random
    turn[by] = (np.arange(len(labels)) - begin) / np.repeat(sizes, sizes)
    turn[np.fromiter(first, dtype=np.int64)] -= 1
    kept = np.unique(np.fromiter(always, dtype=np.int64))
    turn[kept] = -2
    return np.sort(np.argsort(turn, kind="stable")[: max(most, len(kept))])


def places_of(rows: np.ndarray, n: int) -> np.ndarray:
    """Where each of n documents stands in the page, -1 where it is not in it.

    Examples
    --------
    >>> places_of(np.array([1, 3]), 4).tolist()
    [-1, 0, -1, 1]
    """
    places = np.full(n, -1, dtype=np.int64)
    places[rows] = np.arange(len(rows))
    return places
