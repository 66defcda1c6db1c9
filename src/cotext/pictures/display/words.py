"""The words of every cluster as bars of signed keyness."""

from __future__ import annotations

from typing import Any

from cotext.pictures.colors import GREY, INK, color
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import columns_for, measure, name_ticks, thousands, title_panel
from cotext.pictures.drawing.style import LINE, Axes
from cotext.pictures.prepare.words import WordsPicture


class WordsDisplay(Display):
    name = "words"
    numbers: WordsPicture

    def size(self) -> tuple[float, float]:
        grid = self.grid()
        longest = max([measure(row[1], 8) for row in self.numbers.rows], default=40.0) / 72
        single = len(self.numbers.clusters) == 1
        height = 0.8 + 0.82 * LINE * self._most()
        return grid["ncols"] * (longest + (4.0 if single else 1.5)), grid["nrows"] * height

    def _most(self) -> int:
        """Return the largest number of bars in a panel, at least 2."""
        clusters = [row[0] for row in self.numbers.rows]
        return max(2, *map(clusters.count, self.numbers.clusters))

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
            ax.set_ylim(most - 0.4, -0.6)
            title_panel(ax, cluster, self.numbers.names[cluster], size)
            ax.locator_params(axis="x", nbins=3 if len(axes) > 1 else 6)
            ax.tick_params(axis="x", labelsize=7)
            thousands(ax.xaxis)
        for ax in axes[: len(self.numbers.clusters)]:
            place = ax.get_subplotspec()
            if len(axes) == 1 or (place is not None and place.is_last_row()):
                ax.set_xlabel("signed keyness G²")
