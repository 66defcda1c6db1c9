"""The house style of the drawings."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from cotext.pictures.colors import INK, SOFT
from cotext.pictures.drawing.fonts import OWN

if TYPE_CHECKING:
    import matplotlib.axes

Axes: TypeAlias = "matplotlib.axes.Axes"  # by name: matplotlib costs time
Style: TypeAlias = dict[str, Any]  # keywords of an artist
Side: TypeAlias = Literal["x", "y"]

STYLE = {
    "font.family": OWN,
    "font.size": 9,
    "text.color": INK,
    "text.hinting": "none",  # so that texts are as wide as measured
    "text.parse_math": False,  # a word may hold a dollar sign
    "axes.edgecolor": "#999999",
    "axes.labelcolor": SOFT,
    "axes.labelsize": 8,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9,
    "axes.titlelocation": "left",
    "axes.unicode_minus": True,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "figure.facecolor": "white",
    "figure.dpi": 100,
    "savefig.dpi": 150,
    "hatch.linewidth": 0.5,
    "svg.hashsalt": "cotext",
}
DOT: Style = {"color": INK, "markersize": 4, "markeredgecolor": "white", "markeredgewidth": 0.6}
_DRAWING = ContextVar("drawing", default=False)
LINE = 0.17  # height of a line of small text in inches


@contextmanager
def drawing() -> Iterator[None]:
    """Use the house style while drawing; ``fonts`` already warns of characters without a glyph."""
    if _DRAWING.get():  # setting it takes longer than measuring a text, and some pictures measure hundreds
        yield
        return
    import matplotlib

    before = _DRAWING.set(True)
    log = logging.getLogger("matplotlib.font_manager")  # it reports every font that has no bold face
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        with matplotlib.rc_context(STYLE), warnings.catch_warnings():  # type: ignore[arg-type]
            warnings.filterwarnings("ignore", message="Glyph .* missing from font")
            yield
    finally:
        log.setLevel(level)
        _DRAWING.reset(before)
