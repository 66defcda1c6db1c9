"""Which language each document is in, and which ones a collection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from functools import cache
from typing import Any

import numpy as np
from scipy import sparse

from cotext.tokens.debris import without_debris
from cotext.tokens.settings import UNKNOWN
from cotext.tokens.stopwords import BY_SCRIPT, LEAST_SHARE, guess_language, languages, stop_list

_NO_LANGUAGE = "zxx"
# Documents looked at to see whether a collection is mixed, and characters of each.
_SAMPLE, _BEGINNING = 2_000, 1_000
# A language counts from this share of the documents on; one of two documents may be a mistake.
_LEAST_DOCUMENTS, _LEAST_NUMBER = 0.05, 2
_SURE = 0.7
# Stop words are this share of the text at least, where its letters have told the language.
_CONFIRMED = 0.05


def spoken(texts: Sequence[str], among: Sequence[str], least: float = 0.0) -> list[str]:
    """Return the likeliest language of each text among some; "unknown" below a probability of ``least``.

    Examples
    --------
    >>> spoken(["Der Zug kommt heute nicht an", "The train does not arrive", "1, 2, 3"], ["de", "en"])
    ['de', 'en', 'unknown']
    """
    names = frozenset(among).intersection(_whole().labels)
    identifier = _identifier(names | {_NO_LANGUAGE}) if names else None
    return [UNKNOWN if identifier is None else _one(identifier, text, least) for text in texts]


def guess_languages(
    texts: Sequence[str], words: Sequence[str], table: Callable[[np.ndarray], sparse.csr_array]
) -> str | tuple[str, ...]:
    """Return the language of a collection, or those of a mixed one, the commonest first.

    Documents that use the stop words of the collection's language are in it; the language of the others is
    recognised by their letters. Many documents are judged by a sample.

    Parameters
    ----------
    texts : sequence of str
        The documents.
    words : sequence of str
        The distinct words, lower-cased.
    table : callable
        Gives for the numbers of some documents their counts of the words, documents x words.
    """
    rows = np.flatnonzero([bool(text) and not text.isspace() for text in texts])
    if not len(rows):
        return UNKNOWN
    rows = rows[np.linspace(0, len(rows) - 1, min(_SAMPLE, len(rows))).astype(np.intp)]
    X = table(rows)
    used = np.flatnonzero(np.bincount(X.indices))
    X, words = X[:, used], [words[i] for i in used.tolist()]
    overall = _by_stop_words(words, X.sum(axis=0))
    plain = _plain(X, words, overall)
    needed = max(_LEAST_DOCUMENTS * len(rows), 1)
    if np.count_nonzero(~plain) < needed:
        return overall
    found = np.full(len(rows), overall, dtype=object)
    found[~plain] = spoken([texts[i] for i in rows[~plain]], _candidates(), _SURE)
    often = [(name, n) for name, n in Counter(found.tolist()).most_common() if n >= needed]
    likely = [(name, n) for name, n in often if _confirmed(X[found == name], words, name)]
    several = tuple(name for name, n in likely if n >= _LEAST_NUMBER)
    if len(several) > 1:
        return several
    return likely[0][0] if likely and likely[0][1] >= len(rows) / 2 else overall


def _by_stop_words(words: Sequence[str], counts: np.ndarray) -> str:
    frequency = dict.fromkeys(words, 0)
    for word, n in zip(words, counts.tolist(), strict=True):
        frequency[word] += n
    return guess_language(frequency)


def _confirmed(X: sparse.csr_array, words: Sequence[str], language: str) -> bool:
    """Whether documents use the stop words of the language that their letters have told."""
    listed, counts = stop_list(language), X.sum(axis=0)
    inside = np.fromiter((word in listed for word in words), bool, len(words))
    return language in BY_SCRIPT or bool(counts[inside].sum() >= _CONFIRMED * max(counts.sum(), 1))


def _plain(X: sparse.csr_array, words: Sequence[str], language: str) -> np.ndarray:
    """Which documents use the stop words of a language enough, and of no other more."""
    if language == UNKNOWN:
        return np.zeros(X.shape[0], dtype=bool)
    lists = [stop_list(language), *(stop_list(code) for code in languages() if code != language)]
    place = {word: i for i, word in enumerate(words)}
    inside = np.zeros((len(words), len(lists)), dtype=np.float32)
    for column, listed in enumerate(lists):
        inside[[place[word] for word in listed if word in place], column] = 1
    shares = (X @ inside) / np.maximum(X.sum(axis=1), 1)[:, None]
    return np.asarray((shares[:, 0] >= LEAST_SHARE) & (shares[:, 0] >= shares.max(axis=1)))


def _candidates() -> tuple[str, ...]:
    return (*languages(), *BY_SCRIPT)


def _one(identifier: Any, text: str, least: float) -> str:
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
    identifier = copy(_whole())
    identifier.set_languages(sorted(among))
    return identifier


@cache
def _whole() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
