"""Documents as points in their cluster's color, with the cluster's number in the middle."""

from __future__ import annotations

import numpy as np

from cotext.pictures.colors import color, ink
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import room
from cotext.pictures.drawing.style import LINE, Axes, Style
from cotext.pictures.prepare.map import MapPicture


class MapDisplay(Display):
    name = "map"
    numbers: MapPicture

    def size(self) -> tuple[float, float]:
        return 6.4 + room(self.numbers.names, 7.5), max(5.0, 0.85 * LINE * len(self.numbers.names) + 0.4)

    def draw(self, axes: list[Axes]) -> None:
        from matplotlib.lines import Line2D

        (ax,) = axes
        numbers = self.numbers
        # in a random order, so that no cluster is on top of the others
        order = np.random.default_rng(0).permutation(len(numbers.points))
        faces = np.array([color(cluster) for cluster in numbers.clusters])[order]
        size, many = 14 if len(order) < 1000 else 7, len(order) > 1500
        x, y = numbers.points[order].T
        ax.scatter(x, y, s=size, c=faces, linewidths=0, alpha=0.7, rasterized=many)
        clusters = np.flatnonzero(np.isfinite(numbers.centres).all(axis=1))
        centres = numbers.centres[clusters]
        low, high = numbers.points.min(axis=0), numbers.points.max(axis=0)
        span = np.where(high > low, high - low, 1.0)
        moved = apart(centres / span, 0.045) * span
        for cluster, (x, y), (u, v) in zip(clusters.tolist(), centres, moved, strict=True):
            ax.plot([x, u], [y, v], color="#555555", linewidth=0.6, zorder=4)
            edge = {"edgecolor": color(cluster), "linewidth": 1.2}
            box = {"boxstyle": "round,pad=0.2", "facecolor": "white", **edge}
            style: Style = {"size": 8, "weight": "bold", "color": ink(cluster), "zorder": 5}
            ax.text(u, v, str(cluster), ha="center", va="center", bbox=box, **style)
        ax.set_xlim(low[0] - 0.05 * span[0], high[0] + 0.05 * span[0])
        ax.set_ylim(low[1] - 0.05 * span[1], high[1] + 0.05 * span[1])
        ax.set_xticks([]), ax.set_yticks([])
        ax.spines[:].set_visible(False)
        handles = [
            Line2D([], [], marker="o", linestyle="none", markersize=5, color=color(k))
            for k, name in enumerate(numbers.names)
            if name  # empty for clusters that are not shown
        ]
        place: Style = {"loc": "center left", "bbox_to_anchor": (1.0, 0.5)}
        names = list(filter(None, numbers.names))
        ax.legend(handles, names, fontsize=7.5, labelspacing=0.3, handletextpad=0.2, **place)


def apart(points: np.ndarray, distance: float) -> np.ndarray:
    """Push points apart until no two are closer than ``distance``.

    Examples
    --------
    >>> moved = apart(np.zeros((2, 2)), 1.0)
    >>> bool(np.linalg.norm(moved[0] - moved[1]) >= 0.99)
    True
    """
    points = points + 1e-4 * distance * np.random.default_rng(0).standard_normal(points.shape)
    for _ in range(400):
        away = points[:, None] - points[None]
        far = np.linalg.norm(away, axis=-1)
        np.fill_diagonal(far, np.inf)
        if far.size == 0 or far.min() >= 0.995 * distance:
            break
        push = np.maximum(distance - far, 0) / np.maximum(far, 1e-12)
        points = points + 0.5 * (push[..., None] * away).sum(axis=1)
    return points
