"""Cut texts in C++, on several threads; Python prepares the texts that need it.

It removes tags and entities, and does everything for texts that are not in normal form or in scripts without
spaces. The other texts are read in place.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cotext.backend import threads_here
from cotext.backend.native import kernels
from cotext.corpus import Texts
from cotext.tokens.lexicon import NumberedWords
from cotext.tokens.markup import ELEMENTS, ENCODED, MAIL, NOT_IN_ADDRESS, URL, WITH_CONTENT, without_markup
from cotext.tokens.segment import is_run, is_single
from cotext.tokens.settings import TokenSettings
from cotext.tokens.tokenizer import FULL_STOPS, MARKS, Cutter, is_word_character

_AHEAD = 1.25
# Characters per batch.
_BATCH = 1 << 24
# The answers of ``sift`` for a text, and the instructions of ``add``.
_WHOLE, _MARKED = 1, 2
_LEAVE, _LOOK, _CLEAN = 0, 1, 2


def cut_natively(
    texts: Sequence[str], settings: TokenSettings, cutter: Cutter, removed: Counter[str]
) -> NumberedWords | None:
    """Return the result of :func:`~cotext.tokens.lexicon.look_up`; None without the engine.

    Texts with a pattern or a function of the user are left to Python.
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
    return NumberedWords(words.names(), ids.finish(), offsets.finish(), sentences.finish(), totals)


