"""The reordered matrix with cluster borders, cluster colors and, on the right, known classes."""

from __future__ import annotations

import numpy as np

from cotext.pictures.colors import GREY, SOFT, color, rgb
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import along_axis, name_ticks, room, spread, strip
from cotext.pictures.drawing.style import LINE, Axes, Side, Style
from cotext.pictures.prepare.matrix import MatrixPicture


class MatrixDisplay(Display):
    name = "matrix"
    numbers: MatrixPicture

    def size(self) -> tuple[float, float]:
        side = _side_length(max(len(self.numbers.row_names), len(self.numbers.column_names)))
        return side + room(self.numbers.row_names) + 0.9, side + room(self.numbers.column_names) + 0.4

    def draw(self, axes: list[Axes]) -> None:
        (ax,) = axes
        numbers = self.numbers
        height, width = numbers.pixels.shape
        shown = np.sqrt(numbers.pixels)  # otherwise a few frequent words would hide all others
        top = np.quantile(shown[shown > 0], 0.98) if (shown > 0).any() else 1.0
        ax.imshow(
            shown, cmap="Greys", vmin=0, vmax=top, aspect="auto", interpolation="nearest",
            extent=(0, width, height, 0),
        )  # fmt: skip
        for end in numbers.row_ends[:-1]:
            ax.axhline(end, color="#0072b2", linewidth=0.4, alpha=0.7)
        for end in numbers.column_ends[:-1]:
            ax.axvline(end, color="#0072b2", linewidth=0.4, alpha=0.7)
        _side(ax, "y", numbers.row_clusters, numbers.row_ends, numbers.row_names, height)
        _side(ax, "x", numbers.column_clusters, numbers.column_ends, numbers.column_names, width)
        ax.set_ylabel("document clusters")
        ax.set_xlabel("word clusters")
        if numbers.classes:
            classes = ax.inset_axes((1.01, 0, 0.02, 1))
            colors = np.array([rgb(cluster) for cluster in numbers.classes], dtype=np.uint8)
            classes.imshow(colors[:, None], aspect="auto", interpolation="nearest")
            classes.set_xticks([]), classes.set_yticks([])
            classes.set_title("known\nclass", size=7, color=SOFT, loc="center")


def _side_length(n: int) -> float:
    """Inches of a side with n names."""
    return max(4.5, LINE * n)


def _side(
    ax: Axes, axis: Side, clusters: list[int], ends: list[float], names: list[str], length: float
) -> None:
    """Draw a strip in the clusters' colors, and their names, moved apart if clusters are small."""
    starts = [0.0, *ends[:-1]]
    middles = [(start + end) / 2 for start, end in zip(starts, ends, strict=True)]
    inches = _side_length(len(names))
    places = spread(middles, length * LINE * 0.85 / inches, 0, length)
    for cluster, start, end, middle, place in zip(clusters, starts, ends, middles, places, strict=True):
        strip(ax, axis, start, end, color(cluster) if axis == "y" else GREY)
        line = ([-0.13, -0.27], [middle, place])
        style: Style = {
            "color": "#999999",
            "linewidth": 0.5,
            "transform": along_axis(ax, axis),
            "clip_on": False,
        }
        ax.plot(*(line if axis == "y" else line[::-1]), **style)
    name_ticks(ax, axis, places, names)
    ax.tick_params(axis=axis, length=0, pad=21)
    ax.set_xlim(0, ax.get_xlim()[1]), ax.set_ylim(ax.get_ylim()[0], 0)
