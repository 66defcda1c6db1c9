"""Where a page begins, and what stands at its end."""

import pytest

pytestmark = pytest.mark.usefixtures("browser")

LOW = 400  # pixels


def height(view):
    return view.tab.evaluate("window.scrollY")


def scrolled(view, place):
    view.open(place)
    view.tab.evaluate(f"window.scrollTo(0, {LOW})")
    view.tab.wait_for_function("() => history.state?.y > 0")
    return height(view)


def test_a_page_opens_at_its_top_and_going_back_returns_to_where_it_was_left(view):
    before = scrolled(view, "clusters")
    assert before == LOW
    view.get("nav-words").click()
    view.settle("words")
    assert height(view) == 0
    view.tab.go_back()
    view.settle("clusters")
    view.tab.wait_for_function(f"() => window.scrollY === {LOW}")


def test_a_page_that_is_loaded_again_stays_where_it_was(served):
    before = scrolled(served, "clusters")
    served.tab.reload()
    served.tab.wait_for_function(f"() => window.scrollY === {before}")


def test_a_filter_does_not_move_the_page(served):
    before = scrolled(served, "quality")
    served.open("quality?c=1")
    assert height(served) >= before  # the bar of filters comes in above


def test_the_licenses_of_what_the_page_is_made_of_can_be_read_on_it(view):
    view.open("blocks")
    view.get("licenses").locator("summary").click()
    notices = view.get("licenses").locator("pre")
    for name in ("echarts", "zrender", "preact", "Apache License"):
        notices.get_by_text(name).first.wait_for()
