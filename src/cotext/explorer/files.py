"""A picture as a file: drawn by matplotlib, its numbers as CSV, a graph for other programs."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from cotext.pictures.display import display_class
from cotext.pictures.numbers import Numbers
from cotext.pictures.save import GRAPHS, check_ending, render
from cotext.result.table import printable

KINDS = {
    "png": "image/png",
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "graphml": "application/graphml+xml",
    "gexf": "application/gexf+xml",
}
_DRAWING = Lock()  # matplotlib's settings are those of the whole process


def file_of(numbers: Any, ending: str) -> tuple[bytes, str]:
    """The content and its media type."""
    if ending == "csv":
        return printable(numbers.table().csv()).encode(), KINDS[ending]
    check_ending(Path(f"{numbers.name}.{ending}"), numbers.name)
    return (_graph if ending in GRAPHS else _drawn)(numbers, ending), KINDS[ending]


def _drawn(numbers: Numbers, ending: str) -> bytes:
    with _DRAWING:
        return render(display_class(numbers.name)(numbers), ending)


def _graph(numbers: Any, ending: str) -> bytes:
    from cotext.pictures.graph_files import write_graph

    with TemporaryDirectory() as folder:
        path = Path(folder) / f"graph.{ending}"
        write_graph(numbers, path)
        return path.read_bytes()
