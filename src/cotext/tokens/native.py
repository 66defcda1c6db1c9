"""Texts cut in C++, on several threads; what only Python can do to a text is done before.

Python prepares the texts that need it: those with tags or entities, those not in normal form, those of
scripts without spaces. The others are read where they lie.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from cotext.backend.native import kernels
from cotext.backend.threads import threads_here
from cotext.tokens.alphabet import BLOCK, HARD, N_CHARACTERS, RUN, Alphabet, alphabet
from cotext.tokens.cutter import Cutter
from cotext.tokens.debris import ELEMENTS, ENCODED, MAIL, URL, WITH_CONTENT
from cotext.tokens.lexicon import Words
from cotext.tokens.settings import TokenSettings

# Characters per batch: so much is prepared at a time.
_BATCH = 1 << 24


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
    dropping = settings.debris == "drop"
    elements = f"{ELEMENTS} {WITH_CONTENT}".split() if dropping else []
    mask = HARD | (RUN if settings.segmenter else 0)
    prepare = _prepared(cutter.clean, settings.lowercase)
    for batch in _batches(texts):
        _learn(engine, letters, batch)
        hard = np.zeros(len(batch), dtype=np.uint8)
        engine.sift(batch, letters.kinds, mask, elements, hard, n_threads)
        rows = np.flatnonzero(hard).tolist()
        for row in rows:
            batch[row] = prepare(batch[row])
        _learn(engine, letters, [batch[row] for row in rows])
        words.add(batch, 1 - hard if dropping else np.zeros_like(hard))
    for name, n in zip((URL, MAIL, ENCODED), words.removed(), strict=True):
        if n:
            removed[name] += n
    return _taken(words)


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """Lists of texts with about as many characters each; a text costs something even if it is empty."""
    if not len(texts):
        return
    ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)) + BLOCK)
    remaining = iter(texts)
    for n in np.bincount(ends // _BATCH).tolist():
        if n:
            yield list(islice(remaining, n))


def _learn(engine: Any, letters: Alphabet, texts: list[str]) -> None:
    found = np.zeros(N_CHARACTERS // BLOCK, dtype=np.uint8)
    engine.blocks(texts, found)
    letters.learn(found)


def _prepared(clean: Callable[[str], str], lowercase: bool) -> Callable[[str], str]:
    def prepare(text: str) -> str:
        text = unicodedata.normalize("NFC", clean(text))
        return text.lower() if lowercase else text

    return prepare


def _taken(words: Any) -> Words:
    n_tokens, n_texts, n_sentences, n_words = words.sizes()
    ids = np.empty(n_tokens, dtype=np.int32)
    offsets = np.empty(n_texts + 1, dtype=np.int64)
    sentences = np.empty(n_sentences + 1, dtype=np.int64)
    totals = np.empty(n_words, dtype=np.int64)
    words.lay_out(ids, offsets, sentences, totals)
    return Words(words.names(), ids, offsets, sentences, totals)
