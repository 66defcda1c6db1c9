"""Guess the language of each document, and the languages of a collection, by stop words and characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from scipy import sparse

from cotext.tokens.lexicon import NumberedWords
from cotext.tokens.markup import without_debris
from cotext.tokens.segment import has_runs
from cotext.tokens.settings import UNKNOWN
from cotext.tokens.stopwords import BY_SCRIPT, LEAST_SHARE, languages, stop_list

_NO_LANGUAGE = "zxx"
# Documents to look at in a collection that may be mixed, characters of each, and of all together, which take
# less than half a second.
_SAMPLE, _BEGINNING, _MOST = 2_000, 1_000, 400_000
# A language counts from this share of the documents on, or from this number of them if enough were looked at;
# a document or two may be a mistake.
_LEAST_DOCUMENTS, _MANY, _SEEN, _LEAST_NUMBER = 0.02, 500, 10, 3
SURE = 0.7
# At least this share of a text must be stop words of the language that its characters show.
_CONFIRMED = 0.05
# Texts shorter than this show their language only together: this share of them agrees, and uses so many stop
# words.
_SHORT, _AGREED, _TITLES = 300, 2 / 3, 0.02

Guess = str | tuple[str, ...]


def identify_languages(texts: Sequence[str], among: Sequence[str], least: float = 0.0) -> list[str]:
    """Return the likeliest of some languages for each text; "unknown" below a probability of ``least``.

    Examples
    --------
    >>> identify_languages(["Der Zug kommt heute nicht an", "The train is late", "1, 2, 3"], ["de", "en"])
    ['de', 'en', 'unknown']
    """
    names = frozenset(among).intersection(_all_languages().labels)
    identifier = _identifier(names | {_NO_LANGUAGE}) if names else None
    return [UNKNOWN if identifier is None else _identify(identifier, text, least) for text in texts]


def guess_languages(texts: Sequence[str], names: Sequence[str], words: NumberedWords) -> Guess:
    """Return the language of a collection, or those of a mixed one, the commonest first.

    Documents that use the stop words of the collection's language are in it. The others, if they are many
    and enough of them seem to be in another language, are recognized by their characters. Of many documents
    a sample is judged. ``names`` are the lower-cased names of ``words``.
    """
    written = _written(texts, words)
    rows = _sample(written, _SAMPLE)
    if not len(rows):
        return UNKNOWN
    seen = evidence(words, names, rows)
    overall, needed = seen.likeliest(), _needed(len(rows), len(written))
    other = np.flatnonzero(~seen.plain(overall))
    unsure = [texts[i] for i in rows[other].tolist()]
    if len(other) < needed or (overall != UNKNOWN and _alone(seen, overall, other, unsure, needed / 2)):
        return overall
    length = np.mean([min(len(text), _BEGINNING) for text in unsure])
    sample = _sample(other, int(_MOST / length))
    languages, weight = np.full(len(rows), overall, dtype=object), np.ones(len(rows))
    languages[other], weight[other] = UNKNOWN, 0
    languages[sample] = identify_languages([texts[i] for i in rows[sample].tolist()], _candidates(), SURE)
    weight[sample] = len(other) / len(sample)  # each represents some that were not identified
    settled = _settled(languages, weight, seen, needed)
    if settled is None and overall == UNKNOWN and length < _SHORT:
        return _together([texts[i] for i in rows.tolist()], seen)
    return settled or overall


def _needed(seen: int, written: int) -> float:
    """Return how many of the sampled documents make a language of the collection."""
    return max(min(_LEAST_DOCUMENTS, max(_MANY / written, _SEEN / seen)) * seen, 1)


def _together(texts: Sequence[str], seen: LanguageEvidence) -> str:
    """Guess the language of texts too short to identify one by one; "unknown" if they do not agree."""
    bundles, size = [[""]], 0
    for text in texts:
        size += len(text)
        bundles[-1].append(text)
        if size >= _BEGINNING:
            bundles.append([])
            size = 0
    joined = [". ".join(bundle) for bundle in bundles if bundle]
    languages = Counter(identify_languages(joined, _candidates(), SURE))
    language, many = languages.most_common(1)[0]
    everywhere = np.ones(len(seen.totals), dtype=bool)
    agreed = many >= _AGREED * languages.total() and seen.share(language, everywhere) >= _TITLES
    return language if agreed else UNKNOWN


def _settled(
    languages: np.ndarray, weight: np.ndarray, seen: LanguageEvidence, needed: float
) -> Guess | None:
    """Return the languages of enough documents; a single one only if half of all are in it."""
    many = {name: weight[languages == name].sum() for name in dict.fromkeys(languages.tolist())}
    often = sorted((name for name, n in many.items() if n >= needed), key=lambda name: -many[name])
    likely = [k for k in often if k in BY_SCRIPT or seen.share(k, languages == k) >= _CONFIRMED]
    several = tuple(name for name in likely if many[name] >= min(_LEAST_NUMBER, 0.05 * len(languages) + 1))
    if len(several) > 1:
        return several
    return likely[0] if likely and many[likely[0]] >= len(languages) / 2 else None


def _written(texts: Sequence[str], words: NumberedWords) -> np.ndarray:
    """Return the numbers of the documents that are not blank."""
    written = np.diff(words.offsets) > 0
    for i in np.flatnonzero(~written).tolist():
        written[i] = bool(texts[i].strip())
    return np.flatnonzero(written)


def _sample(rows: np.ndarray, most: int) -> np.ndarray:
    """Draw at random: even steps through a periodic collection would mislead. Few rows are all returned."""
    if most >= len(rows):
        return rows
    return np.sort(np.random.default_rng(0).choice(rows, most, replace=False))


def _alone(
    seen: LanguageEvidence, language: str, other: np.ndarray, texts: Iterable[str], few: float
) -> bool:
    """Whether documents with few stop words of a language hardly ever seem to be in another one."""
    return seen.rivals(language, other) < few and sum(map(has_runs, texts)) < few


def _candidates() -> tuple[str, ...]:
    return (*languages(), *BY_SCRIPT)


def _identify(identifier: Any, text: str, least: float) -> str:
    beginning = _clean()(text[:_BEGINNING])
    if not any(map(str.isalpha, beginning)):
        return UNKNOWN
    language, share = identifier.classify(beginning)
    return UNKNOWN if language == _NO_LANGUAGE or share < least else str(language)


@cache
def _clean() -> Callable[[str], str]:
    return without_debris(Counter())


@cache
def _identifier(among: frozenset[str]) -> Any:
    identifier = copy(_all_languages())
    identifier.set_languages(sorted(among))
    return identifier


@cache
def _all_languages() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


# --- stop words as evidence -----------------------------------------------------------------------------

ENOUGH = 2  # stop words of a text that show its language
_codes = cache(languages)


@dataclass(frozen=True, eq=False)
class LanguageEvidence:
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


def evidence(words: NumberedWords, names: Sequence[str], rows: np.ndarray) -> LanguageEvidence:
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
    return LanguageEvidence(X @ inside, np.diff(bounds))


def by_stop_words(words: NumberedWords, names: Sequence[str], among: Sequence[str]) -> np.ndarray:
    """Return for each text the index of the language whose stop words it uses enough and most, else -1.

    Examples
    --------
    >>> from collections import Counter
    >>> from cotext.tokens.tokenizer import make_cutter
    >>> from cotext.tokens.lexicon import look_up
    >>> from cotext.tokens.settings import TokenSettings
    >>> cutter = make_cutter(TokenSettings(), None, Counter())
    >>> words = look_up(["the old and the new", "der alte und der neue", "x y"], cutter)
    >>> by_stop_words(words, words.names, ["de", "en"]).tolist()
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


def _speakers(words: set[str]) -> dict[str, list[int]]:
    """Return the languages in which each word is a stop word, by their indices."""
    speakers: dict[str, list[int]] = {}
    for i, code in enumerate(_codes()):
        for word in words & stop_list(code):
            speakers.setdefault(word, []).append(i)
    return speakers
