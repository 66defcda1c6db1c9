"""Documents are found, narrowed down and read, by both doors; what they hold is only ever text."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.usefixtures("browser")
both_doors = pytest.mark.parametrize("door", ["explorer", "report"], indirect=True)


def count(view, testid):
    """The first number of what is said."""
    return int(re.search(r"\d+", view.get(testid).inner_text())[0])


@both_doors
def test_a_search_finds_and_marks_the_documents_that_hold_a_word(view, table):
    holding = [line for line in table.read_text().splitlines() if re.search(r"\bcompost\b", line)]
    view.open("documents")
    view.get("search").fill("compost")
    expect(view.get("found")).to_contain_text(f"{len(holding)} ")
    expect(view.get("doc-row").first.locator("mark").first).to_have_text("compost")
    assert "q=compost" in view.tab.url


def test_a_search_for_nothing_known_says_so(view):
    view.open("documents?q=xylophone")
    expect(view.get("found")).to_contain_text("0 ")
    expect(view.get("doc-row")).to_have_count(0)


@both_doors
def test_a_facet_narrows_every_page_and_can_be_taken_away(view, collection):
    view.open("documents")
    view.get("facet-cluster-0").click()
    n = count(view, "filter-count")
    assert 0 < n < collection.DOCUMENTS
    view.get("nav-clusters").click()
    assert count(view, "filter-count") == n
    view.get("filter-clear").click()
    expect(view.get("filter-count")).to_have_count(0)


def test_an_address_brings_back_what_was_looked_at(look, door):
    first = look(door)
    first.open("documents")
    first.get("facet-cluster-1").click()
    first.get("doc-row").nth(2).click()
    expect(first.get("doc-title")).to_be_visible()
    again = look(door)
    again.open(first.tab.url.split("#/")[1])
    expect(again.get("doc-title")).to_have_text(first.get("doc-title").inner_text())
    expect(again.get("filter-count")).to_have_text(first.get("filter-count").inner_text())


def test_the_back_button_goes_back_one_step(view):
    view.open("documents")
    view.get("facet-cluster-1").click()
    expect(view.get("filter-count")).to_be_visible()
    view.get("nav-clusters").click()
    view.settle("clusters")
    view.tab.go_back()
    view.settle("documents")
    expect(view.get("filter-count")).to_be_visible()
    view.tab.go_back()
    expect(view.get("filter-count")).to_have_count(0)


def test_pages_search_and_list_are_reached_by_keys(view):
    view.open("blocks")
    view.tab.keyboard.press("3")
    view.settle("documents")
    view.tab.keyboard.press("/")
    expect(view.get("search")).to_be_focused()
    view.tab.keyboard.type("soup")
    expect(view.get("doc-row").first.locator("mark").first).to_have_text("soup")
    view.tab.keyboard.press("ArrowDown")
    view.tab.keyboard.press("Enter")
    expect(view.get("pane")).to_be_visible()


def test_the_first_key_skips_to_the_page(view):
    view.open("clusters")
    view.tab.keyboard.press("Tab")
    view.tab.keyboard.press("Enter")
    expect(view.get("page-clusters")).to_be_focused()


@both_doors
def test_a_document_full_of_markup_shows_as_text(view, collection):
    view.open(f"documents?row={collection.HOSTILE_ROW}")
    expect(view.get("text")).to_contain_text(collection.HOSTILE)
    for page in ("documents?q=orbit", "map", "clusters", "quality", "words?word=orbit"):
        view.open(page)
    assert view.tab.evaluate("window.hacked") is None
    assert view.tab.locator("img[src=x]").count() == 0


def test_a_document_tells_its_class_date_and_what_is_like_it(view):
    view.open("documents?row=12")
    expect(view.get("doc-title")).to_have_text("note-12")
    for fact in ("space", "2024-01-13", "south"):
        expect(view.get("pane")).to_contain_text(fact)
    view.get("similar").locator("button, a").first.click()
    expect(view.get("doc-title")).not_to_have_text("note-12")


@both_doors
def test_a_word_is_shown_with_what_stands_around_it(view):
    view.open("documents?q=violin")
    expect(view.get("kwic-line").first).to_contain_text("violin")
    view.get("kwic-line").first.click()
    expect(view.get("text").locator("mark").first).to_have_text("violin")


def test_on_a_telephone_a_document_is_a_page_with_a_way_back(look, door, chromium):
    view = look(door, size=chromium.NARROW)
    view.open("documents?row=3")
    expect(view.get("doc-title")).to_be_visible()
    expect(view.get("doc-list")).to_be_hidden()
    view.get("back").click()
    expect(view.get("doc-list")).to_be_visible()


def with_titles(route):
    """The documents of a run, all but the first with a title."""
    answer = route.fetch()
    told = answer.json()
    told["titles"] = ["", *(f"The tale of {name}" for name in told["ids"][1:])]
    route.fulfill(response=answer, json=told)


def test_documents_are_called_by_their_titles_wherever_they_are_named(served):
    served.tab.route("**/api/runs/*/documents", with_titles)
    served.open("documents?row=5")
    expect(served.get("doc-title")).to_have_text("The tale of note-5 note-5")
    expect(served.get("similar")).to_contain_text("The tale of")
    expect(served.get("doc-row").first).to_have_text(re.compile("^note-0"))
    expect(served.get("doc-row").nth(1)).to_contain_text("The tale of note-1")
    for page, place in (("clusters", "cluster-0"), ("quality", "quality-least")):
        served.open(page)
        expect(served.get(place)).to_contain_text("The tale of")
