r"""Pairs of words that belong together: "machine learning".

.. math:: \mathrm{npmi}(a, b) = \ln \frac{p(ab)}{p(a)\, p(b)} \Big/ -\ln p(ab)

over neighbors within a sentence that are both no stop words.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

LEAST_SCORE, MOST = 0.5, 2_000
_FEWEST, _PER_MORE = 5, 200_000


def find_phrases(
    ids: np.ndarray, sentences: np.ndarray, types: Sequence[str], stop: np.ndarray
) -> tuple[str, ...]:
    """Return the pairs of words that follow each other far more often than by chance, in alphabetical order.

    The arguments are those of :class:`~cotext.tokens.Tokens`. A pair occurs at least five times, and once
    more for every 200,000 words; the 2,000 pairs with the highest scores are returned.

    Examples
    --------
    >>> words = ["hot", "dog", *"abcdef"]
    >>> ids = np.array([[0, 1, i] for i in range(2, 8)]).ravel()
    >>> find_phrases(ids, np.arange(0, 19, 3), words, np.zeros(8, bool))
    ('hot dog',)
    """
    n = len(types)
    first = _neighbors(ids, sentences, stop)
    a, b = ids[first].astype(np.int64), ids[first + 1].astype(np.int64)
    keys, counts = np.unique(a * n + b, return_counts=True)
    often = counts >= _FEWEST + len(ids) // _PER_MORE
    keys, counts = keys[often], counts[often]
    left, right = np.bincount(a, minlength=n)[keys // n], np.bincount(b, minlength=n)[keys % n]
    share = counts / max(len(first), 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        score = np.log(share * len(first) ** 2 / (left * right)) / -np.log(share)
    best = np.flatnonzero(score >= LEAST_SCORE)
    best = best[np.lexsort((keys[best], -counts[best], -score[best]))][:MOST]
    pairs = [(types[key // n], types[key % n]) for key in keys[best].tolist()]
    names = {f"{a} {b}" for a, b in pairs if " " not in a + b}
    return tuple(sorted(names.difference(types)))  # a tokenizer may give such words itself


def insert_phrases(
    ids: np.ndarray,
    offsets: np.ndarray,
    sentences: np.ndarray,
    id_of: dict[str, int],
    phrases: Sequence[str],
    first_id: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Put each phrase after its second word, numbered from ``first_id`` on; return ids and the new bounds.

    ``id_of`` maps content words to their ids; a phrase of unknown words does not occur.

    Examples
    --------
    >>> ids, ends = np.array([0, 1, 0, 1]), np.array([0, 3, 4])
    >>> ids, ends, _ = insert_phrases(ids, ends, ends, {"hot": 0, "dog": 1}, ["hot dog"], 2)
    >>> ids.tolist(), ends.tolist()
    ([0, 1, 2, 0, 1], [0, 4, 5])
    """
    n = first_id
    parts = [phrase.split(" ") for phrase in phrases]
    known = {id_of[a] * n + id_of[b]: n + i for i, (a, b) in enumerate(parts) if a in id_of and b in id_of}
    if not known:
        return ids, offsets, sentences
    keys = np.array(sorted(known), dtype=np.int64)
    new = np.array([known[key] for key in keys.tolist()], dtype=ids.dtype)
    first = _neighbors(ids, sentences, np.zeros(n, dtype=bool))
    pair = ids[first].astype(np.int64) * n + ids[first + 1]
    at = np.minimum(np.searchsorted(keys, pair), len(keys) - 1)
    found = keys[at] == pair
    after = first[found] + 2
    offsets, sentences = (b + np.searchsorted(after, b, side="right") for b in (offsets, sentences))
    return np.insert(ids, after, new[at[found]]), offsets, sentences


def _neighbors(ids: np.ndarray, sentences: np.ndarray, stop: np.ndarray) -> np.ndarray:
    """Return the positions of words whose next word is in the same sentence, both no stop words."""
    begins = np.zeros(len(ids) + 1, dtype=bool)
    begins[sentences] = True
    content = ~stop[ids]
    return np.flatnonzero(content[:-1] & content[1:] & ~begins[1:-1])
