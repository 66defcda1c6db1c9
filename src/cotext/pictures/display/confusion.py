"""Known classes against clusters, matched pairs on the diagonal."""

from __future__ import annotations

import numpy as np

from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import cluster_axis, room
from cotext.pictures.drawing.style import Axes
from cotext.pictures.prepare.confusion import ConfusionPicture


class ConfusionDisplay(Display):
    name = "confusion"
    numbers: ConfusionPicture

    def size(self) -> tuple[float, float]:
        rows, columns = self.numbers.counts.shape
        width = max(0.3 * columns, 2.5) + room(self.numbers.classes) + 0.4
        return width, max(0.19 * rows, 1.2) + room(self.numbers.names) + 0.3

    def draw(self, axes: list[Axes]) -> None:
        from matplotlib.patches import Rectangle

        (ax,) = axes
        counts = self.numbers.counts
        shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
        ax.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
        for i, j in np.argwhere(counts):
            ink = "white" if shares[i, j] > 0.6 else "black"
            ax.text(j, i, f"{counts[i, j]:,}", ha="center", va="center", size=6.5, color=ink)
        for k in range(self.numbers.n_matched):
            ax.add_patch(Rectangle((k - 0.5, k - 0.5), 1, 1, fill=False, edgecolor="black", linewidth=1.1))
        cluster_axis(ax, self.numbers.classes)
        cluster_axis(ax, self.numbers.names, "x")
        ax.set_ylabel("known classes")
        ax.set_xlabel("clusters")
