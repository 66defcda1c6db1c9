"""Clusters within clusters as a tree that grows to the right."""

from __future__ import annotations

import numpy as np

from cotext.pictures.colors import INK, SOFT, color
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.fonts import from_left
from cotext.pictures.drawing.parts import measure
from cotext.pictures.drawing.style import LINE, Axes, Style
from cotext.pictures.numbers import counted
from cotext.pictures.prepare.tree import TreePicture

STEM, GAP, NUMBER = 1.1, 0.16, 0.55  # inches of a link, between node and name, of a number
ROW = 1.3 * LINE
BROAD = 0.8  # of a row: the link of the largest cluster
COARSE = "#8c8c8c"
WEIGHT = {True: "bold", False: "normal"}


class TreeDisplay(Display):
    name = "tree"
    numbers: TreePicture

    def size(self) -> tuple[float, float]:
        return self._columns()[-1] + NUMBER, ROW * (1 + max(self.numbers.places))

    def draw(self, axes: list[Axes]) -> None:
        (ax,) = axes
        numbers, columns = self.numbers, self._columns()
        finest = max(numbers.levels)
        nodes: dict[tuple[int, int], tuple[float, float]] = {}
        rows = [(*row.values(), place) for row, place in zip(numbers.table(), numbers.places, strict=True)]
        largest = max(documents for level, _, _, documents, *_ in rows if level == finest) or 1
        for level, cluster, above, documents, name, place in rows:
            face = color(cluster) if level == finest else COARSE
            if level:
                self._link(ax, nodes[level - 1, above], (columns[level], place), documents / largest, face)
            area = 14 + 60 * min(documents / largest, 2.5)
            ax.scatter([columns[level]], [place], s=area, c=face, edgecolors=INK, linewidths=0.6, zorder=3)
            x, text, coarse = columns[level] + GAP, from_left(name), level < finest
            ax.text(x, place, text, va="center", size=8, weight=WEIGHT[coarse], zorder=4)
            nodes[level, cluster] = (x + _room(name, coarse) + 0.08, place)
            size: Style = {"size": 7.5, "color": SOFT, "va": "center"}
            if coarse:
                ax.text(x, place + 0.5, counted(documents, "document"), **size)
            else:
                ax.text(columns[-1] + NUMBER - 0.05, place, f"{documents:,}", ha="right", **size)
        ax.set_xlim(-0.1, columns[-1] + NUMBER)
        ax.set_ylim(max(numbers.places) + 0.6, -0.6)
        ax.set_axis_off()

    def _columns(self) -> list[float]:
        """Return the left end of each level, in inches, and the right end of the names of the last one."""
        ends, finest = [0.1], max(self.numbers.levels)
        names = list(zip(self.numbers.levels, self.numbers.names, strict=True))
        for level in range(finest + 1):
            widest = max(_room(name, level < finest) for own, name in names if own == level)
            ends.append(ends[-1] + GAP + widest + (STEM if level < finest else 0.1))
        return ends

    def _link(
        self, ax: Axes, start: tuple[float, float], end: tuple[float, float], share: float, face: str
    ) -> None:
        t = np.linspace(0, 1, 30)
        middle = start[1] + (end[1] - start[1]) * (3 * t**2 - 2 * t**3)
        half = BROAD * min(max(share, 0.04), 2) / 2 * np.minimum(1, 0.25 + t)
        x = start[0] + (end[0] - start[0]) * t
        ax.fill_between(x, middle - half, middle + half, color=face, alpha=0.45, linewidth=0, zorder=1)


def _room(name: str, coarse: bool) -> float:
    """Return the width of a name in inches."""
    return measure(name, 8, WEIGHT[coarse]) / 72
