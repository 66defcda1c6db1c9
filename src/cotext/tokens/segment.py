"""Separate the words of scripts that are written without spaces between them.

ICU's dictionaries cut Chinese, Japanese, Thai, Lao, Khmer and Burmese, and Kiwi cuts Korean into its nouns,
verbs and adjectives. Without these libraries texts are cut into overlapping pairs of characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

from cotext.errors import UsageError

REMEDY = "pip install 'cotext[languages]'"
_HAN = r"\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KANA = r"\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_SOUTH_EAST = r"\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1050-\u108f\u1780-\u17d3"
_HANGUL = r"\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3"
_SPACED = rf"[{_HANGUL}](?:[{_HANGUL}]|[^\S\n]+(?=[{_HANGUL}]))*"
_RUNS = {"icu": re.compile(rf"[{_HAN}{_KANA}{_SOUTH_EAST}]+"), "kiwi": re.compile(_SPACED)}
_MODULES = {"icu": "icu4py", "kiwi": "kiwipiepy"}
_SINGLE = re.compile(rf"[{_HAN}{_HANGUL}]")
# What carries meaning: nouns, names, verbs, adjectives, roots.
_KOREAN = ("NNG", "NNP", "VV", "VA", "XR")
BIGRAMS = "bigrams"


def is_single(piece: str) -> bool:
    """Whether a character may be a word: an ideograph or a Korean syllable, not a kana or Thai character.

    Examples
    --------
    >>> [is_single(piece) for piece in ("猫", "は", "물", "a")]
    [True, False, True, False]
    """
    return _SINGLE.fullmatch(piece) is not None


def is_run(c: str) -> bool:
    """Whether a character is Korean or belongs to a script without spaces.

    Examples
    --------
    >>> [is_run(c) for c in "漢ไ한é"]
    [True, True, True, False]
    """
    return any(run.match(c) for run in _RUNS.values())


def has_runs(text: str) -> bool:
    """Whether a text has such characters.

    Examples
    --------
    >>> has_runs("Ein 東京都 text"), has_runs("été")
    (True, False)
    """
    return not text.isascii() and any(run.search(text) for run in _RUNS.values())


def find_segmenter(texts: Iterable[str]) -> str | None:
    """Name the segmenter of the texts, None if no text needs one.

    Examples
    --------
    >>> find_segmenter(["plain words", "été"]) is None
    True
    """
    needed: set[str] = set()
    for text in texts:
        if not text.isascii() and len(needed) < len(_RUNS):
            needed.update(name for name, run in _RUNS.items() if run.search(text))
    chosen = {name if find_spec(_MODULES[name]) else BIGRAMS for name in needed}
    return "+".join(sorted(chosen, key=["icu", "kiwi", BIGRAMS].index)) or None


def segmenter(names: str) -> Callable[[str], str]:
    """Return the function that puts spaces between the words of a text.

    Examples
    --------
    >>> segmenter("bigrams")("Ein 東京都 text").split()
    ['Ein', '東京', '京都', 'text']
    """
    ways = [(run, _way(name, names.split("+"))) for name, run in _RUNS.items()]

    def segment(text: str) -> str:
        if text.isascii():
            return text
        text = unicodedata.normalize("NFC", text)
        for run, cut in ways:
            if cut is not None and run.search(text):
                text = run.sub(lambda match, cut=cut: f" {' '.join(cut(match[0]))} ", text)  # type: ignore[misc]
        return text

    return segment


def _way(name: str, chosen: Sequence[str]) -> Callable[[str], Iterable[str]] | None:
    """Choose how to cut runs of one kind: by their library, into pairs, or not at all."""
    if name in chosen:
        return {"icu": _by_dictionary, "kiwi": _korean}[name]
    return _pairs if BIGRAMS in chosen else None


def _by_dictionary(run: str) -> Iterable[str]:
    try:
        from icu4py.breakers import WordBreaker
    except ImportError:
        raise _missing("icu") from None
    words: Iterable[str] = WordBreaker(run, "und")
    return words


def _korean(run: str) -> Iterable[str]:
    tokens = _kiwi().tokenize(run)
    return [token.lemma for token in tokens if token.tag.partition("-")[0] in _KOREAN]


@cache
def _kiwi() -> Any:
    try:
        from kiwipiepy import Kiwi
    except ImportError:
        raise _missing("kiwi") from None
    # Names of several words and misspellings would double the time it takes to load.
    return Kiwi(load_multi_dict=False, load_typo_dict=False)


def _pairs(run: str) -> Iterable[str]:
    """Cut into overlapping pairs of characters with their marks; a single one stays."""
    for part in run.split():
        marked: list[str] = []
        for c in part:
            if marked and unicodedata.category(c) in ("Mn", "Mc"):
                marked[-1] += c
            else:
                marked.append(c)
        yield from map("".join, pairwise(marked)) if len(marked) > 1 else marked


def _missing(name: str) -> UsageError:
    return UsageError(
        f"the texts of this run were cut by {_MODULES[name]}, which is not installed here: {REMEDY}."
    )
