"""Flows of documents from known classes, or another run, to clusters."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from cotext.pictures.colors import color
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import head, name_places, two_sided
from cotext.pictures.drawing.style import LINE, Axes
from cotext.pictures.prepare.sankey import SankeyPicture

GAP = 0.25  # part of the height that is white between nodes


class SankeyDisplay(Display):
    name = "sankey"
    numbers: SankeyPicture

    def size(self) -> tuple[float, float]:
        most = max(len(self.numbers.left), len(self.numbers.right))
        return two_sided(self.numbers.left, self.numbers.right)[0], max(4.0, LINE * 1.05 * most)

    def draw(self, axes: list[Axes]) -> None:
        (ax,) = axes
        flows = self.numbers.flows.astype(np.float64)
        flows /= max(flows.sum(), 1)
        left, right = _tops(flows.sum(axis=1)), _tops(flows.sum(axis=0))
        starts, ends = left.copy(), right.copy()
        for i, j in np.argwhere(flows):
            share = flows[i, j] * (1 - GAP)
            alpha = 0.6 if flows[i, j] >= 0.2 * flows[i].sum() else 0.22
            face = color(self.numbers.right_clusters[j])
            ribbon(ax, (0.0, 1.0), (starts[i], ends[j]), share, face, alpha)
            starts[i] -= share
            ends[j] -= share
        faces = [color(k) if k >= 0 else "#555555" for k in self.numbers.left_clusters]
        sides = (
            (-0.01, left, flows.sum(axis=1), faces),
            (1.01, right, flows.sum(axis=0), [color(k) for k in self.numbers.right_clusters]),
        )
        for x, tops, sizes, colors in sides:
            ax.bar([x] * len(tops), -sizes * (1 - GAP), width=0.02, bottom=tops, color=colors, linewidth=0)
        gap = LINE * 0.8 / self.size()[1]
        heights = [flows.sum(axis=axis) * (1 - GAP) for axis in (1, 0)]
        name_places(ax, -0.025, left - heights[0] / 2, self.numbers.left, gap, "right")
        name_places(ax, 1.025, right - heights[1] / 2, self.numbers.right, gap, "left")
        by_class = set(self.numbers.left_clusters) == {-1}
        head(ax, -0.04, "known classes" if by_class else "clusters of the other run", "right")
        head(ax, 1.04, "clusters", "left")
        ax.set_xlim(two_sided(self.numbers.left, self.numbers.right)[1:])
        ax.set_ylim(-0.01, 1.04)
        ax.set_axis_off()


def _tops(sizes: np.ndarray) -> np.ndarray:
    if len(sizes) == 1:
        return np.array([1 - GAP / 2])
    gap = GAP / (len(sizes) - 1)
    return 1 - np.cumsum([0.0, *(sizes[:-1] * (1 - GAP) + gap)])


def ribbon(
    ax: Axes, x: tuple[float, float], tops: tuple[float, float], height: ArrayLike, face: str, alpha: float
) -> None:
    """Draw a band between two columns; ``height`` is one number, or one for each end."""
    t = np.linspace(0, 1, 24)
    ease = 3 * t**2 - 2 * t**3
    first, last = np.broadcast_to(height, 2)
    upper = tops[0] + (tops[1] - tops[0]) * ease
    thick = first + (last - first) * ease
    ax.fill_between(x[0] + (x[1] - x[0]) * t, upper - thick, upper, color=face, alpha=alpha, linewidth=0)
