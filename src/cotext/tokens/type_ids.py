"""From words to numbered types: one number per stem, stop words apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from cotext.tokens.lexicon import Words


@dataclass(frozen=True, eq=False)
class Forms:
    """Words as the texts have them, the stem of each, and how often each occurs as no stop word."""

    words: list[str]
    stems: list[str]
    counts: np.ndarray

    def counted(self) -> Iterable[tuple[str, str, int]]:
        """Word, stem and count of each."""
        return zip(self.words, self.stems, self.counts.tolist(), strict=True)


@dataclass(frozen=True, eq=False)
class Types:
    """``names`` and ``stop`` of each type, ``ids``: languages x words, and the forms of stems."""

    names: list[str]
    stop: np.ndarray
    ids: np.ndarray
    forms: Forms | None = None


def number(
    surfaces: list[str],
    stop: np.ndarray,
    stemmer: Callable[[list[str]], list[str]] | None,
    counts: np.ndarray,
) -> Types:
    """Give words of one stem one number; a word that is a stop word in one language only has two.

    Parameters
    ----------
    surfaces : list of str
        The words as they were cut.
    stop : ndarray of bool, shape (n_languages, n_words)
        Which ones are stop words in which language.
    stemmer : callable, optional
        Stems a list of words; stop words keep their form.
    counts : ndarray of int, shape (n_languages, n_words)
        How often each word occurs.

    Examples
    --------
    >>> stem = lambda words: [word[:4] for word in words]
    >>> number(["cats", "catsup", "dog"], np.zeros((1, 3), bool), stem, np.array([[1, 2, 1]])).names
    ['cats', 'dog']
    """
    if stemmer is None and len(stop) == 1:
        return Types(surfaces, stop[0], np.arange(len(surfaces))[None])
    names = surfaces if stemmer is None else stemmer(surfaces)
    lexicon: defaultdict[tuple[str, bool], int] = defaultdict()
    lexicon.default_factory = lexicon.__len__
    ids = np.empty(stop.shape, dtype=np.int32)
    for row, stopping in enumerate(stop.tolist()):
        cells = zip(surfaces, names, stopping, strict=True)
        ids[row] = [lexicon[surface if stopped else name, stopped] for surface, name, stopped in cells]
    forms = None if stemmer is None else _content(surfaces, names, stop, counts)
    stopped = np.array([flag for _, flag in lexicon], dtype=bool)
    return Types([name for name, _ in lexicon], stopped, ids, forms)


def _content(words: list[str], stems: list[str], stop: np.ndarray, counts: np.ndarray) -> Forms:
    """Those that are no stop word in some language, counted in all languages together."""
    chosen = np.flatnonzero(~stop.all(axis=0))
    totals = np.where(stop, 0, counts).sum(axis=0)[chosen]
    rows = chosen.tolist()
    return Forms([words[i] for i in rows], [stems[i] for i in rows], totals)


def commonest_forms(counted: Iterable[tuple[str, str, int]]) -> dict[str, str]:
    """The commonest word of each stem, from words, stems and counts; the first in the alphabet among equals.

    Examples
    --------
    >>> commonest_forms([("runs", "run", 2), ("running", "run", 2), ("run", "run", 1)])
    {'run': 'running'}
    """
    best: dict[str, tuple[int, str]] = {}
    for word, stem, n in counted:
        if stem not in best or (-n, word) < best[stem]:
            best[stem] = (-n, word)
    return {stem: word for stem, (_, word) in best.items()}


def to_types(words: Words, ids: np.ndarray, group: np.ndarray | None) -> np.ndarray:
    """Replace each word by its type in the language of its text; the words themselves are used up."""
    if group is None:
        if not np.array_equal(ids[0], np.arange(ids.shape[1])):
            np.take(
                ids[0].astype(np.int32), words.ids, out=words.ids, mode="clip"
            )  # in place: these are many
        return words.ids
    found: np.ndarray = ids[np.repeat(group, np.diff(words.offsets)), words.ids]
    return found
