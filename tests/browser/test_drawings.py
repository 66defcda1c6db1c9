"""What is drawn can be clicked: blocks, matrix, map, words, dates, groups; every page narrows the others."""

import re

import pytest
from playwright.sync_api import expect

from cotext.runfolder.edits import add_edit

pytestmark = pytest.mark.usefixtures("browser")
both_doors = pytest.mark.parametrize("door", ["explorer", "report"], indirect=True)


def number(locator):
    """The first number that is said."""
    return int(re.search(r"\d+", locator.inner_text())[0])


def test_a_click_on_a_cluster_narrows_and_a_second_one_widens_again(view, collection):
    view.open("blocks")
    view.get("cluster-1").click()
    expect(view.get("filter-count")).to_be_visible()
    assert 0 < number(view.get("filter-count")) < collection.DOCUMENTS
    assert "c=1" in view.tab.url
    view.get("cluster-1").click()
    expect(view.get("filter-count")).to_have_count(0)


def test_a_block_tells_its_words_and_is_read_in_its_documents(view):
    view.open("blocks")
    view.get("block-1-1").click()
    expect(view.get("block-detail")).to_contain_text(
        re.compile("butter|orbit|seed|guitar|flour|soil|chord|moon")
    )
    view.get("block-read").click()
    view.settle("documents")
    expect(view.get("doc-row").first).to_be_visible()


def test_the_matrix_is_drawn_and_zoomed(view):
    view.open("blocks")
    view.get("matrix").scroll_into_view_if_needed()
    expect(view.get("matrix-window")).to_have_count(0)
    view.get("matrix-in").click()
    expect(view.get("matrix-window")).to_be_visible()
    view.get("matrix-whole").click()
    expect(view.get("matrix-window")).to_have_count(0)


def test_the_map_can_be_that_of_words_alone_and_its_note_stands_above_it(view):
    view.open("map")
    note, switch = view.get("map-note"), view.get("map-together")
    expect(note).to_contain_text("of their words and clusters")
    assert note.bounding_box()["y"] < view.get("map").bounding_box()["y"]
    expect(switch).to_be_checked()
    switch.click()
    expect(note).to_contain_text("of their words alone")
    expect(switch).not_to_be_checked()
    assert "plain=1" in view.tab.url
    view.get("map-hand-lasso").click()
    drag_around_the_left_half(view)
    expect(view.get("filter-count")).to_be_visible()
    view.get("map-together").click()  # a line drawn on another map means nothing here
    expect(note).to_contain_text("of their words and clusters")
    assert "lasso=" not in view.tab.url


@both_doors
def test_what_is_drawn_around_on_the_map_narrows_every_page(view, collection):
    view.open("map")
    view.get("map-hand-lasso").click()
    drag_around_the_left_half(view)
    expect(view.get("filter-count")).to_be_visible()
    expect(view.get("filter-count")).not_to_contain_text(f"{collection.DOCUMENTS} of")
    n = number(view.get("filter-count"))
    assert n > 0
    assert "lasso=" in view.tab.url
    view.get("nav-documents").click()
    view.settle("documents")
    expect(view.get("found")).to_contain_text(f"{n} ")
    view.tab.reload()
    expect(view.get("found")).to_contain_text(f"{n} ")
    view.get("filter-clear").click()
    expect(view.get("found")).to_contain_text(f"{collection.DOCUMENTS} ")


def drag_around_the_left_half(view):
    box = view.get("map").bounding_box()
    left, top = box["x"] + 2, box["y"] + 2
    right, bottom = box["x"] + box["width"] / 2, box["y"] + box["height"] - 2
    mouse = view.tab.mouse
    mouse.move(left, top)
    mouse.down()
    for x, y in ((right, top), (right, bottom), (left, bottom), (left, top + 4)):
        mouse.move(x, y, steps=6)
    mouse.up()


def test_the_map_is_colored_by_what_is_known(view):
    view.open("map")
    view.get("map-by").select_option("class")
    expect(view.get("map-legend")).to_contain_text("garden")
    view.get("map-by").select_option("group.desk")
    expect(view.get("map-legend")).to_contain_text("north")


