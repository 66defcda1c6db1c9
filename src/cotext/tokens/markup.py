"""Remove debris from texts: addresses, tags, encoded attachments."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from html import unescape

_AHEAD = 64
URL, MAIL, ENCODED = "URL", "e-mail address", "encoded line"
MARKUP = ("<", "&")
SIGNS = ("@", "://", "www.", *MARKUP)
ELEMENTS = (
    "a abbr address article aside b big blockquote body br button caption center cite code col dd del"
    " div dl dt em fieldset figcaption figure font footer form frame h1 h2 h3 h4 h5 h6 head header hr"
    " html i iframe img input ins kbd label li link main map meta nav noscript object ol option p param"
    " pre q s samp section select small span strike strong sub sup svg table tbody td textarea tfoot th"
    " thead title tr tt u ul video"
)
WITH_CONTENT = "script style"  # whose content is no text
_BARE = "async|checked|compact|defer|disabled|hidden|nowrap|readonly|required|selected"
# Scripts written without spaces follow an address directly.
NOT_IN_ADDRESS = r"\s<>\"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef"


@dataclass(frozen=True)
class _Kind:
    """Debris in texts with ``sign`` that matches ``pattern``, with a match of ``before`` in front of it."""

    name: str
    sign: str
    pattern: re.Pattern[str]
    before: re.Pattern[str] | None = None
    instead: Callable[[str], str] = lambda match: " "


def without_debris(removed: Counter[str]) -> Callable[[str], str]:
    """Return the function that removes debris from a text and counts it in ``removed``.

    A text without any of ``SIGNS`` is returned as it is. An entity for a character becomes the character.

    Examples
    --------
    >>> removed = Counter()
    >>> without_debris(removed)("<p>D&eacute;j&agrave; vu: www.films.example/vu.</p>").split(), dict(removed)
    (['Déjà', 'vu:', '.'], {'HTML entity': 2, 'HTML tag': 2, 'URL': 1})
    """
    return _without(_kinds(), removed)


def without_markup(removed: Counter[str]) -> Callable[[str], str]:
    """Return the same for entities and tags only, which come first.

    Examples
    --------
    >>> without_markup(Counter())("<p>D&eacute;j&agrave; vu: www.films.example/vu.</p>")
    ' Déjà vu: www.films.example/vu. '
    """
    return _without([kind for kind in _kinds() if kind.sign in MARKUP], removed)


def _without(kinds: Sequence[_Kind], removed: Counter[str]) -> Callable[[str], str]:
    def clean(text: str) -> str:
        if not any(sign in text for sign in SIGNS):
            return text
        for kind in kinds:
            if kind.sign in text:
                text = _replaced(text, kind, removed)
        return text

    return clean


def _replaced(text: str, kind: _Kind, removed: Counter[str]) -> str:
    parts, end = [], 0
    for match in kind.pattern.finditer(text):
        start = match.start()
        if kind.before is not None:
            ahead = kind.before.search(text, max(end, start - _AHEAD), start)
            if ahead is None:
                continue
            start = ahead.start()
        instead = kind.instead(match[0])
        if instead != match[0]:
            removed[kind.name] += 1
        parts += [text[end:start], instead]
        end = match.end()
    return "".join([*parts, text[end:]])


def _letter(entity: str) -> str:
    """Decode characters and the signs of tags; an unknown entity stays, and others become a blank."""
    meant = unescape(entity)
    return meant if meant.isalpha() or meant in ("<", ">", "&", entity) else " "


@cache
def _kinds() -> list[_Kind]:
    """List the kinds in the order of removal; each begins with a fixed sign, which makes searches quick."""
    value = r"""(?:"[^"<>]{0,2000}"|'[^'<>]{0,2000}'|[^\s"'<>]{1,2000})"""
    attributes = rf"(?:\s+(?:[\w:-]{{1,40}}\s*=\s*{value}|{_BARE})){{0,40}}"
    tag = rf"/?(?:{ELEMENTS.replace(' ', '|')}){attributes}\s*/?>"
    content = rf"({WITH_CONTENT.replace(' ', '|')})\b[^<>]{{0,2000}}>.{{0,5000}}?</\1\s*>"
    hidden = rf"!--.{{0,2000}}?-->|!doctype[^<>]{{0,500}}>|{content}"
    entity = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
    path = rf"[^{NOT_IN_ADDRESS}]{{0,2000}}(?<=[\w/])"
    host = r"@[a-zA-Z0-9-]{1,63}(?:\.[a-zA-Z0-9-]{1,63}){1,8}"
    encoded = r"^[A-Za-z0-9+/]{40,}={0,2}[^\S\n]*$|base64,[A-Za-z0-9+/=]{20,}"
    return [
        _Kind("HTML entity", "&", entity, instead=_letter),
        _Kind("HTML entity", "&", entity, instead=_letter),  # some are written twice over: &amp;nbsp;
        _Kind("HTML tag", "<", re.compile(rf"<(?:{hidden}|{tag})", re.IGNORECASE | re.DOTALL)),
        _Kind(URL, "://", re.compile(f"://{path}"), re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*\Z")),
        _Kind(URL, "www.", re.compile(rf"www\.{path}"), re.compile(r"(?<![a-zA-Z0-9])\Z")),
        _Kind(MAIL, "@", re.compile(host), re.compile(r"[a-zA-Z0-9_.+%-]+\Z")),
        _Kind(ENCODED, "\nM", re.compile(r"^M[!-`]{60}$", re.MULTILINE)),
        _Kind(ENCODED, "", re.compile(encoded, re.MULTILINE), instead=_blob),
    ]


def _blob(run: str) -> str:
    """Remove encoded bytes, which mix upper case, lower case and digits; a long word does not."""
    kinds = (str.isupper, str.islower, str.isdigit)
    return " " if all(any(map(kind, run)) for kind in kinds) else run
