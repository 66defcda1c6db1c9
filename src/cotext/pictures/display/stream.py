"""Shares of the clusters from column to column, as an alluvial diagram."""

from __future__ import annotations

import numpy as np

from cotext.pictures.colors import color
from cotext.pictures.display.sankey import ribbon
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import name_places, room
from cotext.pictures.drawing.style import LINE, Axes, Style
from cotext.pictures.prepare.stream import StreamPicture

BAR = 0.3  # half the width of a column


class StreamDisplay(Display):
    name = "stream"
    numbers: StreamPicture

    def size(self) -> tuple[float, float]:
        return 6.4 + room(self.numbers.names), max(4.2, 1.0 + 0.95 * LINE * len(self.numbers.names))

    def draw(self, axes: list[Axes]) -> None:
        (ax,) = axes
        shares = self.numbers.shares()
        g, n = shares.shape
        tops = 1 - np.cumsum(np.vstack([np.zeros(n), shares[:-1]]), axis=0)
        for k in range(g):
            ax.bar(range(n), -shares[k], width=2 * BAR, bottom=tops[k], color=color(k), linewidth=0)
            for j in range(n - 1):
                ends, begins = (j + BAR, j + 1 - BAR), (tops[k, j], tops[k, j + 1])
                ribbon(ax, ends, begins, shares[k, [j, j + 1]], color(k), 0.45)
        middles = tops[:, -1] - shares[:, -1] / 2
        shown = [k for k, name in enumerate(self.numbers.names) if name]
        names, gap = [self.numbers.names[k] for k in shown], 0.85 * LINE / (self.size()[1] - 0.9)
        name_places(ax, n - 1 + BAR, middles[shown], names, gap, "left", 0.12 * n / 12)
        turn: Style = {"rotation": 0, "ha": "center"}
        if max(map(len, self.numbers.periods)) * n > 70:
            turn = {"rotation": 45, "ha": "right"}
        ax.set_xticks(range(n), self.numbers.labels(), **turn)
        ax.tick_params(length=0)
        ax.set_yticks([0, 0.5, 1], ["0 %", "50 %", "100 %"])
        ax.set_ylim(0, 1)
        ax.set_xlim(-0.5, n - 0.5)
        ax.set_xlabel(self.numbers.kind)
        ax.set_ylabel(f"share of the {self.numbers.unit}")
        ax.spines[:].set_visible(False)
