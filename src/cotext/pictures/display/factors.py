"""Both factors as heat maps of shares."""

from __future__ import annotations

from typing import Any

from cotext.pictures.colors import SOFT
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import cluster_axis, room
from cotext.pictures.drawing.style import Axes
from cotext.pictures.prepare.factors import FactorsPicture


class FactorsDisplay(Display):
    name = "factors"
    numbers: FactorsPicture

    def size(self) -> tuple[float, float]:
        g, m = len(self.numbers.document_names), len(self.numbers.word_names)
        below = room([*self.numbers.document_names, *self.numbers.word_names])
        return 2.0 + max(0.17 * (g + m), 4.0), 3.8 + below

    def grid(self) -> dict[str, Any]:
        widths = [max(len(names), 4) for names in (self.numbers.document_names, self.numbers.word_names)]
        return {"nrows": 1, "ncols": 2, "width_ratios": widths}

    def draw(self, axes: list[Axes]) -> None:
        numbers, (n, d) = self.numbers, self.numbers.shape
        sides = (
            (numbers.documents, numbers.document_names, f"{n:,} documents", "document clusters"),
            (numbers.words, numbers.word_names, f"{d:,} words", "word clusters"),
        )
        for ax, (values, names, rows, columns) in zip(axes, sides, strict=True):
            image = ax.imshow(values, cmap="cividis", vmin=0, vmax=1, aspect="auto", interpolation="nearest")
            cluster_axis(ax, names, "x")
            ax.set_yticks([])
            ax.set_ylabel(f"{rows}, in cluster order")
            ax.set_xlabel(columns)
            ax.spines[:].set_visible(False)
        bar = axes[1].figure.colorbar(image, ax=axes[1], shrink=0.6, aspect=18, pad=0.02)
        bar.set_label("share of the row", color=SOFT)
        bar.outline.set_visible(False)
