"""The base class of all drawings: figure, title, note, fonts and saving."""

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
    """A drawing of prepared numbers, like scikit-learn's displays.

    Parameters
    ----------
    numbers : Numbers
        The numbers that ``prepare`` returned for a result.

    Attributes
    ----------
    exact, numbers : Numbers
        The original numbers, for the CSV; and those with a mark for each character that cannot be drawn.
    figure_ : matplotlib Figure
        After ``plot``.
    ax_ : matplotlib Axes
        The axes of the drawing; the first if there are several.
    axes_ : list of matplotlib Axes
        All of them.
    """

    name: ClassVar[str]
    figure_: Figure
    fixed: ClassVar[bool] = False  # texts have a fixed size, so that no layout makes them fit smaller axes

    def __init__(self, numbers: Numbers) -> None:
        self.exact, self.numbers = numbers, drawable(numbers)

    @classmethod
    def from_result(cls, result: CoClustering, *, ax: Axes | None = None, **options: Any) -> Self:
        """Prepare the numbers of a result and draw them.

        Parameters
        ----------
        result : CoClustering
            The result to draw.
        ax : matplotlib Axes, optional
            Where to draw; by default a new figure of suitable size.
        **options
            Those of the picture's ``prepare``; and ``noise=True`` to include clusters set aside as noise.

        Returns
        -------
        Display
        """
        return cls(numbers_to_draw(cls.name, result, **options)).plot(ax=ax)

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw in ``ax``, or in a new figure if it is None."""
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
        """Write the picture (png, svg, pdf) with its alt text, and the CSV of its numbers next to it."""
        from cotext.pictures.save import save_picture

        save_picture(self, path)

    def size(self) -> tuple[float, float]:
        """Return width and height of a new figure in inches, without title and note."""
        return 7.0, 4.5

    def grid(self) -> dict[str, Any]:
        """Return the keywords of matplotlib's ``GridSpec``: rows, columns and ratios of the axes."""
        return {"nrows": 1, "ncols": 1}

    def draw(self, axes: list[Axes]) -> None:
        raise NotImplementedError

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
            self.axes_, self.ax_ = [ax], ax
            return
        if (spec := ax.get_subplotspec()) is None:
            raise UsageError(f"{self.name} needs several panels; give axes made by plt.subplots, or none.")
        ax.set_axis_off()
        part = self.figure_.add_subfigure(spec)
        part.suptitle(title, x=0.01, ha="left", size=9)
        self._panels(part)

    def _panels(self, part: Figure | SubFigure) -> None:
        grid = part.add_gridspec(**self.grid())
        self.axes_ = [part.add_subplot(grid[i]) for i in range(grid.nrows * grid.ncols)]
        self.ax_ = self.axes_[0]

    def _texts(self) -> list[Text]:
        from matplotlib.text import Text

        texts = [text for part in (self.figure_, *self.axes_) for text in part.findobj(Text)]
        return list({id(text): text for text in texts}.values())

    def _repr_html_(self) -> str:
        from cotext.pictures.save import as_image

        return as_image(self)
