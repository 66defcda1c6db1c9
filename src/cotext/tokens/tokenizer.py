"""Cut one text into words and sentence ends, as the settings say."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from cotext.errors import Keyword, UsageError
from cotext.tokens.markup import without_debris
from cotext.tokens.segment import is_single, segmenter
from cotext.tokens.settings import TokenSettings

Tokenizer = Callable[[str], Iterable[str]]
Test = Callable[[str], bool]
T = TypeVar("T")


@dataclass(frozen=True)
class Cutter:
    """The functions that cut texts and recognize words and ends of sentences."""

    cut: Callable[[str], list[str]]
    is_word: Test
    is_end: Test
    clean: Callable[[str], str] | None = None  # before the split; None for a pattern or function of the user


def make_cutter(settings: TokenSettings, tokenizer: Tokenizer | None, removed: Counter[str]) -> Cutter:
    """Make the cutter of some settings, which counts debris in ``removed``.

    Examples
    --------
    >>> make_cutter(TokenSettings(debris="drop"), None, Counter()).cut("Ask info@example.org now")
    ['ask', 'now']
    """
    clean = without_debris(removed) if settings.debris == "drop" else str
    if settings.tokenizer is not None:
        if tokenizer is None:
            raise UsageError(
                f"these texts were cut by the tokenizer {settings.tokenizer!r}, a function that a run does"
                " not save: pass it in Python, predict(documents, tokenizer=f)."
            )
        split = _by_hand(tokenizer, settings.lowercase)
        return Cutter(_after(clean, split), _is_handed_word, _is_end)
    if settings.token_pattern is not None:
        split = by_pattern(settings.token_pattern, settings.lowercase)
        return Cutter(_after(clean, split), BREAK.__ne__, BREAK.__eq__)
    split, word = splitter(settings.lowercase), is_word
    if settings.segmenter is not None:
        clean, word = _after(clean, segmenter(settings.segmenter)), _is_segmented_word
    return Cutter(_after(clean, split), word, _is_end, clean)


def name_of(tokenizer: Tokenizer) -> str:
    """Return the name of a function, or of its class."""
    return str(getattr(tokenizer, "__qualname__", None) or type(tokenizer).__qualname__)


def _after(first: Callable[[str], str], then: Callable[[str], T]) -> Callable[[str], T]:
    return lambda text: then(first(text))


def _by_hand(tokenizer: Tokenizer, lowercase: bool) -> Callable[[str], list[str]]:
    def split(text: str) -> list[str]:
        words: Any = tokenizer(text)
        pieces = [] if isinstance(words, str) else list(words)
        if isinstance(words, str) or not all(isinstance(piece, str) for piece in pieces):
            raise UsageError(
                f"the tokenizer {name_of(tokenizer)!r} gave a {type(words).__name__} that is no list of"
                " words: give a function from a text to a list of str."
            )
        pieces = [piece.strip() for piece in pieces]
        return [piece.lower() if lowercase else piece for piece in pieces if piece]

    return split


def _is_end(piece: str) -> bool:
    return piece[0] in SENTENCE_ENDS


def _is_handed_word(piece: str) -> bool:
    return any(map(str.isalpha, piece))


def _is_segmented_word(piece: str) -> bool:
    return is_word(piece) or is_single(piece)


# --- words and sentence ends ----------------------------------------------------------------------------

BREAK = "\x01"
MARKS, FULL_STOPS = ".!?…", "。！？"
_ENDS = rf"[{MARKS}]+(?=\s|\Z)|[{FULL_STOPS}]|\n[^\S\n]?\n"
_JOINERS, _WIDE = "\u200c\u200d", 0x10000
SENTENCE_ENDS = frozenset(f"{BREAK}{MARKS}{FULL_STOPS}\n")


def is_word(piece: str) -> bool:
    """Whether a piece is a word: no number, single character or end of a sentence."""
    return len(piece) > 1 and piece[0].isalpha()


def splitter(lowercase: bool = True) -> Callable[[str], list[str]]:
    """Return the function that cuts a text into runs of word characters, and sentence ends.

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
    """Cut a text of any script: the reference for the shortcut of plain ASCII."""
    text = unicodedata.normalize("NFC", text).replace("_", "-")
    return _pattern().findall(text.lower() if lowercase else text)


@cache
def _pattern() -> re.Pattern[str]:
    # Marks beyond the 16-bit plane would make the character class eight times slower.
    marks = "".join(filter(_is_mark, map(chr, range(0x300, _WIDE))))
    return re.compile(rf"[\w{marks}{_JOINERS}]+|{_ENDS}")


def is_word_character(c: str) -> bool:
    """Whether a character is part of a word according to the pattern.

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
    """Make two translations: to word characters, '.', blank, line end and '-'; then to word characters."""
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
    """Return the function that cuts a text into the matches of a pattern, and ``BREAK`` at sentence ends.

    Examples
    --------
    >>> by_pattern(r"#?[a-z]{3,}")("Of #Cats and dogs. Yes") == ["#cats", "and", "dogs", BREAK, "yes"]
    True
    """
    try:
        word = re.compile(pattern)
    except re.error as error:
        raise UsageError(
            Keyword("token_pattern", pattern),
            f" is not a regular expression ({error}): give one such as '[a-z]{{3,}}'.",
        ) from None

    def split(text: str) -> list[str]:
        text = unicodedata.normalize("NFC", text)
        pieces: list[str] = []
        for sentence in re.split(_ENDS, text.lower() if lowercase else text):
            pieces += [match[0] for match in word.finditer(sentence) if match[0]]
            pieces.append(BREAK)
        return pieces[:-1]

    return split
