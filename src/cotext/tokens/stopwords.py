"""Stop words: words without a meaning of their own, in lists by language."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path

from cotext.errors import Keyword, UsageError
from cotext.tokens.segment import is_single
from cotext.tokens.settings import UNKNOWN
from cotext.tokens.tokenizer import is_word, splitter

# Running text is a third to a half stop words; texts stripped of them stay below a tenth.
LEAST_SHARE = 0.15
_LIST = Path("feature_extraction", "_stop_words.py")
# scikit-learn's English list has words with a meaning, and lacks the halves of "isn't", "we'll".
_MEANINGFUL = (
    "amount bill bottom call con cry de describe detail empty fill find fire found front full interest mill"
    " mine move name part serious show side sincere system thick thin top un"
)
_CONTRACTED = (
    "ain't aren't couldn't didn't doesn't don't hadn't hasn't haven't isn't shouldn't wasn't weren't wouldn't"
    " we'll we've"
)

StopWords = str | os.PathLike[str] | Iterable[str] | Mapping[str, Iterable[str]] | None
LISTS = ("none", "small", "large")
ONLY = "only"
# Written without spaces: recognized by their characters, and few of their stop words are separate.
BY_SCRIPT = ("ja", "km", "ko", "lo", "my", "th", "zh")


def languages() -> list[str]:
    """Return the codes of the languages that have a list of stop words."""
    import stopwordsiso

    return sorted(stopwordsiso.langs())


@cache
def stop_list(language: str, size: str = "small") -> frozenset[str]:
    """Return the stop words of a language as they come out of the splitter.

    "unknown", and a language without a list, has none. "large" is the list of stopwordsiso. Its English one
    has 1,298 words, "computer" and "world" among them, so "small" is scikit-learn's without its meaningful
    words; other languages have one list.

    Examples
    --------
    >>> "world" in stop_list("en"), "world" in stop_list("en", "large"), "und" in stop_list("de")
    (False, True, True)
    """
    import stopwordsiso

    if language == "en" and size == "small":
        return clean(_CONTRACTED.split()).union(_english().difference(_MEANINGFUL.split()))
    return clean(stopwordsiso.stopwords(language)) if language in stopwordsiso.langs() else frozenset()


def clean(words: Iterable[str]) -> frozenset[str]:
    """Cut the words as texts are cut ("don't" gives "don"); an entry of several words can match nothing."""
    pieces = set(splitter()("\n".join(word for word in words if " " not in word)))
    return frozenset(piece for piece in pieces if is_word(piece) or is_single(piece))


def _english() -> frozenset[str]:
    """Read scikit-learn's list from its file alone, as the package around it takes long to import."""
    spec = find_spec("sklearn")
    file = None if spec is None or spec.origin is None else Path(spec.origin).parent / _LIST
    if file is None or not file.is_file():
        from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

        return frozenset(ENGLISH_STOP_WORDS)
    return frozenset(run_path(str(file))["ENGLISH_STOP_WORDS"])


def resolve(stop_words: StopWords) -> tuple[str, tuple[str, ...], str | None]:
    """Return the name of the list ("none", "small" or "large"), more words, and a language if one is named.

    Examples
    --------
    >>> resolve(["Foo"]), resolve({"only": ["foo"]}), resolve("de")
    (('small', ('foo',), None), ('none', ('foo',), None), ('small', (), 'de'))
    """
    if stop_words is None:
        return "none", (), None
    if isinstance(stop_words, Mapping):
        return _mapped(stop_words)
    if isinstance(stop_words, os.PathLike):
        return "small", _own(read_words(stop_words)), None
    if not isinstance(stop_words, str):
        return "small", _own(stop_words), None
    if stop_words in ("auto", *LISTS):
        return ("small" if stop_words == "auto" else stop_words), (), None
    if stop_words in languages():
        return "small", (), stop_words
    which, colon, rest = stop_words.partition(":")
    if colon and which == ONLY:
        return "none", _own(read_words(rest)), None
    if Path(stop_words).is_file():
        return "small", _own(read_words(stop_words)), None
    raise UsageError(
        Keyword("stop_words", stop_words),
        " is neither a list nor a file: use 'auto', 'small', 'large', 'none',"
        " a file with one word per line, 'only:FILE' for these words and no others, a list of words,"
        f" or a language of {', '.join(languages())}.",
    )


def check_language(language: str) -> None:
    """Refuse an unknown code."""
    if language not in (*languages(), *BY_SCRIPT, UNKNOWN):
        raise UsageError(
            Keyword("language", language),
            f" is not known: use 'auto' or one of {', '.join(languages())}, or several as in 'de,en'.",
        )


def _mapped(lists: Mapping[str, Iterable[str]]) -> tuple[str, tuple[str, ...], None]:
    if len(lists) != 1 or not set(lists) <= {ONLY, *LISTS}:
        raise UsageError(
            f"stop_words with {', '.join(map(repr, lists)) or 'nothing'}: expected {{'only': words}} for"
            " these words and no others, or {'large': words} for more words than the long list."
        )
    ((name, words),) = lists.items()
    return ("none" if name == ONLY else name), _own(words), None


def read_words(path: str | os.PathLike[str]) -> list[str]:
    """Read a word list: one word per line, ``#`` starts a comment."""
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the stop words of {os.fspath(path)!r}: {error}.") from None
    return [word for line in lines if (word := line.partition("#")[0].strip())]


def _own(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(clean(words)))
