"""Stop words of each language in documents, as evidence of their language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy import sparse

from cotext.tokens.lexicon import Words
from cotext.tokens.settings import UNKNOWN
from cotext.tokens.stopwords import LEAST_SHARE, languages, stop_list

ENOUGH = 2  # stop words of a text that show its language


@dataclass(frozen=True, eq=False)
class Evidence:
    """Stop words of some documents."""

    counts: np.ndarray  # documents x languages, stop words of each language that has a list
    totals: np.ndarray  # all words of each document

    def likeliest(self) -> str:
        """Return the language whose stop words cover most, the shortest list of equals; or "unknown"."""
        everywhere = np.ones(len(self.totals), dtype=bool)
        best = max(_codes(), key=lambda code: (self.share(code, everywhere), -len(stop_list(code))))
        return best if self.share(best, everywhere) >= LEAST_SHARE else UNKNOWN

    def plain(self, language: str) -> np.ndarray:
        """Return which documents use the stop words of a language enough, and of no other more."""
        own = self._of(language)
        share = own / np.maximum(self.totals, 1)
        plain: np.ndarray = (share >= LEAST_SHARE) & (own >= self.counts.max(axis=1))
        return plain

    def rivals(self, language: str, among: np.ndarray) -> int:
        """Count the documents with at least as many stop words of one other language."""
        counts = self.counts[among]
        rival = (counts > 0) & (counts >= self._of(language)[among, None])
        return int(np.delete(rival, _codes().index(language), axis=1).sum(axis=0).max(initial=0))

    def share(self, language: str, among: np.ndarray) -> float:
        """Return the share of the words of some documents that are stop words of a language."""
        return float(self._of(language)[among].sum() / max(self.totals[among].sum(), 1))

    def _of(self, language: str) -> np.ndarray:
        if language not in _codes():
            return np.zeros_like(self.totals)
        column: np.ndarray = self.counts[:, _codes().index(language)]
        return column


def evidence(words: Words, names: Sequence[str], rows: np.ndarray) -> Evidence:
    """Count the stop words of some documents; ``names`` are the lower-cased words."""
    ids, bounds = words.picked(rows)
    used = np.flatnonzero(np.bincount(ids, minlength=len(names)))
    speakers = _speakers({names[i] for i in used.tolist()})
    listed = [(i, codes) for i in used.tolist() if (codes := speakers.get(names[i]))]
    inside = np.zeros((len(listed) + 1, len(_codes())), dtype=np.int32)  # the last is that of other words
    column = np.full(len(names), len(listed), dtype=np.int32)
    for row, (i, codes) in enumerate(listed):
        inside[row, codes] = 1
        column[i] = row
    ones = np.ones(len(ids), dtype=np.int32)
    X = sparse.csr_array((ones, column[ids], bounds), shape=(len(rows), len(inside)))
    return Evidence(X @ inside, np.diff(bounds))


def plainly(words: Words, names: Sequence[str], among: Sequence[str]) -> np.ndarray:
    """Return for each text the index of the language whose stop words it uses enough and most, else -1.

    Examples
    --------
    >>> from collections import Counter
    >>> from cotext.tokens.tokenizer import make_cutter
    >>> from cotext.tokens.lexicon import look_up
    >>> from cotext.tokens.settings import TokenSettings
    >>> cutter = make_cutter(TokenSettings(), None, Counter())
    >>> words = look_up(["the old and the new", "der alte und der neue", "x y"], cutter)
    >>> plainly(words, words.names, ["de", "en"]).tolist()
    [1, 0, -1]
    """
    totals = np.diff(words.offsets)
    counts = np.zeros((len(among), len(totals)), dtype=np.int64)
    for own, code in zip(counts, among, strict=True):
        listed = stop_list(code)
        stop = np.fromiter((name in listed for name in names), bool, len(names))
        own[:] = np.diff(np.concatenate([[0], np.cumsum(stop[words.ids])])[words.offsets])
    best = counts.argmax(axis=0)
    most = counts.max(axis=0)
    alone = (counts == most).sum(axis=0) == 1
    return np.where((most >= ENOUGH) & (most >= LEAST_SHARE * totals) & alone, best, -1)


@cache
def _codes() -> list[str]:
    return languages()


def _speakers(words: set[str]) -> dict[str, list[int]]:
    """Return the languages in which each word is a stop word, by their indices."""
    speakers: dict[str, list[int]] = {}
    for i, code in enumerate(_codes()):
        for word in words & stop_list(code):
            speakers.setdefault(word, []).append(i)
    return speakers
