"""From the numbers of a picture to matplotlib: one file per picture, each with one class."""

from __future__ import annotations

from importlib import import_module

from cotext.pictures.drawing.display import Display
from cotext.pictures.questions import known

__all__ = ["Display", "display_class"]


def display_class(name: str) -> type[Display]:
    """The class that draws the picture called ``name``: ``MatrixDisplay`` for "matrix"."""
    module = import_module(f"cotext.pictures.display.{known(name)}")
    found: type[Display] = getattr(module, f"{name.capitalize()}Display")
    return found
