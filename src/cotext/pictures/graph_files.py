"""The bipartite graph for other programs: GEXF 1.3 (Gephi) and GraphML."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as xml

from cotext.files import write_output
from cotext.pictures.colors import rgb
from cotext.pictures.prepare.graph import Graph
from cotext.result import printable

GEXF = "http://gexf.net/1.3"
VIZ = "http://gexf.net/1.3/viz"
GRAPHML = "http://graphml.graphdrawing.org/xmlns"
WORDS_GREY = (160, 160, 160)
Node = tuple[str, str, str, float, tuple[int, int, int], tuple[float, float]]


def write_graph(numbers: Graph, path: Path, write: Callable[..., object] = write_output) -> None:
    """Write a graph by the ending of its name, .gexf or .graphml; ``write`` puts it there."""
    root = _gexf(numbers) if path.suffix.lower() == ".gexf" else _graphml(numbers)
    xml.indent(root)
    write(path, lambda stream: xml.ElementTree(root).write(stream, "utf-8", xml_declaration=True))


def _nodes(numbers: Graph) -> list[Node]:
    """(id, label, side, share of all counts, colour, place)."""
    sides = (
        ("document", None, numbers.row_clusters, numbers.row_names, numbers.row_mass, 0.0),
        ("word", WORDS_GREY, numbers.column_clusters, numbers.column_names, numbers.column_mass, 600.0),
    )
    return [
        (f"{side[0]}{cluster}", _clean(name), side, mass, color or rgb(cluster), (x, -60.0 * i))
        for side, color, clusters, names, masses, x in sides
        for i, (cluster, name, mass) in enumerate(zip(clusters, names, masses, strict=True))
    ]


def _gexf(numbers: Graph) -> xml.Element:
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


def _graphml(numbers: Graph) -> xml.Element:
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
    """Without what XML cannot hold."""
    return "".join(letter if letter.isprintable() else " " for letter in printable(text))
