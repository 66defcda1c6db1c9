"""The numbers of the papers' figures, and their drawings by matplotlib in the house style."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

import numpy as np

from cotext.pictures import GREY, HUES, SOFT
from cotext.pictures.display import Axes, Display, Style, columns_for
from cotext.pictures.prepare import Numbers
from cotext.result import Table

MARKERS = "os^Dv<>P"


@dataclass(frozen=True, kw_only=True)
class FigureNumbers(Numbers):
    """Numbers of a paper's figure."""

    asks: str = ""

    @property
    def question(self) -> str:
        return self.asks


@dataclass(frozen=True, kw_only=True)
class Line:
    """One curve in a panel."""

    panel: str
    name: str
    x: list[float]
    y: list[float]


@dataclass(frozen=True, kw_only=True)
class Lines(FigureNumbers):
    """Curves along a parameter, one panel per data set."""

    name: ClassVar[str] = "lines"
    parameter: str
    lines: list[Line]

    def table(self) -> Table:
        rows = [(c.panel, c.name, x, y) for c in self.lines for x, y in zip(c.x, c.y, strict=True)]
        return Table(("data", "curve", self.parameter, "value"), rows)


@dataclass(frozen=True)
class Box:
    """Five quantiles under a label, in a panel, in the color of a model."""

    panel: str
    label: str
    model: str
    quantiles: list[float]


@dataclass(frozen=True, kw_only=True)
class Boxes(FigureNumbers):
    """Box plots side by side."""

    name: ClassVar[str] = "boxes"
    axis: str
    boxes: list[Box]
    log: bool = False

    def table(self) -> Table:
        rows = [(b.panel, b.label, b.model, *b.quantiles) for b in self.boxes]
        return Table(
            ("data", "label", "model", "lowest", "quarter", "median", "three_quarters", "highest"), rows
        )


@dataclass(frozen=True, kw_only=True)
class Bars(FigureNumbers):
    """One bar per data set and model."""

    name: ClassVar[str] = "bars"
    axis: str
    bars: list[tuple[str, str, float]]

    def table(self) -> Table:
        return Table(("data", "model", "value"), self.bars)


@dataclass(frozen=True, kw_only=True)
class Images(FigureNumbers):
    """Matrices in a grid: a row per base, with the original and the reconstruction by each model."""

    name: ClassVar[str] = "images"
    rows: list[str]
    columns: list[str]
    images: list[list[np.ndarray]]
    errors: list[list[float]]

    def table(self) -> Table:
        rows = [
            (base, model, self.errors[i][j])
            for i, base in enumerate(self.rows)
            for j, model in enumerate(self.columns)
        ]
        return Table(("base", "model", "relative_error"), rows)


class Panels(Display):
    """A display with one panel per data set."""

    def panels(self) -> list[str]:
        return []

    def grid(self) -> dict[str, Any]:
        return columns_for(len(self.panels()))

    def size(self) -> tuple[float, float]:
        grid = self.grid()
        return max(3.6 * grid["ncols"], 5.0), 2.9 * grid["nrows"]


class LinesDisplay(Panels):
    """Curves along a parameter."""

    name = "lines"
    numbers: Lines

    def panels(self) -> list[str]:
        return list(dict.fromkeys(line.panel for line in self.numbers.lines))

    def draw(self, axes: list[Axes]) -> None:
        names = list(dict.fromkeys(line.name for line in self.numbers.lines))
        for ax, panel in zip(axes, self.panels(), strict=False):
            for line in [line for line in self.numbers.lines if line.panel == panel]:
                k = names.index(line.name)
                style: Style = {"color": HUES[k % len(HUES)], "marker": MARKERS[k % len(MARKERS)]}
                ax.plot(line.x, line.y, linewidth=1.5, markersize=4, label=line.name, **style)
            ax.set_title(panel)
            ax.set_xlabel(self.numbers.parameter)
            ax.set_ylim(0, 1)
            x = [x for line in self.numbers.lines for x in line.x]
            if min(x) > 0 and max(x) / min(x) > 20:
                ax.set_xscale("log")
                ax.xaxis.set_major_formatter(_plain)
        last = axes[len(self.panels()) - 1]
        last.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), labelcolor=SOFT)
        _hide(axes[len(self.panels()) :])


