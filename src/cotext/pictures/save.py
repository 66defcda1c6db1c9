"""Save a drawing to a file with alt text inside, and the CSV of its numbers next to it."""

from __future__ import annotations

import base64
import html
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as xml

from cotext.errors import UsageError
from cotext.files import write_atomic, write_output
from cotext.parsing import PICTURES, ending_of
from cotext.pictures.colors import rgb
from cotext.pictures.drawing.style import drawing
from cotext.pictures.prepare.graph import GraphPicture
from cotext.result import printable

if TYPE_CHECKING:
    from cotext.pictures.drawing.display import Display

GRAPHS = ("gexf", "graphml")


def save_picture(display: Display, path: str | os.PathLike[str], *, inside: bool = False) -> list[Path]:
    """Write a picture, by the ending of its name, and its CSV; return both files.

    Parameters
    ----------
    display : Display
        Plotted or not.
    path : path
        Ends in .png, .svg or .pdf; the graph also in .gexf or .graphml.
    inside : bool, default=False
        Whether the path is inside a run: then links, pipes and devices are refused.
    """
    path = Path(path)
    kind, write = check_ending(path, display.name), write_atomic if inside else write_output
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent} is not a folder; create it first, or give another path.")
    if kind in GRAPHS and isinstance(display.numbers, GraphPicture):
        write_graph(display.numbers, path, write)
    else:
        content = render(display, kind)
        write(path, lambda stream: stream.write(content))
    numbers = path.with_suffix(".csv")
    table = display.exact.table().csv().encode("utf-8")
    write(numbers, lambda stream: stream.write(table))
    return [path, numbers]


def check_ending(path: Path, name: str) -> str:
    """Return the kind of file by the ending of its name, or refuse it."""
    return ending_of(path, PICTURES + GRAPHS * (name == "graph"), "pictures")


def render(display: Display, kind: str, dpi: float | None = None) -> bytes:
    """Return the picture as the bytes of a file."""
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
            stream, format=kind, bbox_inches="tight", pad_inches=0.1, metadata=metadata, dpi=dpi
        )
    if kind != "svg":
        return stream.getvalue()
    alt = f"</title>\n <desc>{html.escape(numbers.alt)}</desc>".encode()  # for screen readers
    return stream.getvalue().replace(b"<svg ", b'<svg role="img" ', 1).replace(b"</title>", alt, 1)


def as_image(display: Display, dpi: float = 90) -> str:
    """Return the picture as an HTML element that needs no file and no network."""
    from PIL import Image

    stream = io.BytesIO()
    with Image.open(io.BytesIO(render(display, "png", dpi))) as image:
        small = image.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE)  # keeps rare colors
        small.save(stream, "png", optimize=True)
    data = base64.b64encode(stream.getvalue()).decode("ascii")
    alt = html.escape(display.numbers.alt)
    return f'<img alt="{alt}" style="max-width: 100%" src="data:image/png;base64,{data}">'


GEXF = "http://gexf.net/1.3"
VIZ = "http://gexf.net/1.3/viz"
GRAPHML = "http://graphml.graphdrawing.org/xmlns"
WORDS_GREY = (160, 160, 160)
Node = tuple[str, str, str, float, tuple[int, int, int], tuple[float, float]]


def write_graph(numbers: GraphPicture, path: Path, write: Callable[..., object] = write_output) -> None:
    """Write a graph in the format of the ending of its name, .gexf or .graphml, by the function ``write``."""
    root = _gexf(numbers) if path.suffix.lower() == ".gexf" else _graphml(numbers)
    xml.indent(root)
    write(path, lambda stream: xml.ElementTree(root).write(stream, "utf-8", xml_declaration=True))