def test_long_names_are_cut_on_the_map_and_told_whole_where_they_are_pointed_at(served, run, copied):
    folder = run.with_name(copied("long-names"))
    for cluster in range(4):
        add_edit(folder, edit="rename", cluster=cluster, name=f"subject {cluster} and all about it, " * 4)
    served.tab.add_init_script(WRITTEN)
    served.tab.reload()
    served.open("map?run=long-names")
    with served.tab.expect_download() as got:
        served.get("figure-map").get_by_role("button", name="SVG").click()
    boxes = boxes_of_names(served.tab, got.value.path().read_text(encoding="utf-8"))
    assert len(boxes) == 4
    for i, (left, top, right, bottom) in enumerate(boxes):
        assert right - left < 270
        for other in boxes[:i]:
            assert left >= other[2] or right <= other[0] or top >= other[3] or bottom <= other[1]
    point_at_a_name(served, "subject 3")
    expect(served.get("map-name")).to_contain_text("subject 3 and all about it, subject 3")


def boxes_of_names(tab, svg):
    """Where the names of clusters are in a map that was saved: left, top, right, bottom."""
    page = tab.context.new_page()
    page.set_content(svg)
    script = """names => names.map(name => name.getBBox()).map(
        box => [box.x, box.y, box.x + box.width, box.y + box.height])"""
    return page.locator("g text[font-weight=bold]").evaluate_all(script)


# keeps where each text was written on a canvas
WRITTEN = """const fill = CanvasRenderingContext2D.prototype.fillText;
window.written = [];
CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
  window.written.push({ text, x, y });
  fill.call(this, text, x, y);
};"""


def point_at_a_name(view, start):
    found = view.tab.evaluate("start => window.written.findLast(one => one.text.startsWith(start))", start)
    view.get("map").scroll_into_view_if_needed()  # long names make the title above it long
    box = view.get("map").bounding_box()
    view.tab.mouse.move(box["x"] + found["x"], box["y"] + found["y"])


def test_the_map_is_moved_by_keys(view):
    view.open("map")
    expect(view.get("map-whole")).to_be_disabled()
    view.get("map").focus()
    view.tab.keyboard.press("+")
    expect(view.get("map-whole")).to_be_enabled()


def test_a_word_shows_where_it_is_used(view):
    view.open("words?k=1")
    view.get("relevant").locator("[data-testid=word]").first.click()
    expect(view.get("profile")).to_be_visible()
    assert "word=" in view.tab.url
    view.get("close-word").click()
    expect(view.get("profile")).to_have_count(0)


def test_relevance_is_moved_by_a_slider(view):
    view.open("words?k=1")
    view.get("lambda").focus()
    before = view.tab.url
    view.tab.keyboard.press("Home")
    expect(view.tab).not_to_have_url(before)


def test_all_words_can_be_looked_up(view):
    view.open("words")
    view.get("find-word").fill("teles")
    expect(view.get("words-list")).to_contain_text("telescope")
    expect(view.get("words-list")).not_to_contain_text("butter")


def test_dates_narrow_the_documents(view, collection):
    view.open("time")
    expect(view.get("stream")).to_be_visible()
    view.get("date-from").fill("2024-07-01")
    view.tab.keyboard.press("Tab")
    expect(view.get("filter-count")).to_be_visible()
    assert 0 < number(view.get("filter-count")) < collection.DOCUMENTS
    assert "from=2024-07-01" in view.tab.url


def test_any_column_is_set_against_the_clusters(view):
    view.open("time?by=desk")
    expect(view.get("groups-table")).to_contain_text("north")
    view.open("time?by=class")
    expect(view.get("groups-table")).to_contain_text("kitchen")


@both_doors
def test_quality_tells_how_the_run_was_made_and_what_is_unsure(view):
    view.open("quality")
    for part in ("quality-made", "quality-least", "quality-sizes", "quality-confusion"):
        expect(view.get(part)).to_be_visible()
