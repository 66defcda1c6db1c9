"""Measures over numbers of clusters: curves, or heat maps if both numbers vary freely."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from cotext.pictures.colors import GREY, HUES, INK, SOFT
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import thousands
from cotext.pictures.drawing.style import Axes
from cotext.pictures.prepare.clusters import ClustersPicture, from_table
from cotext.result import Table

BETTER = {
    "criterion": "lower is better, but falls with every cluster",
    "error": "standard error of the score",
}
RING: dict[str, Any] = {"markerfacecolor": "none", "markeredgecolor": HUES[3], "markeredgewidth": 1.6}


class ClustersDisplay(Display):
    name = "clusters"
    numbers: ClustersPicture

    @classmethod
    def from_table(cls, table: Table, note: str) -> Self:
        """Draw a grid without a run."""
        return cls(from_table(table, note))

    def _curves(self) -> bool:
        """Whether each number of document clusters has one number of word clusters."""
        documents = [pair[0] for pair in self.numbers.pairs]
        return len(set(documents)) == len(documents)

    def size(self) -> tuple[float, float]:
        n = len(self.numbers.columns)
        return (7.0, 1.35 * n + 0.5) if self._curves() else (3.3 * n, 3.6)

    def grid(self) -> dict[str, Any]:
        n = len(self.numbers.columns)
        return {"nrows": n, "ncols": 1} if self._curves() else {"nrows": 1, "ncols": n}

    def draw(self, axes: list[Axes]) -> None:
        for ax, column, values in zip(axes, self.numbers.columns, self.numbers.values.T, strict=True):
            (self._curve if self._curves() else self._heat)(ax, values)
            how = BETTER.get(column, "higher is better")
            ax.set_title(f"{column} ({how})", size=8.5, color=SOFT)
        if self._curves():
            run = "" if self.numbers.fitted is None else ", dashed: this run"
            rings = "ring: recommended" if self.numbers.recommended else "rings: candidates"
            axes[-1].set_xlabel(f"document clusters ({rings}{run})")
            for ax in axes[:-1]:
                ax.set_xticklabels([])

    def _curve(self, ax: Axes, values: np.ndarray) -> None:
        counts = [pair[0] for pair in self.numbers.pairs]
        chosen = [counts.index(number) for number in self.numbers.candidates]
        if self.numbers.fitted is not None:
            ax.axvline(self.numbers.fitted[0], color=SOFT, linewidth=0.8, linestyle=(0, (4, 3)))
        ax.plot(counts, values, color=HUES[0], marker="o", markersize=3.5, linewidth=1.4)
        ax.plot([counts[i] for i in chosen], values[chosen], "o", linestyle="none", markersize=10, **RING)
        ax.set_xticks(counts, list(map(str, counts)))
        ax.margins(y=0.25)
        ax.locator_params(axis="y", nbins=3)
        if abs(values).max() >= 1000:
            thousands(ax.yaxis)
        ax.grid(axis="y", color=GREY, linewidth=0.4)

    def _heat(self, ax: Axes, values: np.ndarray) -> None:
        rows, columns = (sorted({pair[side] for pair in self.numbers.pairs}) for side in (0, 1))
        image = np.full((len(rows), len(columns)), np.nan)
        for (g, m), value in zip(self.numbers.pairs, values, strict=True):
            image[rows.index(g), columns.index(m)] = value
        ax.imshow(image, cmap="cividis", aspect="auto")
        middle = (np.nanmin(image) + np.nanmax(image)) / 2
        for (i, j), value in np.ndenumerate(image):
            ink = "white" if value < middle else "black"
            ax.text(j, i, f"{value:.3g}", size=7, ha="center", va="center", color=ink)
        if self.numbers.recommended is not None:
            g, m = self.numbers.recommended
            ax.plot(columns.index(m), rows.index(g), "s", markersize=24, **RING)
        ax.set_xticks(range(len(columns)), map(str, columns)), ax.set_yticks(range(len(rows)), map(str, rows))
        ax.tick_params(length=0, labelcolor=INK)
        ax.set_xlabel("word clusters"), ax.set_ylabel("document clusters")
