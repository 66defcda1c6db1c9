"""A drawing as a file: with alt text inside, and the CSV of its numbers beside it."""

from __future__ import annotations

import base64
import html
import io
import os
from pathlib import Path
from typing import TYPE_CHECKING

from cotext.errors import UsageError
from cotext.files import write_atomic, write_output
from cotext.parsing import PICTURES, ending_of
from cotext.pictures.drawing.style import drawing

if TYPE_CHECKING:
    from cotext.pictures.drawing.display import Display
    from cotext.pictures.numbers import Numbers

GRAPHS = ("gexf", "graphml")


def save_picture(display: Display, path: str | os.PathLike[str], *, inside: bool = False) -> list[Path]:
    """Write a picture by the ending of its name; return the files written.

    Parameters
    ----------
    display : Display
        Drawn or not.
    path : path
        Ends in .png, .svg or .pdf; the graph also in .gexf or .graphml.
    inside : bool, default=False
        Whether the place is inside a run: then links, pipes and devices are refused.

    Returns
    -------
    list of Path
        The picture and its CSV.
    """
    path = Path(path)
    kind, write = check_ending(path, display.name), write_atomic if inside else write_output
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent} is not a folder; make it first, or give another place.")
    if kind in GRAPHS:
        from cotext.pictures.graph_files import write_graph

        write_graph(display.numbers, path, write)
    else:
        content = render(display, kind)
        write(path, lambda stream: stream.write(content))
    numbers = path.with_suffix(".csv")
    table = display.exact.table().csv().encode("utf-8")
    write(numbers, lambda stream: stream.write(table))
    return [path, numbers]


def check_ending(path: Path, name: str) -> str:
    """The kind of file that a name asks for."""
    return ending_of(path, PICTURES + GRAPHS * (name == "graph"), "pictures")


def render(display: Display, kind: str, dpi: float | None = None) -> bytes:
    """The picture as the bytes of a file."""
    numbers = display.numbers
    metadata = {
        "png": {"Title": numbers.title, "Description": numbers.alt},
        "svg": {"Title": numbers.title, "Description": numbers.alt, "Date": None},
        "pdf": {"Title": numbers.title, "Subject": numbers.alt, "CreationDate": None},
    }[kind]
    if not hasattr(display, "figure_"):
        display.plot()
    stream = io.BytesIO()
    with drawing():
        display.figure_.savefig(
            stream,
            format=kind,
            bbox_inches="tight",
            pad_inches=0.1,
            metadata=metadata,
            dpi=dpi,
        )
    return _with_alt(stream.getvalue(), numbers) if kind == "svg" else stream.getvalue()


def as_image(display: Display, dpi: float = 90) -> str:
    """The picture as an HTML element that needs no file and no network."""
    from PIL import Image

    stream = io.BytesIO()
    with Image.open(io.BytesIO(render(display, "png", dpi))) as image:
        few = image.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE)  # keeps rare colours
        few.save(stream, "png", optimize=True)
    data = base64.b64encode(stream.getvalue()).decode("ascii")
    alt = html.escape(display.numbers.alt)
    return f'<img alt="{alt}" style="max-width: 100%" src="data:image/png;base64,{data}">'


def _with_alt(svg: bytes, numbers: Numbers) -> bytes:
    """Add what screen readers look for beside the title that is there."""
    words = f"</title>\n <desc>{html.escape(numbers.alt)}</desc>"
    return svg.replace(b"<svg ", b'<svg role="img" ', 1).replace(b"</title>", words.encode("utf-8"), 1)
