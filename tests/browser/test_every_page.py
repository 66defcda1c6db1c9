"""Every page opens by both doors, in both themes, on a desk and on a telephone, for everyone."""

from pathlib import Path

import pytest

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
PAGES = ["blocks", "map", "documents", "words", "clusters", "time", "quality"]
ROOMS = [*(("explorer", page) for page in [*PAGES, "runs"]), *(("report", page) for page in PAGES)]
BRIGHTNESS = "Math.max(...getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).map(Number))"
SLOW = [pytest.param(*room, marks=pytest.mark.slow if room[0] == "report" else ()) for room in ROOMS]
every_page = pytest.mark.parametrize(("door", "page"), ROOMS, indirect=["door"])
every_page_once = pytest.mark.parametrize(
    ("door", "page"), SLOW, indirect=["door"]
)  # the styles are the same
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]


@every_page
def test_a_page_opens_and_shows_something(view, page):
    view.open(page)
    assert len(view.shown()) > 40
    assert view.get(f"nav-{page}").get_attribute("aria-current") == "page"


@every_page_once
def test_a_page_has_no_barrier_that_axe_finds(view, page):
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: make web")
    view.open(page)
    view.tab.evaluate(AXE.read_text(encoding="utf-8"))
    assert barriers(view) == []
    view.get("theme").click()
    view.tab.wait_for_function(BRIGHTNESS + " < 60")
    assert barriers(view) == []


def barriers(view):
    found = view.tab.evaluate(
        "rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})", RULES
    )
    return [
        f"{one['id']}: {[node['html'][:160] for node in one['nodes'][:4]]}" for one in found["violations"]
    ]


@every_page_once
def test_a_page_fits_a_telephone(look, door, chromium, page):
    view = look(door, size=chromium.NARROW)
    view.open(page)
    assert view.tab.evaluate("document.documentElement.scrollWidth") <= chromium.NARROW[0]


def test_the_theme_is_that_of_the_system_until_one_is_chosen(look, door):
    view = look(door, theme="dark")
    view.open("blocks")
    view.tab.wait_for_function(BRIGHTNESS + " < 60")
    view.get("theme").click()
    view.tab.wait_for_function(BRIGHTNESS + " > 200")
    view.tab.reload()
    view.settle("blocks")
    view.tab.wait_for_function(BRIGHTNESS + " > 200")
