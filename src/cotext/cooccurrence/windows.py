"""Pairs of words a few positions apart."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import numpy as np
from scipy import sparse

from cotext.backend import native, ordered_map
from cotext.cooccurrence.batches import added_up, block_size, stack_rows
from cotext.corpus import row_blocks

# Pairs of positions per chunk: a chunk needs some 100 MB at worst.
_CHUNK = 1 << 22


def count_windows(
    ids: np.ndarray,
    offsets: np.ndarray,
    columns: np.ndarray,
    n_words: int,
    length: int,
    n_threads: int = 1,
    chunk: int = _CHUNK,
    room: Path | None = None,
    upper: bool = False,
) -> sparse.csr_array:
    """Count pairs of words less than ``length`` positions apart in the same document; see ``count_contexts``.

    ``columns`` has the column of each type, or -1; a chunk has about ``chunk`` pairs of positions.
    """
    if (rows := native.windows(ids, offsets, columns, n_words, length, upper)) is not None:
        reach = min(length, int(np.diff(offsets).max(initial=1))) - 1
        spans = row_blocks(_occurrences(ids, columns, n_words) * 2 * reach, min(chunk, block_size(1)))
        blocks = ((b - a, rows(a, b, n_threads)) for a, b in spans)
        return stack_rows(
            (sparse.csr_array(own, shape=(n, n_words)) for n, own in blocks), n_words, np.int32, room
        )
    step = max(chunk // length, 1)

    def pairs(start: int) -> sparse.csr_array:
        stop = min(start + step, len(ids))
        end = min(stop + length - 1, len(ids))
        found = columns[ids[start:end]]
        used = np.flatnonzero(found >= 0)
        place = used + length * _document(offsets, start, end)[used]
        own = int(np.searchsorted(used, stop - start))
        return _table(_keys(found[used], place, own, length, n_words), n_words)

    starts = range(0, len(ids), step)
    nothing = _table(np.empty(0, dtype=np.int64), n_words)
    U = added_up(chain([nothing], ordered_map(pairs, starts, n_threads)))
    return U if upper else sparse.csr_array(U + U.T)


def _occurrences(ids: np.ndarray, columns: np.ndarray, n_words: int) -> np.ndarray:
    """How often all words before each column occur."""
    of_types = np.bincount(ids, minlength=len(columns))
    used = columns >= 0
    return np.concatenate([[0], np.bincount(columns[used], of_types[used], n_words).cumsum()]).astype(
        np.int64
    )


def _document(offsets: np.ndarray, start: int, end: int) -> np.ndarray:
    """Number the documents of the positions from start to end."""
    first, last = np.searchsorted(offsets, start, side="right") - 1, np.searchsorted(offsets, end)
    bounds = np.clip(offsets[first : last + 1], start, end)
    return np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))


def _keys(words: np.ndarray, place: np.ndarray, own: int, length: int, n_words: int) -> np.ndarray:
    """Return one number per pair, smaller word first, for the pairs whose first word is one of ``own``."""
    # Half the bytes sort twice as fast; 2**16 words are the most whose pairs fit.
    words = words.astype(np.uint32 if n_words <= 1 << 16 else np.int64)
    keys = [words[:0]]
    for shift in range(1, length):
        n = min(own, len(words) - shift)
        if n <= 0:
            break
        near = place[shift : shift + n] - place[:n] < length
        a, b = words[:n][near], words[shift : shift + n][near]
        keys.append(np.minimum(a, b) * words.dtype.type(n_words) + np.maximum(a, b))
    return np.concatenate(keys)


def _table(keys: np.ndarray, n_words: int) -> sparse.csr_array:
    """Count equal keys; pairs of a word with itself are left out."""
    keys.sort()
    first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]])[: len(keys)])
    counts = np.diff(np.append(first, len(keys))).astype(np.int32)
    row, column = np.divmod(keys[first].astype(np.int64), n_words)
    kept = row != column
    indptr = np.searchsorted(row[kept], np.arange(n_words + 1)).astype(np.int32)
    return sparse.csr_array((counts[kept], column[kept].astype(np.int32), indptr), shape=(n_words, n_words))
