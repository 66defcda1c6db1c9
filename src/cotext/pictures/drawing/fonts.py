"""Fonts for every script: matplotlib's own, then those of the computer that know the missing letters."""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from matplotlib.font_manager import FontEntry
    from matplotlib.text import Text

OWN = "DejaVu Sans"
PREFERRED = ("Noto Sans", "Source Han", "PingFang", "Hiragino", "Microsoft YaHei", "Yu Gothic", "Malgun")
LAST = "Last Resort"
FROM_LEFT = "\u200e"  # the mark that makes a line run from left to right
CJK_SCRIPTS = ("CJK", "Hiragana", "Katakana", "Hangul", "Bopomofo", "Fullwidth", "Halfwidth")
CJK = "Noto Sans CJK (Debian and Ubuntu: apt install fonts-noto-cjk; Fedora: google-noto-sans-cjk-fonts)"
OTHERS = "Noto Sans for that script (Debian and Ubuntu: apt install fonts-noto-core; else the Noto fonts)"
_told: set[str] = set()
# no font draws these and no picture file may hold them: control characters, halves of characters
_ODD = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U0001fffe\U0001ffff]")
_MARK = "\ufffd"


def families_for(text: str) -> list[str]:
    """Font families that together draw a text; warns once per script that no font on this computer knows."""
    missing = {letter for letter in set(text) if _visible(letter) and not _knows(_own_path(), letter)}
    families, missing = _covering([OWN], missing)
    if missing and _found_new():
        families, missing = _covering(families, missing)
    _warn_of(missing)
    return families + _last_resort() * bool(missing)


def _covering(families: list[str], missing: set[str]) -> tuple[list[str], set[str]]:
    """The families, with those that know further letters, and the letters that none of them knows."""
    families = list(families)
    for files in _candidates() if missing else ():
        for font in files:
            known = {letter for letter in missing if _knows(font.fname, letter)}
            if known:
                families.append(_name_of(font, files, known))
                missing = missing - known
        if not missing:
            break
    return families, missing


def _name_of(font: FontEntry, files: list[FontEntry], letters: set[str]) -> str:
    """A family that draws these letters from this file, or in bold from one that knows them as well.

    Matplotlib picks one file of a family by its weight and, among equals, by the order of the file system.
    If another file of the family lacks a letter, or two are alike, this one gets a family name of its own.
    """
    from matplotlib.font_manager import fontManager

    looks = [(other.weight, other.stretch, other.variant) for other in files]
    if len(set(looks)) == len(looks) and all(_knows(f.fname, c) for f in files for c in letters):
        return str(font.name)
    name = f"{font.name} ({Path(font.fname).name})"
    if all(other.name != name for other in fontManager.ttflist):
        fontManager.ttflist.append(replace(font, name=name))
    return name


@cache
def _found_new() -> bool:
    """Whether there are fonts that were installed after matplotlib listed them; it lists them once."""
    from matplotlib.font_manager import findSystemFonts, fontManager

    new = set(findSystemFonts()) - {font.fname for font in fontManager.ttflist}
    for path in sorted(new):
        with suppress(OSError, RuntimeError, ValueError):  # a broken font file
            fontManager.addfont(path)
    _candidates.cache_clear()
    return bool(new)


def use_fonts(texts: Iterable[Text]) -> None:
    """Give text artists the fonts that their letters need."""
    artists = [text for text in texts if not text.get_text().isascii()]
    for text in artists:
        text.set_text(from_left(text.get_text()))
    families = families_for("".join(text.get_text() for text in artists))
    if len(families) > 1:
        for text in artists:
            text.set_fontfamily(families)


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
def _candidates() -> list[list[FontEntry]]:
    """The upright fonts of this computer by family: families made for many scripts first, the regular weight
    of each first. The order in which the computer lists its fonts does not matter."""
    from matplotlib.font_manager import fontManager

    families: dict[str, list[FontEntry]] = {}
    for font in sorted(fontManager.ttflist, key=_far_from_regular):
        if font.style == "normal" and not font.name.startswith(LAST):
            families.setdefault(font.name, []).append(font)
    return [families[name] for name in sorted(families, key=_far_from_preferred)]


def _far_from_preferred(family: str) -> tuple[int, str]:
    rank = [place for place, name in enumerate(PREFERRED) if family.startswith(name)]
    return min(rank, default=len(PREFERRED)), family


def _far_from_regular(font: FontEntry) -> tuple[int, bool, bool, str, str]:
    from matplotlib.font_manager import weight_dict

    weight = int(weight_dict.get(str(font.weight), font.weight))
    odd = font.stretch != "normal", font.variant != "normal"
    return abs(weight - weight_dict["regular"]), *odd, Path(font.fname).name, font.fname


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


def _script(letter: str) -> str:
    first = unicodedata.name(letter, "UNKNOWN").split()[0]
    return first if first == "CJK" else first.title()


def _warn_of(missing: set[str]) -> None:
    scripts = {_script(letter): letter for letter in sorted(missing)}
    new = {script: letter for script, letter in scripts.items() if script not in _told}
    if new:
        _told.update(new)
        shown = ", ".join(f"{script} ({letter})" for script, letter in new.items())
        packages = sorted({CJK if script in CJK_SCRIPTS else OTHERS for script in new})
        warnings.warn(
            f"no font on this computer draws {shown}: pictures show boxes there; install "
            f"{' and '.join(packages)}, and draw again.",
            UserWarning,
            stacklevel=2,
        )


def drawable(value: object) -> Any:
    """The same numbers with texts that can be drawn.

    Examples
    --------
    >>> drawable(["oak", ("two\\tcolumns", 2)])
    ['oak', ('two columns', 2)]
    """
    if isinstance(value, str):
        return _ODD.sub(lambda odd: " " if odd[0].isspace() else _MARK, value)
    if isinstance(value, dict):
        return {drawable(key): drawable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [drawable(item) for item in value]
    if isinstance(value, tuple):
        items = [drawable(item) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, np.ndarray) and value.dtype.kind in "OU":
        return np.array([drawable(item) for item in value.ravel()], dtype=value.dtype).reshape(value.shape)
    if is_dataclass(value) and not isinstance(value, type):
        parts = {one.name: drawable(getattr(value, one.name)) for one in fields(value) if one.init}
        return replace(value, **parts)
    return value
