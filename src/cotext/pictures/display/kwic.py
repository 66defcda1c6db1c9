"""Keywords in context: keywords in the middle, words of the cluster in its color."""

from __future__ import annotations

from cotext.pictures.colors import SOFT, ink
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.fonts import is_right_to_left
from cotext.pictures.drawing.parts import measure, points_from_top
from cotext.pictures.drawing.style import Axes, Style
from cotext.pictures.prepare.kwic import KwicLine, KwicPicture, Piece

SIZE, STEP, SPACE = 7.5, 12.0, 1.0  # points: font, line, blank next to the keyword


class KwicDisplay(Display):
    name = "kwic"
    fixed = True
    numbers: KwicPicture

    def size(self) -> tuple[float, float]:
        height = STEP * (1.6 * len(self.numbers.names) + len(self.numbers.lines) + 0.5)
        return sum(self._widths()) / 72 + 0.3, height / 72 + 0.1

    def _widths(self) -> tuple[float, float, float]:
        """Return the points left of the middle, right of it, and of the documents' names."""
        lines = self.numbers.lines
        sides = [(_sides(line), _half(line)) for line in lines]
        left = max([_width(before) + half for (before, _), half in sides], default=100.0)
        right = max([_width(after) + half for (_, after), half in sides], default=100.0)
        heads = max([measure(name, SIZE + 1, "bold") for name in self.numbers.names.values()], default=100.0)
        names = max([measure(line.id, SIZE - 1) for line in lines], default=50.0)
        return max(left, heads - right), right, names + 12

    def draw(self, axes: list[Axes]) -> None:
        (ax,) = axes
        ax.set_axis_off()
        middle, right, _ = self._widths()
        style: Style = {"va": "baseline", "transform": points_from_top(ax)}
        y = 0.0
        for cluster, name in self.numbers.names.items():
            y += 1.1 * STEP
            ax.text(0, y, name, size=SIZE + 1, weight="bold", color=ink(cluster), **style)
            y += 0.2 * STEP
            for line in [line for line in self.numbers.lines if line.cluster == cluster]:
                y += STEP
                self._line(ax, line, middle, y, style)
                ax.text(middle + right + 12, y, line.id, size=SIZE - 1, color=SOFT, **style)
            y += 0.3 * STEP

    def _line(self, ax: Axes, line: KwicLine, middle: float, y: float, style: Style) -> None:
        word: Style = {"size": SIZE, "weight": "bold", "color": ink(line.cluster), "ha": "center"}
        ax.text(middle, y, line.keyword, **word, **style)
        left, right = _sides(line)
        for side, start in ((left, middle - _half(line) - _width(left)), (right, middle + _half(line))):
            for text, relevant in side:
                face = ink(line.cluster) if relevant else "black"
                ax.text(start, y, text, size=SIZE, color=face, **style)
                start += measure(text, SIZE)


def _sides(line: KwicLine) -> tuple[list[Piece], list[Piece]]:
    """Return the text left and right of the keyword as drawn; a right-to-left script swaps the sides."""
    if is_right_to_left(line.keyword[0]):
        return line.right[::-1], line.left[::-1]
    return line.left, line.right


def _width(pieces: list[Piece]) -> float:
    return sum(measure(text, SIZE) for text, _ in pieces)


def _half(line: KwicLine) -> float:
    return measure(line.keyword, SIZE, "bold") / 2 + SPACE
