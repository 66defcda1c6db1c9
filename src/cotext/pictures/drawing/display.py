"""What every drawing has in common: figure, title, note, fonts, and how it is kept."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from cotext.errors import UsageError
from cotext.pictures.colors import SOFT
from cotext.pictures.drawing.fonts import drawable, use_fonts
from cotext.pictures.drawing.parts import wrap
from cotext.pictures.drawing.style import LINE, Axes, drawing
from cotext.pictures.prepare import Numbers, numbers_to_draw
from cotext.result import CoClustering

if TYPE_CHECKING:
    from matplotlib.figure import Figure, SubFigure
    from matplotlib.text import Text

TITLE_SIZE = 11


class Display:
    """A drawing of prepared numbers, in the manner of scikit-learn's displays.

    Parameters
    ----------
    numbers : Numbers
        What ``prepare`` made of a result.

    Attributes
    ----------
    exact, numbers : Numbers
        As they were given, for the CSV; and with a mark for each letter that cannot be drawn.
    figure_ : matplotlib Figure
        After ``plot``.
    ax_ : matplotlib Axes
        The axes that were drawn in; the first of them where there are several.
    axes_ : list of matplotlib Axes
        All of them.
    """

    name: ClassVar[str]
    figure_: Figure
    fixed: ClassVar[bool] = False  # texts of one size: no layout can make them fit smaller axes

    def __init__(self, numbers: Numbers) -> None:
        self.exact, self.numbers = numbers, drawable(numbers)

    @classmethod
    def from_result(cls, result: CoClustering, *, ax: Axes | None = None, **options: Any) -> Self:
        """Prepare the numbers of a result and draw them.

        Parameters
        ----------
        result : CoClustering
            What is to be seen.
        ax : matplotlib Axes, optional
            Where to draw; a figure of fitting size is made otherwise.
        **options
            Those of the picture's ``prepare``; and ``noise=True`` to draw what is set aside as noise.

        Returns
        -------
        Display
        """
        return cls(numbers_to_draw(cls.name, result, **options)).plot(ax=ax)

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw, in ``ax`` if that is given, else in a figure of its own."""
        with drawing():
            if ax is None:
                self._own_figure()
            else:
                self._given_axes(ax)
            self.draw(self.axes_)
            if ax is not None and self.fixed:
                for text in self.ax_.texts:
                    text.set_in_layout(False)
            use_fonts(self._texts())
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture (png, svg, pdf) with its alt text, and the CSV of its numbers beside it."""
        from cotext.pictures.save import save_picture

        save_picture(self, path)

    # --- what a picture adds -------------------------------------------------------------------------

    def size(self) -> tuple[float, float]:
        """Inches of a figure of its own, title and note not counted."""
        return 7.0, 4.5

    def grid(self) -> dict[str, Any]:
        """Rows, columns and ratios of its axes, as matplotlib's ``GridSpec`` takes them."""
        return {"nrows": 1, "ncols": 1}

    def draw(self, axes: list[Axes]) -> None:
        """Draw the numbers."""
        raise NotImplementedError

    # --- the figure ----------------------------------------------------------------------------------

    def _own_figure(self) -> None:
        from matplotlib.figure import Figure

        width, height = self.size()
        title, note = wrap(self.numbers.title, width, TITLE_SIZE), wrap(self.numbers.note, width, 7.5)
        height += LINE * (1.4 * len(title.splitlines()) + len(note.splitlines()) + 1)
        self.figure_ = Figure(figsize=(width, height), layout="constrained")
        self.figure_.suptitle(title, x=0.01, ha="left", size=TITLE_SIZE, weight="bold")
        if note:
            self.figure_.supxlabel(note, x=0.01, ha="left", size=7.5, color=SOFT)
        self._panels(self.figure_)

    def _given_axes(self, ax: Axes) -> None:
        self.figure_ = cast("Figure", ax.figure)
        width = ax.get_window_extent().width / self.figure_.dpi
        grid = self.grid()
        title = wrap(self.numbers.title, width, 9)
        if grid["nrows"] * grid["ncols"] == 1:
            ax.set_title(title)
            self._take([ax])
            return
        if (place := ax.get_subplotspec()) is None:
            raise UsageError(f"{self.name} needs several panels; give axes made by plt.subplots, or none.")
        ax.set_axis_off()
        part = self.figure_.add_subfigure(place)
        part.suptitle(title, x=0.01, ha="left", size=9)
        self._panels(part)

    def _panels(self, part: Figure | SubFigure) -> None:
        grid = part.add_gridspec(**self.grid())
        self._take([part.add_subplot(grid[i]) for i in range(grid.nrows * grid.ncols)])

    def _take(self, axes: list[Axes]) -> None:
        self.axes_, self.ax_ = axes, axes[0]

    def _texts(self) -> list[Text]:
        from matplotlib.text import Text

        found = [text for part in (self.figure_, *self.axes_) for text in part.findobj(Text)]
        return list({id(text): text for text in found}.values())

    def _repr_html_(self) -> str:
        from cotext.pictures.save import as_image

        return as_image(self)
