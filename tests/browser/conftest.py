"""A run to look at, by its two doors, in a browser that fails a test on anything it would complain of."""

from __future__ import annotations

import importlib.util
import shutil
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import expect

from cotext.report import write_report
from cotext.result import CoClustering

expect.set_options(timeout=10_000)


def loaded(name):
    """A module that lies beside the tests."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def chromium():
    """The module that starts browsers and servers."""
    return loaded("chromium")


@pytest.fixture(scope="session")
def collection():
    """The module that makes the texts."""
    return loaded("collection")


@pytest.fixture(scope="module")
def browser(chromium):
    """One for each file of tests: while it is open, this thread can run no other event loop."""
    if chromium.PATH is None:
        pytest.skip("there is no chromium on PATH: apt-get install chromium")
    if not (files("cotext") / "explorer/static/index.html").is_file():
        pytest.skip("the pages are not built: make web")
    with chromium.browser() as started:
        yield started


@pytest.fixture(scope="session")
def table(collection, tmp_path_factory):
    return collection.write_table(tmp_path_factory.mktemp("table") / "notes.csv")


@pytest.fixture(scope="session")
def run(collection, table, tmp_path_factory):
    return collection.fit(table, tmp_path_factory.mktemp("runs") / "notes")


@pytest.fixture(scope="session")
def address(chromium, run):
    """An explorer that may do everything, with its token."""
    with chromium.explorer(run, "--allow-runs") as printed:
        yield printed


@pytest.fixture(scope="session")
def shown(chromium, run):
    """An explorer that only shows, with its token."""
    with chromium.explorer(run, "--read-only") as printed:
        yield printed


@pytest.fixture(scope="session")
def report(run, tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "notes.html"
    write_report(CoClustering.load(run), path, run="notes")
    return path.as_uri()


@pytest.fixture
def copied(run):
    """Makes a run of a test's own, which it may edit; it stays, since a page may still ask for it."""
    return lambda name: shutil.copytree(run, run.with_name(name)).name


@dataclass
class View:
    """A tab that shows a run, and what went wrong in it."""

    tab: object
    start: str
    traffic: object
    troubles: list = field(default_factory=list)

    def __post_init__(self):
        self.tab.on("console", self._heard)
        self.tab.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        self.tab.set_default_timeout(10_000)
        if "token=" in self.start:  # it becomes a cookie: no page needs to be drawn for that
            self.tab.context.request.get(self.start, max_redirects=0)

    def _heard(self, message):
        if message.type in ("error", "warning"):
            self.troubles.append(f"console: {message.text}")

    def open(self, place):
        """Go to a page, ``documents?q=orbit``, and wait until it shows what it is about."""
        self.tab.goto(f"{self.start.split('?')[0]}#/{place}")
        self.settle(place.split("?")[0])

    def settle(self, page):
        self.get(f"page-{page}").wait_for()
        self.traffic.settle()

    def get(self, testid):
        return self.tab.get_by_test_id(testid)

    def shown(self):
        """What the page says."""
        return self.tab.locator("main").inner_text()


@pytest.fixture
def look(browser, chromium):
    """Opens views; a console message, an error or a request to another host fails the test at its end."""
    troubles, windows = [], []

    def opened(start, size=chromium.WIDE, theme="light"):
        window = chromium.window(browser, size, theme)
        context = window.__enter__()
        windows.append(window)
        context.route(lambda url: not chromium.is_local(url), lambda route: route.abort())
        context.on("request", lambda request: _noted(chromium, request.url, troubles))
        context.set_offline(start.startswith("file:"))
        tab = context.new_page()
        return View(tab, start, chromium.Traffic(tab), troubles)

    yield opened
    for window in windows:
        window.__exit__(None, None, None)
    assert troubles == []


def _noted(chromium, url, troubles):
    if not chromium.is_local(url):
        troubles.append(f"a request to {url}")


@pytest.fixture(params=["explorer", pytest.param("report", marks=pytest.mark.slow)])
def door(request):
    """Where a run is viewed: from the server, or in one file, which is slow unless a test asks for both."""
    return request.getfixturevalue({"explorer": "address", "report": "report"}[request.param])


@pytest.fixture
def view(look, door):
    return look(door)


@pytest.fixture
def served(look, address):
    return look(address)
