"""Long texts in pieces of about the same length, cut where sentences end."""

from __future__ import annotations

import re
from functools import cache

import numpy as np

# Scripts that put no spaces between words: two letters stand for a word.
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"


def segments(text: str, length: int) -> list[str]:
    """Cut a text into pieces of about ``length`` words, as equal as the ends of sentences allow.

    A piece ends with a sentence, unless none ends within half a piece of where it should. No piece is tiny:
    there are as many as make their mean length nearest to ``length``. An empty text is one piece.

    Examples
    --------
    >>> segments("One two three. Four five six! Seven eight nine ten.", 3)
    ['One two three.', 'Four five six!', 'Seven eight nine ten.']
    """
    starts = np.array([found.start() for found in _words().finditer(text)])
    pieces = max(round(len(starts) / length), 1)
    if pieces == 1:
        return [text]
    ideal = np.arange(1, pieces) * len(starts) / pieces
    ends = np.array([found.end() for found in _sentence_ends().finditer(text)])
    sentences = np.unique(np.searchsorted(starts, ends))  # the word that begins the next one
    cuts = [*starts[_nearest(ideal, sentences, len(starts) / pieces / 2)].tolist(), len(text)]
    return [text[begin:end].strip() for begin, end in zip([0, *cuts[:-1]], cuts, strict=True)]


def _nearest(ideal: np.ndarray, sentences: np.ndarray, reach: float) -> np.ndarray:
    """The beginning of a sentence nearest to each ideal one; the ideal itself where none is in reach."""
    if not len(sentences):
        return ideal.astype(np.int64)
    right = np.clip(np.searchsorted(sentences, ideal), 1, max(len(sentences) - 1, 1))
    around = sentences[np.clip(np.stack([right - 1, right]), 0, len(sentences) - 1)]
    best = np.take_along_axis(around, abs(around - ideal).argmin(axis=0)[None], axis=0)[0]
    within = abs(best - ideal) < reach * (1 - 1e-9)  # one sentence never ends two pieces
    return np.where(within, best, ideal.astype(np.int64))


@cache
def _words() -> re.Pattern[str]:
    return re.compile(rf"[{UNSPACED}]{{1,2}}|[^\W{UNSPACED}]+")


@cache
def _sentence_ends() -> re.Pattern[str]:
    return re.compile(r"[.!?…]+(?=\s)|[。！？]|\n[^\S\n]*\n")
