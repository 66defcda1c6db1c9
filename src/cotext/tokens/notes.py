"""What is said of how texts were cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cotext.tokens.segment import BIGRAMS, REMEDY
from cotext.tokens.settings import UNKNOWN, TokenSettings
from cotext.tokens.stopwords import BY_SCRIPT

UNTOLD = (
    "no language's stop words cover the text, so no function words are left out; if you know it, say "
    "--language en (language='en')"
)


def notes_of(
    settings: TokenSettings,
    guessed: bool,
    spoken: Sequence[int],
    debris: Counter[str],
    stopped: int,
    total: int,
) -> tuple[str, ...]:
    """One sentence each on the language, the stop words, the segmenter and what was set aside.

    ``spoken`` says how many documents are in each of several languages.

    Examples
    --------
    >>> notes_of(TokenSettings(language="en", stop_words="small"), False, [8], Counter(URL=2), 3, 9)
    ('language: en', 'stop words: small list, 3 of 9 words set aside (33 %)', 'set aside: 2 URLs')
    """
    notes = [_languages(settings, guessed, spoken), _stop_words(settings, stopped, total)]
    if settings.segmenter is not None and not set(settings.languages).isdisjoint(BY_SCRIPT):
        notes.append(_segmenter(settings.segmenter))
    if debris:
        ranked = sorted(debris.items(), key=lambda pair: (-pair[1], pair[0]))
        notes.append("set aside: " + ", ".join(_counted(n, name) for name, n in ranked))
    return tuple(notes)


def phrase_note(phrases: Sequence[str]) -> str:
    """How many phrases there are, and one."""
    return f"phrases: {len(phrases):,}" + (f", such as {phrases[0]!r}" if phrases else "")


def _languages(settings: TokenSettings, guessed: bool, spoken: Sequence[int]) -> str:
    names = settings.languages
    if len(names) == 1:
        how = f" ({UNTOLD})" if names[0] == UNKNOWN else " (guessed)"
        return f"language: {names[0]}{how if guessed else ''}"
    total = max(sum(spoken), 1)
    ranked = sorted(zip(names, spoken, strict=True), key=lambda pair: -pair[1])
    shares = ", ".join(f"{name} {100 * n / total:.0f} %" for name, n in ranked)
    told = f"languages: {shares} of the documents, each with the stop words of its own"
    if not guessed:
        return told
    return (
        f"{told} (guessed); use --language {','.join(names)} to say so, or cluster one language at a time:"
        " clusters of a mixed collection tend to be its languages"
    )


def _stop_words(settings: TokenSettings, stopped: int, total: int) -> str:
    listed = "" if settings.stop_words == "none" else f"{settings.stop_words} list"
    own = f"{len(settings.own_words):,} of your own" if settings.own_words else ""
    names = " and ".join(filter(None, (listed, own)))
    if not names:
        return "stop words: none"
    share = 100 * stopped / max(total, 1)
    return f"stop words: {names}, {stopped:,} of {total:,} words set aside ({share:.0f} %)"


def _segmenter(names: str) -> str:
    if BIGRAMS in names.split("+"):
        return (
            "words of texts without spaces: pairs of characters, for want of a dictionary; for real words"
            f" {REMEDY}"
        )
    return f"words of texts without spaces: cut by {names.replace('+', ' and ')}"


def _counted(n: int, name: str) -> str:
    many = f"{name[:-1]}ies" if name.endswith("y") else f"{name}es" if name.endswith("ss") else f"{name}s"
    return f"{n:,} {name if n == 1 else many}"
