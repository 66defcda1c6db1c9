"""Cut a text into words and sentence ends."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from cotext.errors import UsageError

BREAK = "\x01"
MARKS, FULL_STOPS = ".!?…", "。！？"
_ENDS = rf"[{MARKS}]+(?=\s|\Z)|[{FULL_STOPS}]|\n[^\S\n]?\n"
_JOINERS, _WIDE = "\u200c\u200d", 0x10000
SENTENCE_ENDS = frozenset(f"{BREAK}{MARKS}{FULL_STOPS}\n")


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
    marks = "".join(filter(_is_mark, map(chr, range(0x300, _WIDE))))
    return re.compile(rf"[\w{marks}{_JOINERS}]+|{_ENDS}")


def is_word_character(c: str) -> bool:
    """Whether a character is part of a word, as in the pattern.

    Examples
    --------
    >>> [c for c in "a1_-é\u0301" if is_word_character(c)]
    ['a', '1', 'é', '\u0301']
    """
    return c.isalnum() or c in _JOINERS or ("\u0300" <= c < chr(_WIDE) and _is_mark(c))


def _is_mark(c: str) -> bool:
    return unicodedata.category(c) in ("Mn", "Mc")


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


def by_pattern(pattern: str, lowercase: bool = True) -> Callable[[str], list[str]]:
    """Return the function that cuts a text into what a pattern matches, and ``BREAK`` at sentence ends.

    Examples
    --------
    >>> by_pattern(r"#?[a-z]{3,}")("Of #Cats and dogs. Yes") == ["#cats", "and", "dogs", BREAK, "yes"]
    True
    """
    word = _compiled(pattern)

    def split(text: str) -> list[str]:
        text = unicodedata.normalize("NFC", text)
        pieces: list[str] = []
        for sentence in _sentence_end().split(text.lower() if lowercase else text):
            pieces += [match[0] for match in word.finditer(sentence) if match[0]]
            pieces.append(BREAK)
        return pieces[:-1]

    return split


def _compiled(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as error:
        raise UsageError(
            f"token_pattern={pattern!r} is no regular expression ({error}): give one such as '[a-z]{{3,}}'."
        ) from None


@cache
def _sentence_end() -> re.Pattern[str]:
    return re.compile(_ENDS)