class BoxesDisplay(Panels):
    """Box plots side by side, colored by model."""

    name = "boxes"
    numbers: Boxes

    def panels(self) -> list[str]:
        return list(dict.fromkeys(box.panel for box in self.numbers.boxes))

    def size(self) -> tuple[float, float]:
        most = max(sum(box.panel == panel for box in self.numbers.boxes) for panel in self.panels())
        grid = self.grid()
        named = max(len(box.label) for box in self.numbers.boxes)
        return max(grid["ncols"] * max(3.2, 0.42 * most), 5.0), (2.8 + 0.05 * named) * grid["nrows"]

    def draw(self, axes: list[Axes]) -> None:
        models = list(dict.fromkeys(box.model for box in self.numbers.boxes))
        for ax, panel in zip(axes, self.panels(), strict=False):
            boxes = [box for box in self.numbers.boxes if box.panel == panel]
            names = ("whislo", "q1", "med", "q3", "whishi")
            stats = [{**dict(zip(names, box.quantiles, strict=True)), "label": box.label} for box in boxes]
            drawn = ax.bxp(
                stats, showfliers=False, patch_artist=True, widths=0.6, medianprops={"color": "black"}
            )
            for patch, box in zip(drawn["boxes"], boxes, strict=True):
                patch.set_facecolor(HUES[models.index(box.model) % len(HUES)])
            ax.set_title(panel)
            ax.set_ylabel(self.numbers.axis)
            ax.tick_params(axis="x", rotation=90 if len("".join(box.label for box in boxes)) > 12 else 0)
            if self.numbers.log:
                ax.set_yscale("log")
                ax.yaxis.set_major_formatter(_plain)
        if len(models) > 1 and any(box.label != box.model for box in self.numbers.boxes):
            _legend(axes[len(self.panels()) - 1], models)
        _hide(axes[len(self.panels()) :])


class BarsDisplay(Display):
    """Bars by data set, one color per model."""

    name = "bars"
    numbers: Bars

    def draw(self, axes: list[Axes]) -> None:
        (ax,) = axes
        data = list(dict.fromkeys(bar[0] for bar in self.numbers.bars))
        models = list(dict.fromkeys(bar[1] for bar in self.numbers.bars))
        width = 0.8 / len(models)
        for name, model, value in self.numbers.bars:
            k = models.index(model)
            place = data.index(name) + (k - (len(models) - 1) / 2) * width
            ax.bar(place, value, width * 0.92, color=HUES[k % len(HUES)])
            ax.annotate(f"{value:.2f}", (place, value), ha="center", va="bottom", size=7, color=SOFT)
        ax.set_xticks(range(len(data)), data)
        ax.set_ylabel(self.numbers.axis)
        _legend(ax, models)


class ImagesDisplay(Display):
    """Matrices in a grid, all on the same scale."""

    name = "images"
    numbers: Images

    def grid(self) -> dict[str, Any]:
        return {"nrows": len(self.numbers.rows), "ncols": len(self.numbers.columns)}

    def size(self) -> tuple[float, float]:
        return 1.5 * len(self.numbers.columns), 1.6 * len(self.numbers.rows)

    def draw(self, axes: list[Axes]) -> None:
        cells = product(range(len(self.numbers.rows)), range(len(self.numbers.columns)))
        for ax, (i, j) in zip(axes, cells, strict=True):
            ax.imshow(self.numbers.images[i][j], cmap="Greys", vmin=0, vmax=1, interpolation="nearest")
            ax.set_xticks([]), ax.set_yticks([])
            if i == 0:
                ax.set_title(self.numbers.columns[j])
            if j == 0:
                ax.set_ylabel(self.numbers.rows[i])
            else:
                ax.set_xlabel(f"{self.numbers.errors[i][j]:.2g}", size=7, color=SOFT)


DISPLAYS: dict[str, type[Display]] = {
    display.name: display for display in (LinesDisplay, BoxesDisplay, BarsDisplay, ImagesDisplay)
}


def _plain(value: float, place: float) -> str:
    """Format 0.001 or 100 without an exponent as formula."""
    return f"{value:g}"


def _legend(ax: Axes, names: list[str]) -> None:
    from matplotlib.patches import Patch

    short = [name.partition(",")[0] for name in names]
    labels = short if len(set(short)) == len(names) else names
    patches = [Patch(color=HUES[k % len(HUES)], label=label) for k, label in enumerate(labels)]
    ax.legend(handles=patches, loc="upper left", bbox_to_anchor=(1.0, 1.0), labelcolor=SOFT)


def _hide(axes: list[Axes]) -> None:
    for ax in axes:
        ax.set_axis_off()
        ax.plot([], color=GREY)
