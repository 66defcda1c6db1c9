"""Texts cut in C++, on several threads; what only Python can do to a text is done before.

Python prepares the texts that need it: it takes out tags and entities, and does all that is to be done to
texts not in normal form and in scripts without spaces. The others are read where they lie.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cotext.backend import threads_here
from cotext.backend.native import kernels
from cotext.corpus import Texts
from cotext.tokens.alphabet import BLOCK, HARD, N_CHARACTERS, RUN, Alphabet, alphabet
from cotext.tokens.lexicon import Words
from cotext.tokens.markup import ELEMENTS, ENCODED, MAIL, URL, WITH_CONTENT, without_markup
from cotext.tokens.settings import TokenSettings
from cotext.tokens.tokenizer import Cutter

_AHEAD = 1.25
# Characters per batch: so much is prepared at a time.
_BATCH = 1 << 24
# What ``sift`` says of a text, and ``add`` is told of one.
_WHOLE, _MARKED = 1, 2
_LEAVE, _LOOK, _CLEAN = 0, 1, 2


def cut_natively(
    texts: Sequence[str], settings: TokenSettings, cutter: Cutter, removed: Counter[str]
) -> Words | None:
    """Return what :func:`~cotext.tokens.lexicon.look_up` returns; None where there is no such engine.

    Texts that are cut in the user's own way are left to Python.
    """
    engine = kernels()
    if engine is None or cutter.clean is None:
        return None
    letters, n_threads = alphabet(settings.lowercase), threads_here()
    words = engine.Words(letters.kinds, letters.lower, settings.segmenter is not None, n_threads)
    ready = _Preparing(engine, settings, cutter.clean, removed, n_threads)
    ids, offsets, sentences = Growing(np.int32), Growing(np.int64), Growing(np.int64)
    offsets.more(1, 1.0)[:] = 0
    for batch, done in _batches(texts):
        found = words.add(*ready.prepared(batch))
        words.take(*(row.more(n, done) for row, n in zip((ids, offsets, sentences), found, strict=True)))
    sentences.more(1, 1.0)[:] = ids.size
    for name, n in zip((URL, MAIL, ENCODED), words.removed(), strict=True):
        if n:
            removed[name] += n
    totals = np.empty(len(words), dtype=np.int64)
    words.counts(totals)
    return Words(words.names(), ids.whole(), offsets.whole(), sentences.whole(), totals)


def _batches(texts: Sequence[str]) -> Iterator[tuple[Sequence[str], float]]:
    """Texts with about as many characters in each batch, and what share of all is done with them."""
    if isinstance(texts, Texts):
        done = 0
        for part in texts.parts(_BATCH):
            done += len(part.bytes)
            yield part, (done + 1) / (len(texts.bytes) + 1)
            part.let_go()
    elif len(texts):
        # A text costs something even if it is empty.
        ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)) + BLOCK)
        remaining, last = iter(texts), 0
        for n in filter(None, np.bincount(ends // _BATCH).tolist()):
            last += n
            yield list(islice(remaining, n)), ends[last - 1] / ends[-1]


@dataclass(frozen=True)
class _Preparing:
    """What is done to a batch before it is cut; ``removed`` counts what is set aside."""

    engine: Any
    settings: TokenSettings
    clean: Callable[[str], str]
    removed: Counter[str]
    n_threads: int

    def prepared(self, batch: Sequence[str]) -> tuple[Any, np.ndarray]:
        """The texts for the engine, and what is left for it to do to each."""
        packed = (batch.bytes, batch.bounds) if isinstance(batch, Texts) else (batch,)
        texts, dropping = self.engine.Texts(*packed), self.settings.debris == "drop"
        kind = self._sifted(texts, f"{ELEMENTS} {WITH_CONTENT}".split() if dropping else [])
        self._without_markup(texts, batch, kind)
        rows = np.flatnonzero(kind == _WHOLE).tolist()
        whole = list(map(_prepared(self.clean, self.settings.lowercase), (batch[row] for row in rows)))
        self._learn(self.engine.Texts(whole))
        for row, text in zip(rows, whole, strict=True):
            texts.replace(row, text)
        left = np.array([_LOOK if dropping else _LEAVE, _LEAVE, _CLEAN], dtype=np.uint8)
        return texts, left[kind]

    def _without_markup(self, texts: Any, batch: Sequence[str], kind: np.ndarray) -> None:
        """Take tags and entities out, unless that leaves letters which only Python can lower-case."""
        rows = np.flatnonzero(kind == _MARKED)
        found = [Counter[str]() for _ in rows]
        plain = [without_markup(own)(batch[row]) for own, row in zip(found, rows.tolist(), strict=True)]
        hard = self._sifted(self.engine.Texts(plain), [])
        kind[rows[hard > 0]] = _WHOLE
        for i in np.flatnonzero(hard == 0).tolist():
            self.removed.update(found[i])
            texts.replace(int(rows[i]), plain[i])

    def _sifted(self, texts: Any, elements: list[str]) -> np.ndarray:
        self._learn(texts)
        kind = np.zeros(len(texts), dtype=np.uint8)
        mask = HARD | (RUN if self.settings.segmenter else 0)
        self.engine.sift(texts, self._letters.kinds, mask, elements, kind, self.n_threads)
        return kind

    def _learn(self, texts: Any) -> None:
        found = np.zeros(N_CHARACTERS // BLOCK, dtype=np.uint8)
        self.engine.blocks(texts, found)
        self._letters.learn(found)

    @property
    def _letters(self) -> Alphabet:
        return alphabet(self.settings.lowercase)


def _prepared(clean: Callable[[str], str], lowercase: bool) -> Callable[[str], str]:
    def prepare(text: str) -> str:
        text = unicodedata.normalize("NFC", clean(text))
        return text.lower() if lowercase else text

    return prepare


class Growing:
    """Room for numbers that are written one batch after the other.

    There is never a second copy where the memory of an array can be made longer without moving it, and never
    much more room than numbers.

    Attributes
    ----------
    size : int
        How many there are.

    Examples
    --------
    >>> row = Growing(np.int32)
    >>> row.more(2, done=0.5)[:] = 1
    >>> row.more(3, done=1.0)[:] = 2
    >>> row.whole().tolist()
    [1, 1, 2, 2, 2]
    """

    def __init__(self, dtype: DTypeLike) -> None:
        self.size = 0
        self._array = np.empty(0, dtype=dtype)

    def more(self, n: int, done: float) -> np.ndarray:
        """Room for ``n`` more, with which about ``done`` of everything will be there."""
        begin, self.size = self.size, self.size + n
        if self.size > len(self._array):
            self._array.resize(max(self.size, int(self.size * min(_AHEAD, 1 / done))), refcheck=False)
        return self._array[begin : self.size]

    def whole(self) -> np.ndarray:
        """All that were written."""
        self._array.resize(self.size, refcheck=False)
        return self._array
