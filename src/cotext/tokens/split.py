"""Cut a text into words and sentence ends."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

BREAK = "\x01"
SENTENCE_ENDS = frozenset(BREAK + ".!?…。！？\n")


def is_word(piece: str) -> bool:
    """Tell a word from a number, a single letter or a sentence end."""
    return len(piece) > 1 and piece[0].isalpha()


def splitter(lowercase: bool = True) -> Callable[[str], list[str]]:
    """Return the function that cuts a text into runs of letters, digits and marks, and sentence ends.

    Examples
    --------
    >>> splitter()("Ångström's law. Of 1868!")
    ['ångström', 's', 'law', '.', 'of', '1868', '!']
    """
    classes, words = _ascii_tables(lowercase)

    def split(text: str) -> list[str]:
        if not text.isascii():
            return split_any(text, lowercase)
        # A third faster than the pattern, with the same result.
        text = text.translate(classes)
        for end in (". ", ".\n", "\n\n", "\n \n"):
            text = text.replace(end, f" {BREAK} ")
        return text.translate(words).split()

    return split


def split_any(text: str, lowercase: bool) -> list[str]:
    """Cut a text of any script; what plain ASCII has a shortcut for."""
    text = unicodedata.normalize("NFC", text).replace("_", "-")
    return _pattern().findall(text.lower() if lowercase else text)


@cache
def _pattern() -> re.Pattern[str]:
    # Marks beyond the 16-bit plane would make the character class eight times slower.
    marks = "".join(c for c in map(chr, range(0x300, 0x10000)) if unicodedata.category(c) in ("Mn", "Mc"))
    return re.compile(rf"[\w{marks}\u200c\u200d]+|[.!?…]+(?=\s|\Z)|[。！？]|\n[^\S\n]?\n")


@cache
def _ascii_tables(lowercase: bool) -> tuple[str, str]:
    """Two translations: to word characters, '.', blank, line end and '-'; then to word characters only."""
    characters = [chr(i) for i in range(128)]
    letters = [c.lower() if lowercase else c for c in characters]
    kinds = {**dict.fromkeys("!?.", "."), "\n": "\n"}
    classes = [
        letter if c.isalnum() else kinds.get(c, " " if c.isspace() else "-")
        for c, letter in zip(characters, letters, strict=True)
    ]
    words = [c if c.isalnum() or c == BREAK else " " for c in characters]
    return "".join(classes), "".join(words)
