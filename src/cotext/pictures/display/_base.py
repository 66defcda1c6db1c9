"""What every drawing has in common: figure, title, note, fonts, and how it is kept."""

from __future__ import annotations

import os
import textwrap
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, ClassVar, TypeVar

import numpy as np

from cotext.errors import UsageError
from cotext.pictures.colors import INK, SOFT, color
from cotext.pictures.display._fonts import OWN, families_for, use_fonts
from cotext.pictures.prepare import numbers_of

STYLE = {
    "font.family": OWN,
    "font.size": 9,
    "text.color": INK,
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
TITLE_SIZE = 11
DOT = {"color": INK, "markersize": 4, "markeredgecolor": "white", "markeredgewidth": 0.6}
LINE = 0.17  # inches that a line of small text takes

Self = TypeVar("Self", bound="Display")


class Display:
    """A drawing of prepared numbers, in the manner of scikit-learn's displays.

    Parameters
    ----------
    numbers : Numbers
        What ``prepare`` made of a result.

    Attributes
    ----------
    figure_ : matplotlib Figure
        After ``plot``.
    ax_ : matplotlib Axes
        The axes that were drawn in; the first of them where there are several.
    axes_ : list of matplotlib Axes
        All of them.
    """

    name: ClassVar[str]

    def __init__(self, numbers: Any) -> None:
        self.numbers = numbers

    @classmethod
    def from_result(cls: type[Self], result: Any, *, ax: Any = None, **options: Any) -> Self:
        """Prepare the numbers of a result and draw them.

        Parameters
        ----------
        result : CoClustering
            What is to be seen.
        ax : matplotlib Axes, optional
            Where to draw; a figure of fitting size is made otherwise.
        **options
            Those of the picture's ``prepare``.

        Returns
        -------
        Display
        """
        return cls(numbers_of(cls.name, result, **options)).plot(ax=ax)

    def plot(self: Self, ax: Any = None) -> Self:
        """Draw, in ``ax`` if that is given, else in a figure of its own."""
        with drawing():
            if ax is None:
                self._own_figure()
            else:
                self._given_axes(ax)
            self.draw(self.axes_)
            use_fonts(self._texts())
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture (png, svg, pdf) with its alt text, and the CSV of its numbers beside it."""
        from cotext.pictures.save import save_picture

        save_picture(self, path)

    # --- what a picture adds -------------------------------------------------------------------------

    def size(self) -> tuple[float, float]:
        """Inches of a figure of its own, title and note not counted."""
        return 7.0, 4.5

    def grid(self) -> dict[str, Any]:
        """Rows, columns and ratios of its axes, as matplotlib's ``GridSpec`` takes them."""
        return {"nrows": 1, "ncols": 1}

    def draw(self, axes: list[Any]) -> None:
        """Draw the numbers."""
        raise NotImplementedError

    # --- the figure ----------------------------------------------------------------------------------

    def _own_figure(self) -> None:
        from matplotlib.figure import Figure

        width, height = self.size()
        title, note = wrap(self.numbers.title, width, TITLE_SIZE), wrap(self.numbers.note, width, 7.5)
        height += LINE * (1.4 * len(title.splitlines()) + len(note.splitlines()) + 1)
        self.figure_ = Figure(figsize=(width, height), layout="constrained")
        self.figure_.suptitle(title, x=0.01, ha="left", size=TITLE_SIZE, weight="bold")
        if note:
            self.figure_.supxlabel(note, x=0.01, ha="left", size=7.5, color=SOFT)
        self._panels(self.figure_.add_gridspec(**self.grid()))

    def _given_axes(self, ax: Any) -> None:
        self.figure_ = ax.figure
        width = ax.get_window_extent().width / self.figure_.dpi
        ax.set_title(wrap(self.numbers.title, width, 9))
        grid = self.grid()
        if grid["nrows"] * grid["ncols"] == 1:
            self._take([ax])
            return
        if ax.get_subplotspec() is None:
            raise UsageError(f"{self.name} needs several panels; give axes made by plt.subplots, or none.")
        ax.set_axis_off()
        self._panels(ax.get_subplotspec().subgridspec(**grid))

    def _panels(self, spec: Any) -> None:
        self._take([self.figure_.add_subplot(cell) for cell in spec])

    def _take(self, axes: list[Any]) -> None:
        self.axes_, self.ax_ = axes, axes[0]

    def _texts(self) -> list[Any]:
        from matplotlib.text import Text

        found = [text for part in (self.figure_, *self.axes_) for text in part.findobj(Text)]
        return list({id(text): text for text in found}.values())

    def _repr_html_(self) -> str:
        from cotext.pictures.save import as_image

        return as_image(self)


@contextmanager
def drawing() -> Iterator[None]:
    """The house style, for the time of a drawing; letters without a glyph were told of already."""
    import matplotlib

    with matplotlib.rc_context(STYLE), warnings.catch_warnings():  # type: ignore[arg-type]
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


def wrap(text: str, inches: float, size: float) -> str:
    """Break a text into lines of about equal length that fit a width at a font size."""

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


def spread(places: Any, gap: float, low: float, high: float) -> np.ndarray:
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
    moved = np.empty_like(found)
    moved[order] = found
    return moved


def cluster_axis(ax: Any, names: list[str], axis: str = "y") -> None:
    """Label the places 0, 1, ... of an axis with cluster names."""
    if axis == "y":
        ax.set_yticks(range(len(names)), names)
    else:
        ax.set_xticks(range(len(names)), names, rotation=90)
    ax.tick_params(axis=axis, length=0)


def name_places(
    ax: Any, x: float, places: Any, names: list[str], gap: float, side: str, stub: float = 0.03
) -> None:
    """Write names beside places of a column, moved apart where they are near, tied to them by lines."""
    moved = 1 - spread(1 - np.asarray(places), gap, 0.0, 1.0)  # equal places keep their order, from above
    way = 1 if side == "left" else -1
    for place, there, name in zip(places, moved, names, strict=True):
        ax.plot([x, x + way * stub], [place, there], color="#999999", linewidth=0.5, clip_on=False)
        ax.text(x + 1.2 * way * stub, there, name, ha=side, va="center", size=8)


def columns_for(n: int) -> dict[str, Any]:
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


def thousands(axis: Any) -> None:
    """Tick labels such as 12,000."""
    axis.set_major_formatter(lambda value, place: f"{value:,.0f}" if value == int(value) else f"{value:g}")


def cluster_colors(ax: Any, clusters: list[int]) -> None:
    """A chip in each cluster's colour left of an image whose rows are clusters."""
    from matplotlib.patches import Rectangle

    for place, cluster in enumerate(clusters):
        chip = Rectangle(
            (-0.022, place - 0.4), 0.014, 0.8, transform=ax.get_yaxis_transform(), clip_on=False, linewidth=0,
            facecolor=color(cluster),
        )  # fmt: skip
        ax.add_patch(chip)
    ax.tick_params(axis="y", pad=11)
