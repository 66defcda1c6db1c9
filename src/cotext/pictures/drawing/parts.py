"""Parts that drawings share: names, strips, columns and their sizes."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import ArrayLike

from cotext.pictures.colors import SOFT, color, ink
from cotext.pictures.drawing.fonts import families_for, from_left
from cotext.pictures.drawing.style import Axes, Side, Style, drawing
from cotext.pictures.numbers import counted

if TYPE_CHECKING:
    from matplotlib.axis import Axis
    from matplotlib.transforms import Affine2DBase, Transform


def wrap(text: str, inches: float, size: float) -> str:
    """Break a text into lines of about equal length that fit a width at a font size."""
    text = text.replace(" %", "\u00a0%")

    def lines(width: int) -> list[str]:
        return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)

    most = max(20, int(inches * 72 / (size * 0.56)))
    n = len(lines(most))
    widths = range(max(20, len(text) // max(n, 1)), most)
    return "\n".join(lines(next((width for width in widths if len(lines(width)) == n), most)))


def room(names: Iterable[str], size: float = 8) -> float:
    """Return the width of the longest name in inches."""
    return max([measure(name, size) for name in names], default=0.0) / 72


def two_sided(left: list[str], right: list[str], middle: float = 3.6) -> tuple[float, float, float]:
    """Return the width in inches of a picture with names on both sides, and x limits with its middle in 0 to
    1."""
    before, after = room(left) + 0.3, room(right) + 0.3
    return before + middle + after, -before / middle, 1 + after / middle


def spread(places: ArrayLike, gap: float, low: float, high: float) -> np.ndarray:
    """Move places apart until neighbors are ``gap`` apart, inside [low, high] if they fit.

    Examples
    --------
    >>> spread([1.0, 1.0, 9.0], 2.0, 0.0, 10.0).tolist()
    [0.0, 2.0, 9.0]
    """
    places = np.asarray(places, dtype=np.float64)
    if len(places) * gap > high - low:
        gap = (high - low) / len(places)
    order = np.argsort(places, kind="stable")
    steps = gap * np.arange(len(places))
    # places minus their steps must not fall: pool neighbors that do, as in isotonic regression
    from scipy.optimize import isotonic_regression

    fitted = isotonic_regression(places[order] - steps).x
    moved = np.empty(len(places))
    moved[order] = np.clip(fitted, low, high - steps[-1]) + steps if len(places) else places
    return moved


def cluster_axis(ax: Axes, names: list[str], axis: Side = "y") -> None:
    """Label the places 0, 1, ... of an axis with cluster names."""
    name_ticks(ax, axis, range(len(names)), names)
    ax.tick_params(axis=axis, length=0)


def name_ticks(ax: Axes, axis: Side, places: ArrayLike, names: list[str]) -> None:
    """Write names at places of an axis: horizontally on the left, vertically below."""
    names = [from_left(name) for name in names]
    if axis == "y":
        ax.set_yticks(places, names)
    else:
        ax.set_xticks(places, names, rotation=90)


def title_panel(ax: Axes, cluster: int, name: str, size: int) -> None:
    """Title a panel with the name of its cluster and the number of documents in it."""
    ax.set_title(f"{name}\n{counted(size, 'document')}", color=ink(cluster), weight="bold", size=8)


def head(ax: Axes, x: float, text: str, side: str) -> None:
    """Write the heading of a column of names, above the height of 1."""
    style: Style = {"ha": side, "va": "bottom", "size": 8, "color": SOFT}
    ax.annotate(text, (x, 1.0), xytext=(0, 13), textcoords="offset points", **style)


def name_places(
    ax: Axes, x: float, places: ArrayLike, names: list[str], gap: float, side: str, stub: float = 0.03
) -> None:
    """Write names next to places of a column, moved apart if necessary, with lines to their places."""
    places = np.asarray(places)
    moved = 1 - spread(1 - places, gap, 0.0, 1.0)  # equal places keep their order, from above
    sign = 1 if side == "left" else -1
    for place, y, name in zip(places, moved, names, strict=True):
        ax.plot([x, x + sign * stub], [place, y], color="#999999", linewidth=0.5, clip_on=False)
        ax.text(x + 1.2 * sign * stub, y, name, ha=side, va="center", size=8)


def columns_for(n: int) -> dict[str, int]:
    """Return the rows and columns of a grid for n small panels."""
    columns = min(n, 4 if n <= 20 else 5)
    return {"nrows": -(-n // columns), "ncols": columns}


@cache
def measure(text: str, size: float, weight: str = "normal") -> float:
    """Return the width of a text in points, including blanks at its ends."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=families_for(text), size=size, weight=weight)
    with drawing():
        both, ends = (
            text_to_path.get_text_width_height_descent(line, font, False)[0] for line in (f"x{text}x", "xx")
        )
    return float(both - ends)


def thousands(axis: Axis) -> None:
    """Format tick labels such as 12,000."""
    axis.set_major_formatter(lambda value, place: f"{value:,.0f}" if value == int(value) else f"{value:g}")


def cluster_colors(ax: Axes, clusters: list[int]) -> None:
    """Draw a chip in each cluster's color left of an image whose rows are clusters."""
    for place, cluster in enumerate(clusters):
        strip(ax, "y", place - 0.4, place + 0.4, color(cluster))
    ax.tick_params(axis="y", pad=11)


def points_from_top(ax: Axes) -> Transform:
    """Return coordinates in points from the upper left corner, so that texts keep their distance."""
    from matplotlib.transforms import Affine2D, ScaledTranslation

    points = Affine2D().scale(1 / 72, -1 / 72) + ax.figure.dpi_scale_trans
    return points + ScaledTranslation(0, 1, cast("Affine2DBase", ax.transAxes))


def strip(ax: Axes, axis: Side, start: float, end: float, face: str) -> None:
    """Draw a colored strip next to an axis, with a width that does not depend on the size of the axes."""
    from matplotlib.patches import Rectangle

    corner, extent = (-0.12, start), (0.09, end - start)
    if axis == "x":
        corner, extent = corner[::-1], extent[::-1]
    style: Style = {"transform": along_axis(ax, axis), "clip_on": False, "linewidth": 0, "facecolor": face}
    ax.add_patch(Rectangle(corner, *extent, **style))


def along_axis(ax: Axes, axis: Side) -> Transform:
    """Return coordinates of data along an axis, and of inches from the lower left corner across it."""
    from matplotlib.transforms import ScaledTranslation, blended_transform_factory

    away = ax.figure.dpi_scale_trans + ScaledTranslation(0, 0, cast("Affine2DBase", ax.transAxes))
    return blended_transform_factory(*((away, ax.transData) if axis == "y" else (ax.transData, away)))
