"""Numbers and drawings of every page are files that other programs read."""

import csv
from xml.etree import ElementTree

import pytest

pytestmark = pytest.mark.usefixtures("browser")
KINDS = {
    "blocks": {"CSV", "PNG", "SVG", "GraphML"},
    "map": {"CSV", "PNG", "SVG"},
    "documents": {"CSV"},
    "words?k=1": {"CSV", "PNG", "SVG"},
    "clusters": {"CSV"},
    "time": {"CSV", "PNG", "SVG"},
    "quality": {"CSV", "PNG", "SVG"},
}


def is_table(path):
    with path.open(newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    return len(head) > 1 and rows and all(len(row) == len(head) for row in rows)


def is_picture(path):
    return path.read_bytes().startswith(b"\x89PNG\r\n") and path.stat().st_size > 1000


def is_drawing(path):
    root = ElementTree.parse(path).getroot()
    return root.tag.endswith("}svg") and len(list(root.iter())) > 10


def is_graph(path):
    root = ElementTree.parse(path).getroot()
    return root.tag.endswith("graphml") and any(tag.tag.endswith("edge") for tag in root.iter())


CHECKS = {"CSV": is_table, "PNG": is_picture, "SVG": is_drawing, "GraphML": is_graph}


@pytest.mark.parametrize("place", KINDS)
def test_what_a_page_shows_is_saved(view, place, tmp_path):
    view.open(place)
    for kind in sorted(KINDS[place]):
        buttons = view.tab.get_by_role("button", name=kind, exact=True)
        links = view.tab.get_by_role("link", name=kind, exact=True)
        with view.tab.expect_download() as started:
            buttons.or_(links).first.click()
        assert started.value.suggested_filename.endswith(f".{kind.lower()}")
        started.value.save_as(tmp_path / kind)
        assert CHECKS[kind](tmp_path / kind)
