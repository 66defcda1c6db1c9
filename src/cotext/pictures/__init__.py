"""Seventeen pictures. Each answers one question about a result.

In: a ``CoClustering``. ``prepare`` turns it into a small dataclass of numbers, binned or sampled; ``display``
draws exactly these numbers with the parts in ``drawing``. Out: figures, their numbers as CSV, a graph for
Gephi. Above: ``result`` reads the fit. Below: ``CoClustering.plot``, ``cotext plot``, ``experiments``.
"""

from __future__ import annotations

from typing import Any

from cotext.pictures.colors import GREY, HUES, SOFT, color
from cotext.pictures.questions import QUESTIONS, known

__all__ = ["GREY", "HUES", "QUESTIONS", "SOFT", "color", "known"]


def __getattr__(name: str) -> Any:
    """``MatrixDisplay``, ``BlocksDisplay``, ...: imported on first use, because numpy costs time."""
    if name.endswith("Display") and name.removesuffix("Display").lower() in QUESTIONS:
        from cotext.pictures.display import display_class

        return display_class(name.removesuffix("Display").lower())
    raise AttributeError(f"module 'cotext.pictures' has no attribute {name!r}")
