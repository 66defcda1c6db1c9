"""Box plots of the cosine inside and across clusters."""

from __future__ import annotations

import math
from typing import Any

from cotext.pictures.colors import GREY, INK, SOFT, color
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import cluster_axis, room
from cotext.pictures.drawing.style import LINE, Axes, Style
from cotext.pictures.prepare.similarity import SimilarityPicture


class SimilarityDisplay(Display):
    name = "similarity"
    numbers: SimilarityPicture

    def size(self) -> tuple[float, float]:
        return 5.0 + room(self.numbers.names), 0.8 + 1.5 * LINE * len(self.numbers.names)

    def draw(self, axes: list[Axes]) -> None:
        (ax,) = axes
        for cluster in range(len(self.numbers.names)):
            self._box(ax, self.numbers.within[cluster], cluster - 0.19, color(cluster))
            self._box(ax, self.numbers.between[cluster], cluster + 0.19, GREY)
        cluster_axis(ax, self.numbers.names)
        ax.set_ylim(len(self.numbers.names) - 0.4, -0.6)
        ends = [box[4] for box in (*self.numbers.within, *self.numbers.between)]
        right = max((end for end in ends if not math.isnan(end)), default=1)
        ax.set_xlim(-0.02 * right, 1.2 * right)
        style: Style = {"ha": "right", "size": 7, "color": SOFT}
        pairs = zip(self.numbers.n_within, self.numbers.n_between, strict=True)
        for cluster, (inside, across) in enumerate(pairs):
            ax.text(1.19 * right, cluster, f"{inside:,} / {across:,}", va="center", **style)
        ax.text(1.19 * right, -0.62, "pairs", va="bottom", **style)
        ax.set_xlabel("cosine of two documents: of the same cluster (colored), of this and another (gray)")

    def _box(self, ax: Axes, box: tuple[float, ...], place: float, face: str) -> None:
        if any(map(math.isnan, box)):
            return
        stats: dict[str, Any] = dict(zip(("whislo", "q1", "med", "q3", "whishi"), box, strict=True))
        line = {"color": INK, "linewidth": 0.6}
        ax.bxp(
            [stats], positions=[place], widths=0.3, orientation="horizontal", manage_ticks=False,
            patch_artist=True, boxprops={"facecolor": face, "edgecolor": INK, "linewidth": 0.6},
            whiskerprops=line, medianprops={"color": "black", "linewidth": 1.4}, showcaps=False,
            showfliers=False,
        )  # fmt: skip
