"""``cotext explore`` on 100,000 generated documents, in Chromium: what a person waits for.

From the key or click to the changed page, by the page's own clock; the first view is from the address to the
block table, at first with a run that the server has not opened yet.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from playwright.sync_api import Page
from tests.browser import chromium

from benchmarks._whole_texts import TOPICS, write_texts

TIMES = 7
FOLDER = Path("build/explorer")
# milliseconds from an event to the frame after the page has changed, by the page's own clock
WATCH = """(shows) => new Promise((done) => {
  const before = document.querySelector(shows)?.textContent;
  const began = performance.now();
  const look = () => {
    const now = document.querySelector(shows)?.textContent;
    if (now !== before && now !== undefined && !/…/.test(now)) done(performance.now() - began);
    else requestAnimationFrame(look);
  };
  ACT;
  look();
})"""

INDEXED = """async () => {
  const began = performance.now();
  for (let asked = 0; asked < 100; asked++) {
    const found = await fetch("api/runs/RUN/search?q=x").then((answer) => answer.json());
    if (!found.partial) break;
  }
  return performance.now() - began;
}"""


def main(documents: int = 100_000) -> None:
    run = made(documents)
    began = time.perf_counter()
    with chromium.explorer(run) as address, chromium.browser() as browser:
        print(f"{documents:,} documents, {TOPICS} clusters; milliseconds, median of {TIMES}")
        line("server started", (time.perf_counter() - began) * 1000)
        with chromium.window(browser) as window:
            tab = window.new_page()
            line("first view, run not opened yet", first_view(tab, address))
            line("first view", median(first_view(tab, address) for _ in range(TIMES)), 1500)
            documents_page(tab, address)
            line("all texts can be searched after", tab.evaluate(INDEXED.replace("RUN", run.name)))
            line("filter by a cluster", median(filtered(tab, k) for k in range(TIMES)), 150)
            line("search for a word", median(searched(tab, word) for word in words_of(tab)), 100)


def made(documents: int) -> Path:
    """The run, made once."""
    run, table = FOLDER / f"run-{documents}", FOLDER / f"texts-{documents}.jsonl"
    if not run.is_dir():
        FOLDER.mkdir(parents=True, exist_ok=True)
        write_texts(table, documents)
        options = ["--model", "spherical-kmeans", "-k", str(TOPICS), "--label", "label", "--out", str(run)]
        subprocess.run([sys.executable, "-m", "cotext", "fit", str(table), "--quiet", *options], check=True)
    return run


def line(what: str, milliseconds: float, target: float | None = None) -> None:
    print(
        f"{what:32}{milliseconds:8.0f}" + ("" if target is None else f"   target {target:5.0f}"), flush=True
    )


def first_view(tab: Page, address: str) -> float:
    tab.goto("about:blank")
    return timed(lambda: tab.goto(address), lambda: tab.get_by_test_id("block-table").wait_for())


def timed(*steps: Callable[[], object]) -> float:
    began = time.perf_counter()
    for step in steps:
        step()
    return (time.perf_counter() - began) * 1000


def documents_page(tab: Page, address: str) -> None:
    tab.goto(f"{address.split('?')[0]}#/documents")
    tab.get_by_test_id("doc-row").first.wait_for()


def filtered(tab: Page, cluster: int) -> float:
    """From the click on a cluster to another number of documents."""
    click = f"document.querySelector('[data-testid=facet-cluster-{cluster}]').click()"
    took = tab.evaluate(WATCH.replace("ACT", click), "[data-testid=found]")
    tab.get_by_test_id("filter-clear").click()
    return float(took)


def words_of(tab: Page) -> list[str]:
    """Words of the first documents."""
    said = [row.inner_text().split() for row in tab.get_by_test_id("doc-row").all()]
    return [max(words, key=len).strip(".") for words in said][:TIMES]


def searched(tab: Page, word: str) -> float:
    """From the key that asks to the number of documents found."""
    field = tab.get_by_test_id("search")
    field.fill("")
    tab.wait_for_timeout(600)
    press = (
        "const field = document.querySelector('[data-testid=search]');"
        f"field.value = {word!r}; field.dispatchEvent(new InputEvent('input', {{bubbles: true}}));"
        "setTimeout(() => field.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true})));"
    )
    return float(tab.evaluate(WATCH.replace("ACT", press), "[data-testid=found]"))


if __name__ == "__main__":
    main()
