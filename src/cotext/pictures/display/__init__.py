"""From the numbers of a picture to matplotlib: one file per picture, each with one class."""

from __future__ import annotations

from importlib import import_module

from cotext.errors import UsageError
from cotext.pictures import QUESTIONS
from cotext.pictures.drawing.display import Display

__all__ = ["Display", "display_class"]


def display_class(name: str) -> type[Display]:
    """The class that draws the picture called ``name``: ``MatrixDisplay`` for "matrix"."""
    if name not in QUESTIONS:
        raise UsageError(f"there is no picture {name!r}; give one of {', '.join(QUESTIONS)}.")
    module = import_module(f"cotext.pictures.display.{name}")
    return getattr(module, f"{name.capitalize()}Display")
