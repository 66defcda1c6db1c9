"""From settings to the function that cuts one text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from cotext.errors import UsageError
from cotext.tokens.markup import without_debris
from cotext.tokens.segment import is_single, segmenter
from cotext.tokens.settings import TokenSettings
from cotext.tokens.split import BREAK, SENTENCE_ENDS, by_pattern, is_word, splitter

Tokenizer = Callable[[str], Iterable[str]]
Test = Callable[[str], bool]
T = TypeVar("T")


@dataclass(frozen=True)
class Cutter:
    """How texts are cut.

    Attributes
    ----------
    cut : callable
        Gives the pieces of a text.
    is_word, is_end : callable
        Tell what a piece is: a word, the end of a sentence.
    clean : callable or None
        What is done to a text before it is split; None where texts are split in the user's own way.
    """

    cut: Callable[[str], list[str]]
    is_word: Test
    is_end: Test
    clean: Callable[[str], str] | None = None


def make_cutter(settings: TokenSettings, tokenizer: Tokenizer | None, removed: Counter[str]) -> Cutter:
    """Return what cuts texts as the settings say, and counts what it sets aside in ``removed``.

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
                " not keep: hand it over in Python, predict(documents, tokenizer=f)."
            )
        split = _by_hand(tokenizer, settings.lowercase)
        return Cutter(_after(clean, split), _is_handed_word, _is_end)
    if settings.token_pattern is not None:
        split = by_pattern(settings.token_pattern, settings.lowercase)
        return Cutter(_after(clean, split), _is_matched, _is_break)
    split, word = splitter(settings.lowercase), is_word
    if settings.segmenter is not None:
        clean, word = _after(clean, segmenter(settings.segmenter)), _is_segmented_word
    return Cutter(_after(clean, split), word, _is_end, clean)


def name_of(tokenizer: Tokenizer) -> str:
    """What a function is called; its class where it has no name."""
    return str(getattr(tokenizer, "__qualname__", None) or type(tokenizer).__qualname__)


def _after(first: Callable[[str], str], then: Callable[[str], T]) -> Callable[[str], T]:
    return lambda text: then(first(text))


def _by_hand(tokenizer: Tokenizer, lowercase: bool) -> Callable[[str], list[str]]:
    def split(text: str) -> list[str]:
        found: Any = tokenizer(text)
        pieces = [] if isinstance(found, str) else list(found)
        if isinstance(found, str) or not all(isinstance(piece, str) for piece in pieces):
            raise UsageError(
                f"the tokenizer {name_of(tokenizer)!r} gave a {type(found).__name__} that is no list of"
                " words: give a function from a text to a list of str."
            )
        pieces = [piece.strip() for piece in pieces]
        return [piece.lower() if lowercase else piece for piece in pieces if piece]

    return split


def _is_end(piece: str) -> bool:
    return piece[0] in SENTENCE_ENDS


def _is_break(piece: str) -> bool:
    return piece == BREAK


def _is_matched(piece: str) -> bool:
    return piece != BREAK


def _is_handed_word(piece: str) -> bool:
    return any(map(str.isalpha, piece))


def _is_segmented_word(piece: str) -> bool:
    return is_word(piece) or is_single(piece)
