"""Fonts for every script: matplotlib's own, then fonts of this computer that have the missing characters."""

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
FROM_LEFT = "\u200e"  # the mark that orders a line from left to right
CJK_SCRIPTS = ("CJK", "Hiragana", "Katakana", "Hangul", "Bopomofo", "Fullwidth", "Halfwidth")
CJK = "Noto Sans CJK (Debian and Ubuntu: apt install fonts-noto-cjk; Fedora: google-noto-sans-cjk-fonts)"
OTHERS = "Noto Sans for that script (Debian and Ubuntu: apt install fonts-noto-core; else the Noto fonts)"
_warned: set[str] = set()
# no font draws these and picture files must not contain them: control characters, halves of characters
_ODD = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U0001fffe\U0001ffff]")
_MARK = "\ufffd"


def families_for(text: str) -> list[str]:
    """Return font families that together draw a text; warn once per script that no installed font has."""
    own = _own_path()
    missing = {c for c in set(text) if ord(c) > 127 and unicodedata.category(c)[0] not in "CZ"}
    missing = {c for c in missing if not _has_character(own, c)}
    families, missing = _covering([OWN], missing)
    if missing and _add_new_fonts():
        families, missing = _covering(families, missing)
    _warn_of(missing)
    return families + _last_resort() * bool(missing)


def _covering(families: list[str], missing: set[str]) -> tuple[list[str], set[str]]:
    """Add families that have missing characters; return them and the characters that none has."""
    families = list(families)
    for files in _candidates() if missing else ():
        for font in files:
            covered = {c for c in missing if _has_character(font.fname, c)}
            if covered:
                families.append(_family_of(font, files, covered))
                missing = missing - covered
        if not missing:
            break
    return families, missing


def _family_of(font: FontEntry, files: list[FontEntry], characters: set[str]) -> str:
    """Return a family that draws these characters from this file, or in bold from one that also has them.

    Matplotlib picks one file of a family by its weight and, among equals, by the order of the file system.
    If another file of the family lacks a character, or two look the same, this one gets a new family name.
    """
    from matplotlib.font_manager import fontManager

    looks = [(other.weight, other.stretch, other.variant) for other in files]
    if len(set(looks)) == len(looks) and all(_has_character(f.fname, c) for f in files for c in characters):
        return str(font.name)
    name = f"{font.name} ({Path(font.fname).name})"
    if all(other.name != name for other in fontManager.ttflist):
        fontManager.ttflist.append(replace(font, name=name))
    return name


@cache
def _add_new_fonts() -> bool:
    """Add fonts installed after matplotlib made its list, which it makes once; return whether any were."""
    from matplotlib.font_manager import findSystemFonts, fontManager

    new = set(findSystemFonts()) - {font.fname for font in fontManager.ttflist}
    for path in sorted(new):
        with suppress(OSError, RuntimeError, ValueError):  # a broken font file
            fontManager.addfont(path)
    _candidates.cache_clear()
    return bool(new)


def use_fonts(texts: Iterable[Text]) -> None:
    """Set the fonts that the characters of text artists need."""
    artists = [text for text in texts if not text.get_text().isascii()]
    for text in artists:
        text.set_text(from_left(text.get_text()))
    families = families_for("".join(text.get_text() for text in artists))
    if len(families) > 1:
        for text in artists:
            text.set_fontfamily(families)


def from_left(text: str) -> str:
    """Mark a text with right-to-left words to start at the left, like the other names of a picture."""
    return FROM_LEFT + text if any(map(is_right_to_left, text)) and text[0] != FROM_LEFT else text


def is_right_to_left(character: str) -> bool:
    """Whether a character belongs to a script such as Arabic or Hebrew."""
    return unicodedata.bidirectional(character) in ("R", "AL")


@cache
def _own_path() -> str:
    from matplotlib.font_manager import findfont

    return str(findfont(OWN))


@cache
def _candidates() -> list[list[FontEntry]]:
    """Return the upright fonts of this computer by family, in an order that does not depend on the system:
    families for many scripts first, and the regular weight first in each."""
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
    """Return the font of boxes that name a script, which newer versions of matplotlib include."""
    from matplotlib.font_manager import fontManager

    return sorted({font.name for font in fontManager.ttflist if font.name.startswith(LAST)})


@cache
def _has_character(path: str, character: str) -> bool:
    from matplotlib.font_manager import get_font

    try:
        return bool(get_font(path).get_char_index(ord(character)))
    except (OSError, RuntimeError):  # a broken font file
        return False


def _script(character: str) -> str:
    first = unicodedata.name(character, "UNKNOWN").split()[0]
    return first if first == "CJK" else first.title()


def _warn_of(missing: set[str]) -> None:
    scripts = {_script(character): character for character in sorted(missing)}
    new = {script: character for script, character in scripts.items() if script not in _warned}
    if new:
        _warned.update(new)
        examples = ", ".join(f"{script} ({character})" for script, character in new.items())
        packages = sorted({CJK if script in CJK_SCRIPTS else OTHERS for script in new})
        message = f"no font on this computer has characters of {examples}: pictures show boxes instead; "
        message += f"install {' and '.join(packages)}, and draw again."
        warnings.warn(message, UserWarning, stacklevel=2)


def drawable(value: object) -> Any:
    """Replace characters of all texts that cannot be drawn.

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
