"""The distinct words of texts with their counts, and their types: one per stem, stop words apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from cotext.tokens.tokenizer import Cutter

_DROPPED, _SENTENCE_END = -1, -2


@dataclass(frozen=True, eq=False)
class NumberedWords:
    """Texts as numbers of their words."""

    names: list[str]  # the distinct words
    ids: np.ndarray  # int32, the number of each word in text order
    offsets: np.ndarray  # int64, text i has the words offsets[i]:offsets[i + 1]
    sentences: np.ndarray  # int64, the same for sentences, none of which is empty
    totals: np.ndarray  # int64, how often each word occurs

    def counts(self, group: np.ndarray | None, n_groups: int) -> np.ndarray:
        """Count each word in each group of texts, groups x words; without groups in all."""
        if group is None:
            return self.totals[None]
        of = np.repeat(group, np.diff(self.offsets))
        return np.stack([np.bincount(self.ids[of == g], minlength=len(self.names)) for g in range(n_groups)])

    def picked(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the words of some texts one after the other, and the bounds of the texts."""
        parts = [self.ids[self.offsets[i] : self.offsets[i + 1]] for i in rows.tolist()]
        sizes = np.diff(self.offsets)[rows]
        return np.concatenate([self.ids[:0], *parts]), np.concatenate([[0], np.cumsum(sizes)])


def look_up(texts: Sequence[str], cutter: Cutter) -> NumberedWords:
    """Cut texts and number the words: the reference for the native engine.

    Examples
    --------
    >>> from collections import Counter
    >>> from cotext.tokens.tokenizer import make_cutter
    >>> from cotext.tokens.settings import TokenSettings
    >>> words = look_up(["To be. Or", "not to be"], make_cutter(TokenSettings(), None, Counter()))
    >>> words.names, words.ids.tolist(), words.offsets.tolist(), words.sentences.tolist()
    (['to', 'be', 'or', 'not'], [0, 1, 2, 3, 0, 1], [0, 3, 6], [0, 2, 3, 6])
    """
    pieces: defaultdict[str, int] = defaultdict()
    pieces.default_factory = pieces.__len__
    sizes = np.zeros(len(texts) + 1, dtype=np.int64)

    def cut() -> Iterator[list[str]]:
        for row, text in enumerate(texts, start=1):
            cut_pieces = cutter.cut(text)
            sizes[row] = len(cut_pieces)
            yield cut_pieces

    ids = np.fromiter(map(pieces.__getitem__, chain.from_iterable(cut())), dtype=np.int32)
    target = np.full(len(pieces), _DROPPED, dtype=np.int32)
    target[[cutter.is_end(piece) for piece in pieces]] = _SENTENCE_END
    chosen = np.array([cutter.is_word(piece) for piece in pieces], dtype=bool)
    target[chosen] = np.arange(chosen.sum())
    np.take(target, ids, out=ids, mode="clip")  # one number per piece of the corpus
    names = [piece for piece, is_word in zip(pieces, chosen.tolist(), strict=True) if is_word]
    word_ids, offsets, sentences = _lay_out(ids, np.cumsum(sizes))
    return NumberedWords(names, word_ids, offsets, sentences, np.bincount(word_ids, minlength=len(names)))


def _lay_out(targets: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Close the gaps left by pieces that are no words; return ids, offsets and sentence bounds."""
    is_word = targets >= 0
    before = np.zeros(len(targets) + 1, dtype=np.int32 if len(targets) < 2**31 else np.int64)
    np.cumsum(is_word, out=before[1:])
    offsets = before[ends].astype(np.int64)
    bound = np.zeros(before[-1] + 1, dtype=bool)
    bound[offsets] = True
    bound[before[:-1][targets == _SENTENCE_END]] = True
    return targets[is_word], offsets, np.flatnonzero(bound)


@dataclass(frozen=True, eq=False)
class StemForms:
    """Words of the texts, the stem of each, and how often each occurs other than as a stop word."""

    words: list[str]
    stems: list[str]
    counts: np.ndarray

    def counted(self) -> Iterable[tuple[str, str, int]]:
        """Give word, stem and count of each."""
        return zip(self.words, self.stems, self.counts.tolist(), strict=True)


@dataclass(frozen=True, eq=False)
class Types:
    """Types with their names; ``ids`` of words, languages x words; and the forms of stems."""

    names: list[str]
    stop: np.ndarray
    ids: np.ndarray
    forms: StemForms | None = None


def number(
    surfaces: list[str],
    stop: np.ndarray,
    stemmer: Callable[[list[str]], list[str]] | None,
    counts: np.ndarray,
) -> Types:
    """Give words of one stem one number; a word that is a stop word in one language only has two.

    ``stop`` and ``counts`` are languages x words. Stop words are not stemmed.

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


def _content(words: list[str], stems: list[str], stop: np.ndarray, counts: np.ndarray) -> StemForms:
    """Collect the words that are no stop word in some language, counted in all languages together."""
    chosen = np.flatnonzero(~stop.all(axis=0))
    totals = np.where(stop, 0, counts).sum(axis=0)[chosen]
    rows = chosen.tolist()
    return StemForms([words[i] for i in rows], [stems[i] for i in rows], totals)


def commonest_forms(counted: Iterable[tuple[str, str, int]]) -> dict[str, str]:
    """Return the commonest word of each stem from words, stems and counts; of equals the first by name.

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


def to_types(words: NumberedWords, ids: np.ndarray, group: np.ndarray | None) -> np.ndarray:
    """Replace each word by its type in the language of its text, in the memory of the words."""
    if group is None:
        if not np.array_equal(ids[0], np.arange(ids.shape[1])):
            np.take(ids[0].astype(np.int32), words.ids, out=words.ids, mode="clip")
        return words.ids
    found: np.ndarray = ids[np.repeat(group, np.diff(words.offsets)), words.ids]
    return found
