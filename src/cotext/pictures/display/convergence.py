"""The criterion of all restarts, with the best one marked; of a consensus, its opinions."""

from __future__ import annotations

import numpy as np

from cotext.pictures.colors import GREY, HUES, SOFT
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import thousands
from cotext.pictures.drawing.style import LINE, Axes
from cotext.pictures.prepare.convergence import ConvergencePicture


class ConvergenceDisplay(Display):
    name = "convergence"
    numbers: ConvergencePicture

    def size(self) -> tuple[float, float]:
        opinions = self.numbers.opinions
        return (7.0, 0.8 + 2 * LINE * len(opinions)) if opinions else super().size()

    def draw(self, axes: list[Axes]) -> None:
        (ax,) = axes
        if self.numbers.opinions:
            self._opinions(ax)
        else:
            self._curves(ax)

    def _opinions(self, ax: Axes) -> None:
        names, shared, weights = zip(*self.numbers.opinions, strict=True)
        bars = np.nan_to_num(shared)
        places = range(len(names))
        faces = [HUES[0] if weight == max(weights) else GREY for weight in weights]
        ax.barh(places, bars, height=0.7, color=faces)
        right = max(bars.max(), 0.1)
        for place, weight in zip(places, weights, strict=True):
            ax.text(1.13 * right, place, f"{weight:.2f}", ha="right", va="center", size=8, color=SOFT)
        ax.set_yticks(places, names)
        ax.set_ylim(len(places) - 0.4, -0.6)
        ax.set_xlim(0, 1.14 * right)
        ax.tick_params(axis="y", length=0)
        ax.set_xlabel("part confirmed by halves of the words (bar) and weight of the opinion (number)")

    def _curves(self, ax: Axes) -> None:
        numbers = self.numbers
        floor = min(min(curve) for curve in numbers.losses) if numbers.log else 0.0
        least = 1e-9 * max(abs(floor), 1e-300)

        def height(loss: float) -> float:
            return max(loss - floor, least) if numbers.log else loss

        for restart in sorted(range(len(numbers.losses)), key=lambda restart: restart == numbers.best):
            curve, best = [height(loss) for loss in numbers.losses[restart]], restart == numbers.best
            sweeps, face = range(1, len(curve) + 1), HUES[0] if best else GREY
            ax.plot(sweeps, curve, color=face, linewidth=1.8 if best else 0.9, zorder=3 if best else 2)
            size, layer = (5, 4) if best else (3, 2)
            ax.plot(sweeps[-1], curve[-1], "o", color=face, markersize=size, zorder=layer)
        for restart, sweep in numbers.rises:
            loss = height(numbers.losses[restart][sweep - 1])
            ax.plot(sweep, loss, "x", color=HUES[3], markersize=5, zorder=5)
        self._name_lines(ax)
        ax.set_xlabel("sweep")
        ax.set_ylabel(f"criterion {'above the lowest (log axis)' if numbers.log else '(lower is better)'}")
        if numbers.log:
            ax.set_yscale("log")
            ax.yaxis.set_major_formatter(lambda value, place: f"{value:g}")
        else:
            thousands(ax.yaxis)
            _zoom(ax, numbers.losses)
        ax.locator_params(axis="x", integer=True)

    def _name_lines(self, ax: Axes) -> None:
        from matplotlib.lines import Line2D

        lines = [Line2D([], [], color=HUES[0], linewidth=1.8, marker="o", markersize=5)]
        names = [f"best start (number {self.numbers.best + 1})"]
        if len(self.numbers.losses) > 1:
            lines.append(Line2D([], [], color=GREY, linewidth=0.9, marker="o", markersize=3))
            names.append("other starts")
        if self.numbers.rises:
            lines.append(Line2D([], [], color=HUES[3], marker="x", linestyle="none"))
            names.append("the criterion rose")
        ax.legend(lines, names, loc="upper right", labelcolor=SOFT)


def _zoom(ax: Axes, losses: list[list[float]]) -> None:
    """Cut off a steep first sweep, which would flatten all others."""
    second = max(curve[min(1, len(curve) - 1)] for curve in losses)
    lowest, highest = min(map(min, losses)), max(map(max, losses))
    if highest - lowest > 2 * (second - lowest) > 0:
        ax.set_ylim(lowest - 0.05 * (second - lowest), second + 0.15 * (second - lowest))
