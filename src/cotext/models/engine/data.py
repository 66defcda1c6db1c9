"""Checked input of a fit: a CSR matrix, or chunks of one; families register slices.

Documents without words carry no information about clusters, so nothing in a fit may depend on them: neither
starts, document counts and random numbers nor the criterion. ``Fit.among_all`` gives them a place afterwards.
"""

from __future__ import annotations

from functools import partial, singledispatch
from typing import Any

import numpy as np

from cotext.backend import Chunks, Entries, Fewer, row_lengths, without_rows, word_spread
from cotext.models.engine.fit import Kept
from cotext.models.engine.units import MANY, divided, unit_of


@singledispatch
def has_words(X: Any) -> np.ndarray:
    """Which documents have entries."""
    return np.asarray(row_lengths(X) > 0)


@singledispatch
def words_used(X: Any) -> np.ndarray:
    """Which words have entries."""
    return np.asarray(word_spread(X) > 0)


@singledispatch
def extent(X: Any) -> tuple[float, int]:
    """The largest entry, and the number of entries."""
    return X.largest if isinstance(X, Chunks) else float(X.data.max(initial=0)), X.nnz


@singledispatch
def in_unit(X: Any, unit: float) -> Any:
    """X divided by its unit."""
    if isinstance(X, Chunks):
        return X if unit == 1 else X.changed(partial(divided, unit=unit))
    return divided(X, unit)


@singledispatch
def only(X: Any, kept: Kept) -> Any:
    """The documents that take part in a fit."""
    return (Fewer if isinstance(X, Chunks) else without_rows)(X, kept.documents)


def usual_unit(X: Entries) -> float:
    """The power of two that X is divided by before it is fitted: ``unit_of`` its entries.

    If most entries of chunks are huge, their median comes from counts of the exponents.
    """
    if not isinstance(X, Chunks):
        return unit_of(X.data)
    if X.largest <= MANY:
        return unit_of(np.array([X.largest]))
    lowest = int(np.finfo(X.dtype).minexp) - 1
    counts = np.zeros(int(np.finfo(X.dtype).maxexp) - lowest + 1, dtype=np.int64)
    for _, block in X.spans():
        counts += np.bincount(np.frexp(block.data)[1] - lowest, minlength=len(counts))
    middle = float(np.ldexp(0.5, int(np.searchsorted(np.cumsum(counts), counts.sum() / 2)) + lowest))
    return middle if middle >= MANY else 1.0


def worth_keeping(has_words: np.ndarray, least: int) -> np.ndarray | None:
    """The documents that take part in a fit; None if all do, or if none has words.

    A fit needs as many documents as clusters. If fewer have words, the first empty ones make up the number.

    Examples
    --------
    >>> worth_keeping(np.array([True, False, False, True]), 3).tolist()
    [True, True, False, True]
    """
    if has_words.all() or not has_words.any():
        return None
    kept = has_words.copy()
    kept[np.flatnonzero(~has_words)[: max(least - int(has_words.sum()), 0)]] = True
    return None if kept.all() else kept
