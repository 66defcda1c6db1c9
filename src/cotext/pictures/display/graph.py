"""The bipartite graph of document and word clusters."""

from __future__ import annotations

import numpy as np

from cotext.pictures.colors import GREY, INK, color
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import head, two_sided
from cotext.pictures.drawing.style import LINE, Axes
from cotext.pictures.prepare.graph import GraphPicture


class GraphDisplay(Display):
    name = "graph"
    numbers: GraphPicture

    def size(self) -> tuple[float, float]:
        most = max(len(self.numbers.row_names), len(self.numbers.column_names), 4)
        return two_sided(self.numbers.row_names, self.numbers.column_names)[0], 0.5 + 1.3 * LINE * most

    def draw(self, axes: list[Axes]) -> None:
        (ax,) = axes
        numbers = self.numbers
        left = dict(zip(numbers.row_clusters, _places(len(numbers.row_names)), strict=True))
        right = dict(zip(numbers.column_clusters, _places(len(numbers.column_names)), strict=True))
        widest = max([edge[2] for edge in numbers.edges], default=1.0)
        for row, column, share, _ in sorted(numbers.edges, key=lambda edge: -edge[2]):
            ax.plot(*_curve(left[row], right[column]), color=color(row), linewidth=0.5 + 7 * share / widest,
                    alpha=0.65, solid_capstyle="butt", zorder=1)  # fmt: skip
        heaviest = max([*numbers.row_mass, *numbers.column_mass, 1e-300])
        sides = (
            (0.0, list(left.values()), numbers.row_mass, numbers.row_names, "right"),
            (1.0, list(right.values()), numbers.column_mass, numbers.column_names, "left"),
        )
        for x, places, mass, names, side in sides:
            face: list[str] | str = [color(k) for k in numbers.row_clusters] if side == "right" else GREY
            area = 12 + 130 * np.array(mass) / heaviest
            ax.scatter([x] * len(places), places, s=area, c=face, edgecolors=INK, linewidths=0.6, zorder=3)
            for y, name in zip(places, names, strict=True):
                ax.text(x - 0.04 if side == "right" else x + 0.04, y, name, ha=side, va="center", size=8)
        head(ax, -0.04, "document clusters", "right")
        head(ax, 1.04, "word clusters", "left")
        ax.set_xlim(two_sided(numbers.row_names, numbers.column_names)[1:])
        ax.set_ylim(-0.03, 1.06)
        ax.set_axis_off()


def _places(n: int) -> list[float]:
    return np.linspace(1, 0, n).tolist() if n > 1 else [0.5]


def _curve(start: float, end: float) -> tuple[np.ndarray, np.ndarray]:
    x = np.linspace(0, 1, 40)
    return x, start + (end - start) * (3 * x**2 - 2 * x**3)
