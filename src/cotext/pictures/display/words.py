"""The words of every cluster as bars of signed keyness."""

from __future__ import annotations

from typing import Any

from cotext.pictures.colors import GREY, INK, color, ink
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import columns_for, measure, name_ticks, thousands
from cotext.pictures.drawing.style import LINE, Axes
from cotext.pictures.numbers import counted
from cotext.pictures.prepare.words import Words


class WordsDisplay(Display):
    """What is each cluster about?"""

    name = "words"
    numbers: Words

    def size(self) -> tuple[float, float]:
        grid = self.grid()
        longest = max([measure(row[1], 8) for row in self.numbers.rows], default=40.0) / 72
        single = len(self.numbers.clusters) == 1
        height = 0.65 + 0.82 * LINE * max(self._most(), 2)
        return grid["ncols"] * (longest + (4.0 if single else 1.5)), grid["nrows"] * height

    def _most(self) -> int:
        clusters = [row[0] for row in self.numbers.rows]
        return max(map(clusters.count, self.numbers.clusters))

    def grid(self) -> dict[str, Any]:
        return columns_for(len(self.numbers.clusters))

    def draw(self, axes: list[Axes]) -> None:
        for ax in axes[len(self.numbers.clusters) :]:
            ax.set_axis_off()
        most = self._most()
        for ax, cluster, size in zip(axes, self.numbers.clusters, self.numbers.sizes, strict=False):
            rows = [row for row in self.numbers.rows if row[0] == cluster]
            values, places = [row[2] for row in rows], range(len(rows))
            faces = [color(cluster) if value > 0 else GREY for value in values]
            ax.barh(places, values, color=faces, height=0.75)
            name_ticks(ax, "y", places, [row[1] for row in rows])
            ax.tick_params(axis="y", length=0)
            ax.axvline(0, color=INK, linewidth=0.6)
            ax.spines["left"].set_visible(False)
            ax.set_ylim(max(most, 2) - 0.4, -0.6)
            ax.set_title(
                f"{cluster}  ({counted(size, 'document')})", color=ink(cluster), weight="bold", size=8.5
            )
            ax.locator_params(axis="x", nbins=3 if len(axes) > 1 else 6)
            ax.tick_params(axis="x", labelsize=7)
            thousands(ax.xaxis)
        for ax in axes[: len(self.numbers.clusters)]:
            place = ax.get_subplotspec()
            if len(axes) == 1 or (place is not None and place.is_last_row()):
                ax.set_xlabel("signed keyness G²")
