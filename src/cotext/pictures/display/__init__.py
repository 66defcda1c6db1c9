"""Drawings of the numbers of a picture, by matplotlib: one file per picture, each with one class."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module

from cotext.errors import did_you_mean
from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import columns_for
from cotext.pictures.drawing.style import Axes, Style
from cotext.pictures.questions import QUESTIONS, known
from cotext.pictures.save import GRAPHS, check_ending, render, save_picture, write_graph
from cotext.result import CoClustering

__all__ = [
    "GRAPHS", "Axes", "Display", "Plots", "Style", "check_ending", "columns_for", "display_class", "render",
    "save_picture", "write_graph",
]  # fmt: skip


def display_class(name: str) -> type[Display]:
    """Return the class that draws the picture called ``name``: ``MatrixDisplay`` for "matrix"."""
    module = import_module(f"cotext.pictures.display.{known(name)}")
    display: type[Display] = getattr(module, f"{name.capitalize()}Display")
    return display


class Plots:
    """The pictures of a result: ``result.plot.blocks()`` draws one, ``print(result.plot)`` lists them.

    Every picture takes ``ax`` and the settings of its numbers, and returns a ``Display`` with ``figure_``,
    ``numbers`` and ``save(path)``. A notebook shows it.
    """

    def __init__(self, result: CoClustering) -> None:
        self._result = result

    def __getattr__(self, name: str) -> Callable[..., Display]:
        if name not in QUESTIONS:
            guess = did_you_mean(name, QUESTIONS)
            raise AttributeError(f"there is no picture {name!r}{guess}; give one of {', '.join(QUESTIONS)}")
        return partial(display_class(name).from_result, self._result)

    def __dir__(self) -> list[str]:
        return sorted(QUESTIONS)

    def __repr__(self) -> str:
        width = max(len(name) for name in QUESTIONS)  # the submodule "map" hides the function here
        return "\n".join(f"{name:{width}}  {question}" for name, question in QUESTIONS.items())
