"""Cluster sizes as bars, with the clusters' share of all counts as dots."""

from __future__ import annotations

import numpy as np

from cotext.pictures.colors import SOFT, color
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import cluster_axis, room
from cotext.pictures.drawing.style import DOT, LINE, Axes
from cotext.pictures.prepare.sizes import SizesPicture


class SizesDisplay(Display):
    name = "sizes"
    numbers: SizesPicture

    def size(self) -> tuple[float, float]:
        return 5.0 + room(self.numbers.names), 0.6 + 1.25 * LINE * len(self.numbers.clusters)

    def draw(self, axes: list[Axes]) -> None:
        (ax,) = axes
        table, places = self.numbers.table(), range(len(self.numbers.clusters))
        shares, masses = (100 * np.array(table.column(name)) for name in ("document_share", "mass_share"))
        ax.barh(places, shares, color=[color(cluster) for cluster in self.numbers.clusters], height=0.75)
        ax.plot(masses, places, "o", **DOT)
        right = max(shares.max(), masses.max())
        for place, n in zip(places, self.numbers.documents, strict=True):
            ax.text(1.13 * right, place, f"{n:,}", ha="right", va="center", size=7.5, color=SOFT)
        cluster_axis(ax, self.numbers.names)
        ax.set_ylim(len(places) - 0.4, -0.6)
        ax.set_xlim(0, 1.14 * right)
        ax.set_xlabel("% of documents (bar; their number on the right) and % of counts (dot)")