def _nodes(numbers: GraphPicture) -> list[Node]:
    """Return (id, label, side, share of all counts, color, position) of each node."""
    sides = (
        ("document", None, numbers.row_clusters, numbers.row_names, numbers.row_mass, 0.0),
        ("word", WORDS_GREY, numbers.column_clusters, numbers.column_names, numbers.column_mass, 600.0),
    )
    return [
        (f"{side[0]}{cluster}", _clean(name), side, mass, color or rgb(cluster), (x, -60.0 * i))
        for side, color, clusters, names, masses, x in sides
        for i, (cluster, name, mass) in enumerate(zip(clusters, names, masses, strict=True))
    ]


def _gexf(numbers: GraphPicture) -> xml.Element:
    xml.register_namespace("viz", VIZ)
    root = xml.Element("gexf", {"xmlns": GEXF, "version": "1.3"})
    meta = xml.SubElement(root, "meta")
    xml.SubElement(meta, "creator").text = "cotext"
    xml.SubElement(meta, "description").text = _clean(numbers.alt)
    graph = xml.SubElement(root, "graph", {"defaultedgetype": "undirected", "mode": "static"})
    for kind, columns in (
        ("node", (("side", "string"), ("mass_share", "double"))),
        ("edge", (("lift", "double"),)),
    ):
        attributes = xml.SubElement(graph, "attributes", {"class": kind, "mode": "static"})
        for title, type_ in columns:
            xml.SubElement(attributes, "attribute", {"id": title, "title": title, "type": type_})
    nodes = xml.SubElement(graph, "nodes")
    for name, label, side, mass, (red, green, blue), (x, y) in _nodes(numbers):
        node = xml.SubElement(nodes, "node", {"id": name, "label": label})
        _values(node, "attvalue", {"side": side, "mass_share": repr(mass)})
        xml.SubElement(node, f"{{{VIZ}}}color", {"r": str(red), "g": str(green), "b": str(blue)})
        xml.SubElement(node, f"{{{VIZ}}}position", {"x": str(x), "y": str(y), "z": "0.0"})
        xml.SubElement(node, f"{{{VIZ}}}size", {"value": f"{10 + 200 * mass:.3f}"})
    edges = xml.SubElement(graph, "edges")
    for place, (row, column, share, lift) in enumerate(numbers.edges):
        ends = {"id": str(place), "source": f"d{row}", "target": f"w{column}", "weight": repr(share)}
        _values(xml.SubElement(edges, "edge", ends), "attvalue", {"lift": repr(lift)})
    return root


def _values(parent: xml.Element, tag: str, values: dict[str, str]) -> None:
    box = xml.SubElement(parent, f"{tag}s")
    for name, value in values.items():
        xml.SubElement(box, tag, {"for": name, "value": value})


def _graphml(numbers: GraphPicture) -> xml.Element:
    root = xml.Element("graphml", {"xmlns": GRAPHML})
    keys = {"label": "string", "side": "string", "mass_share": "double", "color": "string"}
    for side, names in (("node", keys), ("edge", {"weight": "double", "lift": "double"})):
        for name, kind in names.items():
            xml.SubElement(root, "key", {"id": name, "for": side, "attr.name": name, "attr.type": kind})
    graph = xml.SubElement(root, "graph", {"edgedefault": "undirected"})
    for name, label, side, mass, (red, green, blue), _ in _nodes(numbers):
        node = xml.SubElement(graph, "node", {"id": name})
        code = f"#{red:02x}{green:02x}{blue:02x}"
        _data(node, {"label": label, "side": side, "mass_share": repr(mass), "color": code})
    for row, column, share, lift in numbers.edges:
        edge = xml.SubElement(graph, "edge", {"source": f"d{row}", "target": f"w{column}"})
        _data(edge, {"weight": repr(share), "lift": repr(lift)})
    return root


def _data(parent: xml.Element, values: dict[str, str]) -> None:
    for name, value in values.items():
        xml.SubElement(parent, "data", {"key": name}).text = value


def _clean(text: str) -> str:
    """Replace the characters that XML does not allow."""
    return "".join(c if c.isprintable() else " " for c in printable(text))
