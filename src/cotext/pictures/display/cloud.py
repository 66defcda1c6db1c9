"""Word clouds: the words of a cluster in lines, best first, scaled to fill their panel."""

from __future__ import annotations

from typing import Any

import numpy as np

from cotext.pictures.colors import GREY, ink
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import columns_for, measure, points_from_top, title_panel
from cotext.pictures.drawing.style import Axes, Style
from cotext.pictures.prepare.cloud import CloudPicture

LEAD = 1.25  # height of a line over its largest font size
UNIT = 10.0  # font size at which words are measured


class CloudDisplay(Display):
    name = "cloud"
    numbers: CloudPicture

    def size(self) -> tuple[float, float]:
        grid = self.grid()
        single = len(self.numbers.clusters) == 1
        return grid["ncols"] * (7.0 if single else 2.5), grid["nrows"] * (4.15 if single else 1.8)

    def grid(self) -> dict[str, Any]:
        return columns_for(len(self.numbers.clusters))

    def draw(self, axes: list[Axes]) -> None:
        panels = axes[: len(self.numbers.clusters)]
        for ax in axes:
            ax.set_xticks([]), ax.set_yticks([])
            ax.spines[:].set_visible(False)
        for ax, cluster, size in zip(panels, self.numbers.clusters, self.numbers.sizes, strict=True):
            title_panel(ax, cluster, self.numbers.names[cluster], size)
            ax.axhline(0, color=GREY, linewidth=0.6)
        self.figure_.draw_without_rendering()  # so that the panels have their final size
        for ax, cluster in zip(panels, self.numbers.clusters, strict=True):
            rows = [row[1:] for row in self.numbers.rows if row[0] == cluster]
            box = ax.get_window_extent()
            width, height = (72 * side / self.figure_.dpi for side in (box.width, box.height))
            for x, y, points, word in arrange(rows, 0.94 * width, height):
                style: Style = {"size": points, "color": ink(cluster), "transform": points_from_top(ax)}
                ax.text(x + 0.03 * width, height - y, word, va="center", **style).set_in_layout(False)


def arrange(
    rows: list[tuple[str, float]], width: float, height: float
) -> list[tuple[float, float, float, str]]:
    """Arrange words in lines that fill a box: (x, y, font size, word), font size by root of the count."""
    if not rows:
        return []
    counts = np.array([count for _, count in rows])
    relative = 0.45 + 0.55 * np.sqrt(counts / counts.max())
    units = np.array([measure(word, UNIT) for word, _ in rows]) / UNIT  # width at size 1
    low, high = 0.1, height / LEAD
    for _ in range(25):
        middle = (low + high) / 2
        lines, _ = _lines(middle * relative, units, width)
        low, high = (middle, high) if sum(line[1] for line in lines) <= height else (low, middle)
    lines, sizes = _lines(low * relative, units, width)
    margin = max(height - sum(line[1] for line in lines), 0) / 2
    words, top = [], height - margin
    for members, line_height in lines:
        gap = _gap(sizes[members])
        x = (width - (units[members] * sizes[members]).sum() - gap * (len(members) - 1)) / 2
        for k in members:
            words.append((float(x), float(top - line_height / 2), float(sizes[k]), rows[k][0]))
            x += units[k] * sizes[k] + gap
        top -= line_height
    return words


def _lines(
    sizes: np.ndarray, units: np.ndarray, width: float
) -> tuple[list[tuple[list[int], float]], np.ndarray]:
    """Return the members and height of each line, and the sizes; words wider than the box get smaller."""
    sizes = np.minimum(sizes, 0.98 * width / units)
    lines: list[list[int]] = [[]]
    for k in range(len(sizes)):
        trial = [*lines[-1], k]
        if lines[-1] and (units[trial] * sizes[trial]).sum() + _gap(sizes[trial]) * (len(trial) - 1) > width:
            lines.append([k])
        else:
            lines[-1] = trial
    return [(line, float(LEAD * sizes[line].max())) for line in lines], sizes


def _gap(sizes: np.ndarray) -> float:
    return 0.45 * float(sizes.max())
