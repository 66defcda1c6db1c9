"""The block summary as a heat map of lift."""

from __future__ import annotations

import numpy as np

from cotext.pictures.colors import SOFT
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import cluster_axis, cluster_colors, room
from cotext.pictures.drawing.style import Axes
from cotext.pictures.prepare.blocks import BlocksPicture

MOST = 3.0  # powers of two at both ends of the color scale


class BlocksDisplay(Display):
    name = "blocks"
    numbers: BlocksPicture

    def size(self) -> tuple[float, float]:
        rows, columns = self.numbers.lift.shape
        width = max(0.27 * columns, 2.5) + room(self.numbers.row_names) + 1.2
        return width, max(0.19 * rows, 1.2) + room(self.numbers.column_names) + 0.3

    def draw(self, axes: list[Axes]) -> None:
        (ax,) = axes
        lift = self.numbers.lift
        shown = np.log2(np.maximum(lift, 2.0 ** -(2 * MOST)))
        rows, columns = (np.arange(size + 1) - 0.5 for size in lift.shape)
        image = ax.pcolormesh(columns, rows, shown, cmap="PuOr_r", vmin=-MOST, vmax=MOST)
        ax.invert_yaxis()
        cluster_axis(ax, self.numbers.row_names)
        cluster_axis(ax, self.numbers.column_names, "x")
        cluster_colors(ax, self.numbers.row_clusters)
        ax.set_ylabel("document clusters")
        ax.set_xlabel("word clusters")
        ax.spines[:].set_visible(False)
        for i, j in zip(*np.nonzero(lift >= 1.05), strict=True):
            text = f"{lift[i, j]:.0f}" if lift[i, j] >= 9.95 else f"{lift[i, j]:.1f}"
            dark = abs(shown[i, j]) > 0.6 * MOST
            ax.text(j, i, text, ha="center", va="center", size=6.5, color="white" if dark else "black")
        bar = ax.figure.colorbar(image, ax=ax, shrink=0.6, aspect=18, pad=0.02)
        bar.set_ticks([-3, -2, -1, 0, 1, 2, 3], labels=["⅛", "¼", "½", "1", "2", "4", "8"])
        bar.set_label("times the expected mass", color=SOFT)
        bar.outline.set_visible(False)
