"""A browser and a server to look at: what tests, screenshots and the benchmark start the same way."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

PATH = shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PAGES = ["blocks", "map", "documents", "words", "clusters", "time", "quality", "runs"]
WIDE, NARROW = (1440, 900), (390, 844)
LOOKS, PAUSE, PATIENCE = 3, 30, 60_000  # how often a tab must be seen quiet; milliseconds

LOADING = "!document.querySelector('main') || document.querySelector('main').innerText.includes('Loading…')"


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium with a profile of its own."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=PATH, args=FLAGS)
        try:
            yield started
        finally:
            started.close()


@contextmanager
def window(browser: Browser, size: tuple[int, int] = WIDE, theme: str = "light") -> Iterator[BrowserContext]:
    """A window that shares nothing with others."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",  # colors on their way to others would be neither
        accept_downloads=True,
    )
    try:
        yield context
    finally:
        context.close()


@contextmanager
def explorer(run: Path, *options: str) -> Iterator[str]:
    """``cotext explore`` in a process of its own; the address that it prints, with its token."""
    command = [sys.executable, "-m", "cotext", "explore", str(run), "--no-browser", *options]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        yield _address(server.stdout)
    finally:
        server.terminate()
        server.wait(30)
        server.stdout.close()


def _address(said: IO[str]) -> str:
    line = said.readline().strip()
    if not line.startswith("http"):
        raise RuntimeError(f"cotext explore printed {line!r} where its address was expected")
    return line


class Traffic:
    """What a tab has asked for and not been answered yet."""

    def __init__(self, tab: Page) -> None:
        self.tab = tab
        self.asked: set[Request] = set()
        tab.on("request", lambda one: self.asked.add(one))
        tab.on("requestfinished", lambda one: self.asked.discard(one))
        tab.on("requestfailed", lambda one: self.asked.discard(one))

    def settle(self) -> None:
        """Wait until a page has everything and no longer says that it is loading."""
        quiet = 0
        for _ in range(PATIENCE // PAUSE):
            quiet = 0 if self.asked or self.tab.evaluate(LOADING) else quiet + 1
            if quiet == LOOKS:
                return
            self.tab.wait_for_timeout(PAUSE)
        raise TimeoutError(f"{self.tab.url} still waits for {[one.url for one in self.asked]}")


def is_local(address: str) -> bool:
    """Whether a request stays on this computer."""
    parts = urlsplit(address)
    return parts.scheme in ("file", "data", "blob", "about") or parts.hostname == "127.0.0.1"
