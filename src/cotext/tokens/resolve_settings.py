"""Turn options into settings; unknown values are refused before any text is cut."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cotext.errors import UsageError
from cotext.tokens.segment import find_segmenter
from cotext.tokens.settings import UNKNOWN, TokenSettings
from cotext.tokens.stopwords import StopWords, check_language, resolve
from cotext.tokens.tokenizer import Tokenizer, name_of

Language = str | Iterable[str]
AUTO = "auto"


def plan(
    texts: Sequence[str],
    *,
    stop_words: StopWords,
    language: Language,
    stem: str | None,
    lowercase: bool,
    debris: str,
    token_pattern: str | None,
    tokenizer: Tokenizer | None,
) -> tuple[TokenSettings, bool]:
    """Return the settings, and whether the language must be guessed."""
    listed, own, named = resolve(stop_words)
    codes = _codes(language) if named is None else [named]
    if debris not in ("drop", "keep"):
        raise UsageError(f"debris={debris!r}: use 'drop' to set addresses and tags aside, or 'keep'.")
    if stem is not None:
        find_stemmer(stem)
    if tokenizer is not None and not (callable(tokenizer) and token_pattern is None):
        raise UsageError(
            "tokenizer takes a function from a text to a list of words, and no token_pattern with it:"
            f" given were a {type(tokenizer).__name__} and the pattern {token_pattern!r}."
        )
    own_way = tokenizer is not None or token_pattern is not None
    settings = TokenSettings(
        language=UNKNOWN if codes == [AUTO] else codes[0] if len(codes) == 1 else tuple(codes),
        stop_words=listed,
        own_words=own,
        stem=stem,
        lowercase=lowercase,
        debris=debris,
        segmenter=None if own_way else find_segmenter(texts),
        token_pattern=token_pattern,
        tokenizer=None if tokenizer is None else name_of(tokenizer),
    )
    return settings, codes == [AUTO]


def wants_phrases(phrases: bool | str) -> bool:
    """Check True, False or "auto", which is False: phrases do not find more of the known classes."""
    if phrases not in (True, False, AUTO):
        raise UsageError(f"phrases={phrases!r}: use True, False or 'auto'.")
    return phrases is True


def _codes(language: Language) -> list[str]:
    """Split "de,en" or ["de", "en"] into codes, each once, in the given order."""
    names = language.split(",") if isinstance(language, str) else language
    codes = list(dict.fromkeys(code.strip() for code in names))
    if codes == [AUTO]:
        return codes
    if not codes:
        raise UsageError("language names none: use 'auto', a code such as 'en', or several as in 'de,en'.")
    for code in codes:
        check_language(code)
    return codes


def find_stemmer(name: str) -> Callable[[Sequence[str]], list[str]]:
    """Return the function that stems lists of words, by "porter", a language ("english") or its code ("en").

    Examples
    --------
    >>> find_stemmer("porter")(["clustering", "clusters"])
    ['cluster', 'cluster']
    """
    import Stemmer

    try:
        stem: Callable[[Sequence[str]], list[str]] = Stemmer.Stemmer(name.lower()).stemWords
    except (KeyError, ValueError):  # also characters that no name has
        known = ", ".join(sorted(Stemmer.algorithms()))
        raise UsageError(
            f"no stemmer is called {name!r}: use one of {known}, or a language code such as 'en'."
        ) from None
    return stem
