"""What several drawings have in common: names, strips, columns and the room they take."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import ArrayLike

from cotext.pictures.colors import SOFT, color
from cotext.pictures.drawing.fonts import families_for, from_left
from cotext.pictures.drawing.style import Axes, Side, Style, drawing

if TYPE_CHECKING:
    from matplotlib.axis import Axis
    from matplotlib.transforms import Affine2DBase, Transform


def wrap(text: str, inches: float, size: float) -> str:
    """Break a text into lines of about equal length that fit a width at a font size."""
    text = text.replace(" %", "\u00a0%")

    def broken(letters: int) -> list[str]:
        return textwrap.wrap(text, letters, break_long_words=False, break_on_hyphens=False)

    most = max(20, int(inches * 72 / (size * 0.56)))
    n = len(broken(most))
    even = next(
        (letters for letters in range(max(20, len(text) // max(n, 1)), most) if len(broken(letters)) == n),
        most,
    )
    return "\n".join(broken(even))


def room(names: Iterable[str], size: float = 8) -> float:
    """Inches that the longest name takes."""
    return max([measure(name, size) for name in names], default=0.0) / 72


def two_sided(left: list[str], right: list[str], middle: float = 3.6) -> tuple[float, float, float]:
    """Inches of a picture with names on both sides of its middle, and its x limits when that is 0 to 1."""
    before, after = room(left) + 0.3, room(right) + 0.3
    return before + middle + after, -before / middle, 1 + after / middle


def spread(places: ArrayLike, gap: float, low: float, high: float) -> np.ndarray:
    """Move places apart until none is nearer than ``gap`` to the next, inside [low, high] if there is room.

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
    # places less their steps must not fall: pool neighbours that do, as in isotonic regression
    from scipy.optimize import isotonic_regression

    found = isotonic_regression(places[order] - steps).x
    found = np.clip(found, low, high - steps[-1]) + steps if len(places) else places
    moved = np.empty(len(places))
    moved[order] = found
    return moved


def cluster_axis(ax: Axes, names: list[str], axis: Side = "y") -> None:
    """Label the places 0, 1, ... of an axis with cluster names."""
    name_ticks(ax, axis, range(len(names)), names)
    ax.tick_params(axis=axis, length=0)


def name_ticks(ax: Axes, axis: Side, places: ArrayLike, names: list[str]) -> None:
    """Write names at places of an axis, upright on the left, turned below."""
    names = [from_left(name) for name in names]
    if axis == "y":
        ax.set_yticks(places, names)
    else:
        ax.set_xticks(places, names, rotation=90)


def head(ax: Axes, x: float, text: str, side: str) -> None:
    """What a column of names is, above the height of 1."""
    style: Style = {"ha": side, "va": "bottom", "size": 8, "color": SOFT}
    ax.annotate(text, (x, 1.0), xytext=(0, 13), textcoords="offset points", **style)


def name_places(
    ax: Axes, x: float, places: ArrayLike, names: list[str], gap: float, side: str, stub: float = 0.03
) -> None:
    """Write names beside places of a column, moved apart where they are near, tied to them by lines."""
    places = np.asarray(places)
    moved = 1 - spread(1 - places, gap, 0.0, 1.0)  # equal places keep their order, from above
    way = 1 if side == "left" else -1
    for place, there, name in zip(places, moved, names, strict=True):
        ax.plot([x, x + way * stub], [place, there], color="#999999", linewidth=0.5, clip_on=False)
        ax.text(x + 1.2 * way * stub, there, name, ha=side, va="center", size=8)


def columns_for(n: int) -> dict[str, int]:
    """A grid for n small panels."""
    columns = min(n, 4 if n <= 20 else 5)
    return {"nrows": -(-n // columns), "ncols": columns}


@cache
def measure(text: str, size: float, weight: str = "normal") -> float:
    """Width of a text in points, blanks at its ends included."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=families_for(text), size=size, weight=weight)
    with drawing():
        both, ends = (
            text_to_path.get_text_width_height_descent(line, font, False)[0] for line in (f"x{text}x", "xx")
        )
    return float(both - ends)


def thousands(axis: Axis) -> None:
    """Tick labels such as 12,000."""
    axis.set_major_formatter(lambda value, place: f"{value:,.0f}" if value == int(value) else f"{value:g}")


def cluster_colors(ax: Axes, clusters: list[int]) -> None:
    """A chip in each cluster's colour left of an image whose rows are clusters."""
    for place, cluster in enumerate(clusters):
        strip(ax, "y", place - 0.4, place + 0.4, color(cluster))
    ax.tick_params(axis="y", pad=11)


def points_from_top(ax: Axes) -> Transform:
    """Coordinates in points from the upper left corner, downwards: texts keep their distance at any size."""
    from matplotlib.transforms import Affine2D, ScaledTranslation

    points = Affine2D().scale(1 / 72, -1 / 72) + ax.figure.dpi_scale_trans
    return points + ScaledTranslation(0, 1, cast("Affine2DBase", ax.transAxes))


def strip(ax: Axes, axis: Side, start: float, end: float, face: str) -> None:
    """A coloured stretch beside an axis, as wide at any size of the axes."""
    from matplotlib.patches import Rectangle

    corner, extent = (-0.12, start), (0.09, end - start)
    if axis == "x":
        corner, extent = corner[::-1], extent[::-1]
    style: Style = {"transform": beside(ax, axis), "clip_on": False, "linewidth": 0, "facecolor": face}
    ax.add_patch(Rectangle(corner, *extent, **style))


def beside(ax: Axes, axis: Side) -> Transform:
    """Coordinates along an axis in data, away from it in inches from the lower left corner."""
    from matplotlib.transforms import ScaledTranslation, blended_transform_factory

    away = ax.figure.dpi_scale_trans + ScaledTranslation(0, 0, cast("Affine2DBase", ax.transAxes))
    return blended_transform_factory(*((away, ax.transData) if axis == "y" else (ax.transData, away)))