def _batches(texts: Sequence[str]) -> Iterator[tuple[Sequence[str], float]]:
    """Cut texts into batches of about as many characters; say what share of all is done after each."""
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
    """Prepares batches for the engine; ``removed`` counts the debris."""

    engine: Any
    settings: TokenSettings
    clean: Callable[[str], str]
    removed: Counter[str]
    n_threads: int

    def prepared(self, batch: Sequence[str]) -> tuple[Any, np.ndarray]:
        """Return the texts for the engine, and what it must do with each."""
        packed = (batch.bytes, batch.bounds) if isinstance(batch, Texts) else (batch,)
        texts, dropping = self.engine.Texts(*packed), self.settings.debris == "drop"
        kind = self._sifted(texts, f"{ELEMENTS} {WITH_CONTENT}".split() if dropping else [])
        self._without_markup(texts, batch, kind)
        rows = np.flatnonzero(kind == _WHOLE).tolist()
        prepared = [self._by_python(batch[row]) for row in rows]
        self._learn(self.engine.Texts(prepared))
        for row, text in zip(rows, prepared, strict=True):
            texts.replace(row, text)
        instructions = np.array([_LOOK if dropping else _LEAVE, _LEAVE, _CLEAN], dtype=np.uint8)
        return texts, instructions[kind]

    def _without_markup(self, texts: Any, batch: Sequence[str], kind: np.ndarray) -> None:
        """Remove tags and entities, unless the rest has characters that only Python can lower-case."""
        rows = np.flatnonzero(kind == _MARKED)
        counters = [Counter[str]() for _ in rows]
        plain = [without_markup(c)(batch[row]) for c, row in zip(counters, rows.tolist(), strict=True)]
        hard = self._sifted(self.engine.Texts(plain), [])
        kind[rows[hard > 0]] = _WHOLE
        for i in np.flatnonzero(hard == 0).tolist():
            self.removed.update(counters[i])
            texts.replace(int(rows[i]), plain[i])

    def _sifted(self, texts: Any, elements: list[str]) -> np.ndarray:
        self._learn(texts)
        kind = np.zeros(len(texts), dtype=np.uint8)
        mask = HARD | (RUN if self.settings.segmenter else 0)
        self.engine.sift(texts, self._letters.kinds, mask, elements, kind, self.n_threads)
        return kind

    def _learn(self, texts: Any) -> None:
        blocks = np.zeros(N_CHARACTERS // BLOCK, dtype=np.uint8)
        self.engine.blocks(texts, blocks)
        self._letters.learn(blocks)

    @property
    def _letters(self) -> Alphabet:
        return alphabet(self.settings.lowercase)

    def _by_python(self, text: str) -> str:
        text = unicodedata.normalize("NFC", self.clean(text))
        return text.lower() if self.settings.lowercase else text


class Growing:
    """An array that grows by one batch after another, with little unused memory and, if possible, no copy.

    Examples
    --------
    >>> row = Growing(np.int32)
    >>> row.more(2, done=0.5)[:] = 1
    >>> row.more(3, done=1.0)[:] = 2
    >>> row.finish().tolist()
    [1, 1, 2, 2, 2]
    """

    def __init__(self, dtype: DTypeLike) -> None:
        self.size = 0
        self._array = np.empty(0, dtype=dtype)

    def more(self, n: int, done: float) -> np.ndarray:
        """Return memory for ``n`` more numbers, with which a share of about ``done`` will be complete."""
        begin, self.size = self.size, self.size + n
        if self.size > len(self._array):
            self._array.resize(max(self.size, int(self.size * min(_AHEAD, 1 / done))), refcheck=False)
        return self._array[begin : self.size]

    def finish(self) -> np.ndarray:
        """Return all numbers."""
        self._array.resize(self.size, refcheck=False)
        return self._array


# --- tables of characters -------------------------------------------------------------------------------

N_CHARACTERS, BLOCK = 0x110000, 256
# As in letters.h; texts are searched for the last two before they are cut.
_WORD, _ALPHA, _SINGLE, _SPACE, _MARK, _END, _NAME, _OUTSIDE, HARD, RUN = (1 << bit for bit in range(10))
_NEVER_IN_ADDRESS = re.compile(f"[{NOT_IN_ADDRESS}]")
# Where characters that are composed of two are, but for Korean syllables; their second parts compose.
_COMPOSED = (range(0xC0, 0x3100), range(0x10000, 0x20000))
_KOREAN_PARTS = range(0x1160, 0x1200)


class Alphabet:
    """Tables over all characters, filled in blocks as texts use them."""

    def __init__(self, lowercase: bool) -> None:
        # Kinds of the lower-cased character. Python prepares texts with ``HARD`` ones as a whole; ``RUN``
        # ones are written without spaces between words.
        self.kinds = np.zeros(N_CHARACTERS, dtype=np.uint16)
        self.lower = np.zeros(N_CHARACTERS, dtype=np.uint32)  # the character itself if case is kept
        self._lowercase = lowercase
        self._known = np.zeros(N_CHARACTERS // BLOCK, dtype=bool)

    def learn(self, blocks: np.ndarray) -> None:
        """Fill the blocks of the characters in use, unless they are filled already."""
        for block in np.flatnonzero(blocks.astype(bool) & ~self._known).tolist():
            for number in range(block * BLOCK, (block + 1) * BLOCK):
                c = chr(number)
                small = c.lower() if self._lowercase else c
                self.kinds[number] = _kinds(c, small[0]) | HARD * _is_hard(c, small)
                self.lower[number] = ord(small[0])
            self._known[block] = True


@cache
def alphabet(lowercase: bool) -> Alphabet:
    """Return the tables of this process."""
    return Alphabet(lowercase)


def _kinds(c: str, small: str) -> int:
    is_kind = {
        _WORD: is_word_character(small),
        _ALPHA: small.isalpha(),
        _SINGLE: is_single(small),
        _SPACE: c.isspace(),
        _MARK: c in MARKS,
        _END: c in FULL_STOPS,
        _NAME: c.isalnum() or c == "_",
        _OUTSIDE: _NEVER_IN_ADDRESS.match(c) is not None,
        RUN: is_run(c),
    }
    return sum(kind for kind, holds in is_kind.items() if holds)


def _is_hard(c: str, small: str) -> bool:
    """Whether the result depends on neighbors, as of a sigma, or has two characters, as of a dotted I."""
    cased = small != c and (len(small) > 1 or c == "Σ")
    return cased or (
        c >= "\u0300"
        and (unicodedata.combining(c) > 0 or not unicodedata.is_normalized("NFC", c) or c in _seconds())
    )


@cache
def _seconds() -> frozenset[str]:
    """Return the characters that may compose with the one before them."""
    pairs = (unicodedata.decomposition(chr(i)).split() for part in _COMPOSED for i in part)
    seconds = {chr(int(pair[1], 16)) for pair in pairs if len(pair) == 2 and not pair[0].startswith("<")}
    return frozenset(seconds).union(map(chr, _KOREAN_PARTS))
