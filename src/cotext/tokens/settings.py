"""The settings by which texts were cut, saved so that new texts can be cut the same way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

UNKNOWN = "unknown"
_NAMES = ("stop_words", "debris")
_MAYBE = ("stem", "segmenter", "token_pattern", "tokenizer")
_LISTS = ("own_words", "phrases")


@dataclass(frozen=True)
class TokenSettings:
    """The resolved arguments of :func:`tokenize`: nothing in them is guessed again.

    A setting that a run of an earlier version lacks has the value that means "as it was cut then".

    Attributes
    ----------
    language : str or tuple of str
        A language code, or "unknown"; of several, each text has its own, and the first if none is recognised.
    stop_words : {"none", "small", "large"}
        Which list of the language is used.
    own_words : tuple of str
        The user's own stop words, in addition to that list.
    stem : str or None
        A stemmer's name.
    lowercase : bool
        Whether "Word" and "word" are the same word.
    debris : {"keep", "drop"}
        Whether addresses, tags and the like are cut as words.
    segmenter : str or None
        How to cut texts without spaces: "icu", "kiwi" or "bigrams", or two of them with "+".
    token_pattern : str or None
        The user's own pattern of a word.
    tokenizer : str or None
        Name of the user's own function; the function itself is not saved.
    phrases : tuple of str
        Pairs of words that count as words.

    Examples
    --------
    >>> settings = TokenSettings(language=("de", "en"), stem="porter")
    >>> TokenSettings.from_dict(settings.to_dict()) == settings
    True
    """

    language: str | tuple[str, ...] = UNKNOWN
    stop_words: str = "none"
    own_words: tuple[str, ...] = ()
    stem: str | None = None
    lowercase: bool = True
    debris: str = "keep"
    segmenter: str | None = None
    token_pattern: str | None = None
    tokenizer: str | None = None
    phrases: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for TOML or JSON, without those that are None or empty."""
        values = {name: value for name, value in asdict(self).items() if value not in (None, ())}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> TokenSettings:
        """Undo :meth:`to_dict`; TypeError or ValueError say which value is no setting.

        In old runs a list of own stop words took the place of the name of the list.
        """
        plain: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in values.items()}
        if isinstance(plain.get("stop_words"), tuple):
            plain |= {"stop_words": "none", "own_words": plain["stop_words"]}
        return cls(**plain)._checked()

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages, one or several."""
        return (self.language,) if isinstance(self.language, str) else self.language

    def arguments(self) -> dict[str, Any]:
        """Return the arguments with which :func:`tokenize` does the same."""
        words = {self.stop_words: list(self.own_words)} if self.own_words else self.stop_words
        language = self.language if isinstance(self.language, str) else list(self.language)
        plain: dict[str, Any] = {name: getattr(self, name) for name in ("stem", "debris", "token_pattern")}
        return {**plain, "stop_words": words, "language": language, "phrases": bool(self.phrases)}

    def _checked(self) -> TokenSettings:
        texts = [getattr(self, name) for name in _NAMES] + [getattr(self, name) or "" for name in _MAYBE]
        lists = [self.languages, *(getattr(self, name) for name in _LISTS)]
        lists_are_tuples = all(isinstance(words, tuple) for words in lists)
        texts += [word for words in lists for word in words] if lists_are_tuples else [None]
        if not (all(isinstance(text, str) for text in texts) and isinstance(self.lowercase, bool)):
            raise TypeError("the settings of the tokens are not those of tokenize")
        if not self.languages:
            raise ValueError("the settings of the tokens name no language")
        return self
