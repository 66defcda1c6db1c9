"""From the numbers of a picture to matplotlib: one file per picture, each with one class."""

from __future__ import annotations

from importlib import import_module

from cotext.pictures.drawing.display import Display
from cotext.pictures.drawing.parts import columns_for
from cotext.pictures.drawing.style import Axes, Style
from cotext.pictures.graph_files import write_graph
from cotext.pictures.questions import known
from cotext.pictures.save import GRAPHS, check_ending, render, save_picture

__all__ = [
    "GRAPHS",
    "Axes",
    "Display",
    "Style",
    "check_ending",
    "columns_for",
    "display_class",
    "render",
    "save_picture",
    "write_graph",
]


def display_class(name: str) -> type[Display]:
    """The class that draws the picture called ``name``: ``MatrixDisplay`` for "matrix"."""
    module = import_module(f"cotext.pictures.display.{known(name)}")
    found: type[Display] = getattr(module, f"{name.capitalize()}Display")
    return found
