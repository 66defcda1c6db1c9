"""The numbers of the papers' figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.pictures.prepare import Numbers
from cotext.result import Table


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
        """One row per point."""
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
        """One row per box."""
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
        """One row per bar."""
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
        """One row per image."""
        rows = [
            (base, model, self.errors[i][j])
            for i, base in enumerate(self.rows)
            for j, model in enumerate(self.columns)
        ]
        return Table(("base", "model", "relative_error"), rows)
