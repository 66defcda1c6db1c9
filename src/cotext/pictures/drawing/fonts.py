"""Fonts for every script: matplotlib's own, then those of the computer that know the missing letters."""

from __future__ import annotations

import unicodedata
import warnings
from collections.abc import Iterable
from functools import cache
from typing import Any

OWN = "DejaVu Sans"
PREFERRED = ("Noto Sans", "Source Han", "PingFang", "Hiragino", "Microsoft YaHei", "Yu Gothic", "Malgun")
LAST = "Last Resort"
FROM_LEFT = "\u200e"  # the mark that makes a line run from left to right
_told: set[str] = set()


def families_for(text: str) -> list[str]:
    """Font families that together draw a text; warns once per script that no font on this computer knows."""
    missing = {letter for letter in set(text) if _visible(letter) and not _knows(_own_path(), letter)}
    families = [OWN]
    for family, path in _candidates() if missing else ():
        known = {letter for letter in missing if _knows(path, letter)}
        if known:
            families.append(family)
            missing -= known
        if not missing:
            break
    _warn_of(missing)
    return families + _last_resort() * bool(missing)


def use_fonts(texts: Iterable[Any]) -> None:
    """Give text artists the fonts that their letters need."""
    artists = [text for text in texts if not text.get_text().isascii()]
    for text in artists:
        text.set_text(from_left(text.get_text()))
    families = families_for("".join(text.get_text() for text in artists))
    if len(families) > 1:
        for text in artists:
            text.set_family(families)


def from_left(text: str) -> str:
    """Keep a number left of the right-to-left words that follow it."""
    return FROM_LEFT + text if any(map(is_right_to_left, text)) and text[0] != FROM_LEFT else text


def is_right_to_left(letter: str) -> bool:
    """Whether a letter belongs to a script such as Arabic or Hebrew."""
    return unicodedata.bidirectional(letter) in ("R", "AL")


def _visible(letter: str) -> bool:
    return ord(letter) > 127 and unicodedata.category(letter)[0] not in "CZ"


@cache
def _own_path() -> str:
    from matplotlib.font_manager import findfont

    return str(findfont(OWN))


@cache
def _candidates() -> list[tuple[str, str]]:
    """(family, file) of the upright fonts of this computer, those made for many scripts first."""
    from matplotlib.font_manager import fontManager

    fonts = {
        font.name: font.fname
        for font in fontManager.ttflist
        if font.style == "normal" and font.weight in (400, "normal") and not font.name.startswith(LAST)
    }
    rank = {name: place for place, name in enumerate(PREFERRED)}
    place = {family: min((rank[p] for p in rank if family.startswith(p)), default=99) for family in fonts}
    return sorted(fonts.items(), key=lambda item: (place[item[0]], item[0]))


@cache
def _last_resort() -> list[str]:
    """The font of boxes that name a script, which newer versions of matplotlib bring along."""
    from matplotlib.font_manager import fontManager

    return sorted({font.name for font in fontManager.ttflist if font.name.startswith(LAST)})


@cache
def _knows(path: str, letter: str) -> bool:
    from matplotlib.font_manager import get_font

    try:
        return bool(get_font(path).get_char_index(ord(letter)))
    except (OSError, RuntimeError):  # a broken font file
        return False


def _warn_of(missing: set[str]) -> None:
    scripts = {unicodedata.name(letter, "UNKNOWN").split()[0].title(): letter for letter in sorted(missing)}
    new = {script: letter for script, letter in scripts.items() if script not in _told}
    if new:
        _told.update(new)
        shown = ", ".join(f"{script} ({letter})" for script, letter in new.items())
        warnings.warn(
            f"no font on this computer draws {shown}: pictures show boxes there; install one that does, "
            "such as Noto Sans for that script (for Chinese, Japanese and Korean: Noto Sans CJK).",
            UserWarning,
            stacklevel=2,
        )
