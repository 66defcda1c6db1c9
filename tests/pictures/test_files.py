"""Pictures as files: alt text inside, numbers beside, graphs for other programs."""

import csv
import re
from xml.etree import ElementTree as xml

import numpy as np
import pytest

from cotext.errors import UsageError
from cotext.models import NMTF
from cotext.pictures.colors import rgb
from cotext.pictures.drawing.fonts import drawable


def test_a_png_carries_its_alt_text_and_a_csv(result, tmp_path):
    from PIL import Image

    display = result.plot.sizes()
    display.save(tmp_path / "sizes.png")
    with Image.open(tmp_path / "sizes.png") as image:
        assert image.text["Description"] == display.numbers.alt
        assert image.text["Title"] == display.numbers.title
    with open(tmp_path / "sizes.csv", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [int(row["documents"]) for row in rows] == display.numbers.documents


def test_an_svg_has_a_title_and_a_description_and_is_the_same_each_time(result, tmp_path):
    for name in ("one.svg", "two.svg"):
        result.plot.blocks().save(tmp_path / name)
    text = (tmp_path / "one.svg").read_text()
    assert text == (tmp_path / "two.svg").read_text()
    root = xml.fromstring(text)
    found = {
        child.tag.split("}")[1]: child.text for child in root if child.tag.split("}")[1] in ("title", "desc")
    }
    assert found["title"].startswith("Strongest block")
    assert "Heat map of 3 document by 3 word clusters" in found["desc"]


def test_a_pdf_can_be_written(result, tmp_path):
    result.plot.graph().save(tmp_path / "graph.pdf")
    assert (tmp_path / "graph.pdf").read_bytes().startswith(b"%PDF")


def test_other_endings_and_missing_folders_are_refused(result, tmp_path):
    with pytest.raises(
        UsageError, match=r"sizes\.gif: pictures end in \.png, \.svg, \.pdf; give one of these"
    ):
        result.plot.sizes().save(tmp_path / "sizes.gif")
    with pytest.raises(UsageError, match="is not a folder"):
        result.plot.sizes().save(tmp_path / "missing" / "sizes.png")
    with pytest.raises(UsageError, match=r"\.gexf, \.graphml"):
        result.plot.graph().save(tmp_path / "graph.xyz")


def test_gexf_has_labelled_sized_coloured_nodes_and_weighted_edges(result, tmp_path):
    display = result.plot.graph()
    display.save(tmp_path / "graph.gexf")
    text = (tmp_path / "graph.gexf").read_text(encoding="utf-8")
    assert 'xmlns="http://gexf.net/1.3"' in text
    space = {"g": "http://gexf.net/1.3", "viz": "http://gexf.net/1.3/viz"}
    root = xml.fromstring(text)
    assert root.get("version") == "1.3"
    nodes = root.findall("g:graph/g:nodes/g:node", space)
    assert [node.get("label") for node in nodes] == display.numbers.row_names + display.numbers.column_names
    colors = [node.find("viz:color", space).attrib for node in nodes[:3]]
    assert [(int(c["r"]), int(c["g"]), int(c["b"])) for c in colors] == [rgb(k) for k in range(3)]
    assert all(float(node.find("viz:size", space).get("value")) > 0 for node in nodes)
    edges = root.findall("g:graph/g:edges/g:edge", space)
    names = {node.get("id") for node in nodes}
    assert len(edges) == len(display.numbers.edges)
    assert all({edge.get("source"), edge.get("target")} <= names for edge in edges)
    assert [float(edge.get("weight")) for edge in edges] == [edge[2] for edge in display.numbers.edges]


def test_graphml_declares_the_keys_it_uses(result, tmp_path):
    display = result.plot.graph()
    display.save(tmp_path / "graph.graphml")
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    root = xml.parse(tmp_path / "graph.graphml").getroot()
    keys = {key.get("id") for key in root.findall("g:key", space)}
    assert {data.get("key") for data in root.iter(f"{{{space['g']}}}data")} == keys
    assert len(root.findall("g:graph/g:edge", space)) == len(display.numbers.edges)


def test_a_notebook_shows_the_summary_and_the_blocks_without_network(result):
    page = result._repr_html_()
    assert len(page) < 200_000
    assert "<script" not in page
    assert not re.search(r'(src|href)="(?!data:)', page)
    assert 'alt="Heat map of 3 document by 3 word clusters' in page
    assert "<table>" in page


def test_a_display_shows_itself_in_a_notebook_with_its_alt_text(result):
    page = result.plot.sizes()._repr_html_()
    assert page.startswith("<img alt=")
    assert "data:image/png;base64," in page


ODD = [
    "\x00",
    "\x07",
    "\x1b",
    "\x1f",
    "\x7f",
    "\x9b",
    "\x85",
    "\t",
    "\ud800",
    "\udfff",
    "\ufdd0",
    "\ufffe",
    "\uffff",
]


COMMON = "\x00\x9b\t\ud800\uffff"  # one of each kind


@pytest.mark.parametrize("letter", [COMMON, *(pytest.param(one, marks=pytest.mark.slow) for one in ODD)])
def test_letters_that_xml_cannot_hold_do_not_spoil_the_files(read, tmp_path, letter):
    X = np.kron(np.eye(2), np.ones((3, 2)))
    names = {"vocabulary": [f"w{letter}{j}" for j in range(4)], "ids": [f"d{letter}{i}" for i in range(6)]}
    result = read(NMTF(2, random_state=0, n_init=1).fit(X), X, **names)
    for name, kinds in (
        ("graph", ("svg", "gexf", "graphml", "pdf", "png")),
        ("words", ("svg",)),
        ("map", ("svg",)),
    ):
        for kind in kinds:
            getattr(result.plot, name)().save(tmp_path / f"{name}.{kind}")
            if kind not in ("pdf", "png"):
                xml.fromstring((tmp_path / f"{name}.{kind}").read_bytes())


def test_the_csv_keeps_the_letters_that_cannot_be_drawn(read, tmp_path):
    X = np.kron(np.eye(2), np.ones((3, 2)))
    result = read(
        NMTF(2, random_state=0, n_init=1).fit(X), X, vocabulary=["a\x1b", "b\x1b", "c\x1b", "d\x1b"]
    )
    display = result.plot.words()
    display.save(tmp_path / "words.svg")
    assert "a\x1b" in (tmp_path / "words.csv").read_text()
    assert "a\ufffd" in str(display.numbers)


def test_names_in_every_script_are_left_as_they_are():
    words = [
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\U0001f468\u200d\U0001f469",
        "na\u00efve",
        "\u6728",
    ]
    assert drawable({"words": words, "pair": (words[0], 2.5)}) == {"words": words, "pair": (words[0], 2.5)}
