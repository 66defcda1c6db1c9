"""What each character is, in tables for the native engine, made by the rules of the other files."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

import numpy as np

from cotext.tokens.markup import NOT_IN_ADDRESS
from cotext.tokens.segment import is_run, is_single
from cotext.tokens.split import FULL_STOPS, MARKS, is_word_character

N_CHARACTERS, BLOCK = 0x110000, 256
# As in letters.h; the last two are looked for before texts are cut.
_WORD, _ALPHA, _SINGLE, _SPACE, _MARK, _END, _NAME, _OUTSIDE, HARD, RUN = (1 << bit for bit in range(10))
_NEVER_IN_ADDRESS = re.compile(f"[{NOT_IN_ADDRESS}]")
# Characters that are made of two lie here, but for Korean syllables; their second parts compose.
_COMPOSED = (range(0xC0, 0x3100), range(0x10000, 0x20000))
_KOREAN_PARTS = range(0x1160, 0x1200)


class Alphabet:
    """Tables over all characters, filled in blocks as texts use them.

    Attributes
    ----------
    kinds : ndarray of uint16, shape (0x110000,)
        What a character is once it is lower-cased. Texts with ``HARD`` ones are brought into normal form and
        lower-cased by Python; ``RUN`` ones are written without spaces between words.
    lower : ndarray of uint32, shape (0x110000,)
        The lower-cased character; itself where case is kept.
    """

    def __init__(self, lowercase: bool) -> None:
        self.kinds = np.zeros(N_CHARACTERS, dtype=np.uint16)
        self.lower = np.zeros(N_CHARACTERS, dtype=np.uint32)
        self._lowercase = lowercase
        self._known = np.zeros(N_CHARACTERS // BLOCK, dtype=bool)

    def learn(self, blocks: np.ndarray) -> None:
        """Fill the blocks of characters that are asked for and not yet there."""
        for block in np.flatnonzero(blocks.astype(bool) & ~self._known).tolist():
            for number in range(block * BLOCK, (block + 1) * BLOCK):
                c = chr(number)
                small = c.lower() if self._lowercase else c
                self.kinds[number] = _kinds(c, small[0]) | HARD * _is_hard(c, small)
                self.lower[number] = ord(small[0])
            self._known[block] = True


@cache
def alphabet(lowercase: bool) -> Alphabet:
    """The tables of this process."""
    return Alphabet(lowercase)


def _kinds(c: str, small: str) -> int:
    answers = {
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
    return sum(kind for kind, answer in answers.items() if answer)


def _is_hard(c: str, small: str) -> bool:
    """A dotted capital I becomes two characters, a sigma depends on its place, others on their neighbours."""
    cased = small != c and (len(small) > 1 or c == "Σ")
    return cased or (
        c >= "\u0300"
        and (unicodedata.combining(c) > 0 or not unicodedata.is_normalized("NFC", c) or c in _seconds())
    )


@cache
def _seconds() -> frozenset[str]:
    """Characters that may become one with that before them."""
    pairs = (unicodedata.decomposition(chr(i)).split() for part in _COMPOSED for i in part)
    seconds = {chr(int(pair[1], 16)) for pair in pairs if len(pair) == 2 and not pair[0].startswith("<")}
    return frozenset(seconds).union(map(chr, _KOREAN_PARTS))
