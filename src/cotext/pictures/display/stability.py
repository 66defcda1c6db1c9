"""Agreement of the restarts, and how certain each cluster is."""

from __future__ import annotations

from typing import Any

import numpy as np

from cotext.pictures.colors import SOFT, color
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import cluster_axis, room
from cotext.pictures.drawing.style import DOT, LINE, Axes
from cotext.pictures.prepare.stability import StabilityPicture


class StabilityDisplay(Display):
    name = "stability"
    numbers: StabilityPicture

    def size(self) -> tuple[float, float]:
        width = 7.7 + room(self.numbers.names) + room(opinion_names(self.numbers))
        return width, max(4.0, 0.9 + 1.2 * LINE * len(self.numbers.names))

    def grid(self) -> dict[str, Any]:
        return {"nrows": 1, "ncols": 2, "width_ratios": [1, 1]}

    def draw(self, axes: list[Axes]) -> None:
        self._restarts(axes[0])
        self._clusters(axes[1])

    def _restarts(self, ax: Axes) -> None:
        numbers, n = self.numbers, len(self.numbers.restarts)
        image = ax.imshow(numbers.ari, cmap="cividis", vmin=min(0.0, numbers.ari.min()), vmax=1)
        if n <= 12:
            for (i, j), value in np.ndenumerate(numbers.ari):
                if i != j or numbers.kinds:
                    text = f"{value:.2f}"[1:] if 0 <= value < 0.995 else f"{value:.1f}"
                    ink = "white" if value < 0.55 else "black"
                    ax.text(j, i, text, size=6.5, ha="center", va="center", color=ink)
        step = max(1, n // 12)
        ticks = list(range(0, n, step))
        if numbers.kinds:
            names = opinion_names(numbers)
            ax.set_xticks(ticks, names, rotation=40, ha="right", rotation_mode="anchor")
        else:
            names = [str(numbers.restarts[k] + 1) for k in ticks]
            ax.set_xticks(ticks, names)
        ax.set_yticks(ticks, names)
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)
        compared = "kinds of opinion" if numbers.kinds else "pairs of starts"
        ax.set_title(f"agreement of {compared} (ARI)", size=8.5, color=SOFT)
        starts = "number of the start, best criterion first"
        ax.set_xlabel("kind of opinion, and its weight" if numbers.kinds else starts)
        if n > 12:  # instead of numbers in the cells
            bar = ax.figure.colorbar(image, ax=ax, shrink=0.5, aspect=18, pad=0.02)
            bar.outline.set_visible(False)

    def _clusters(self, ax: Axes) -> None:
        numbers = self.numbers
        places = np.arange(len(numbers.names))
        ax.barh(places, numbers.agreement, height=0.75, color=[color(k) for k in range(len(places))])
        ax.plot(numbers.sure, places, "o", clip_on=False, **DOT)
        cluster_axis(ax, numbers.names)
        ax.set_ylim(len(places) - 0.4, -0.6)
        ax.set_xlim(0, 1)
        ax.set_title("certainty of each cluster", size=8.5, color=SOFT)
        where = "an opinion" if numbers.kinds else "a start"
        ax.set_xlabel(f"pairs together in {where} (bar), documents that stay (dot)")


def opinion_names(numbers: StabilityPicture) -> list[str]:
    """Return the labels of the kinds of opinion; an empty list for restarts."""
    pairs = zip(numbers.kinds, numbers.weights, strict=True)
    return [f"{kind} ({weight:.2f})" for kind, weight in pairs]
