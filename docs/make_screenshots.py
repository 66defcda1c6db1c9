"""Photograph every page of the demo's run: ``make screenshots``, wide and narrow, light and dark.

A run, a folder and addresses may be given: ``python -m docs.make_screenshots runs/news shots "words?k=3"``.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from PIL import Image
from tests.browser import chromium

FOLDER = Path(__file__).parent / "screenshots"
RUN = Path("runs/demo")
PLACES = [*chromium.PAGES, "documents?row=5", "documents?q=matrix", "words?k=1", "blocks?c=1"]
DRAWN = 300  # milliseconds for canvases
SHOWN = {"blocks": "explorer", "map": "explorer-map", "documents?q=matrix": "explorer-documents"}
SMALL = (1152, 720)


def photograph(run: Path, folder: Path, places: list[str]) -> list[Path]:
    """A PNG for each place, size and theme; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    with chromium.explorer(run) as address, chromium.browser() as browser:
        for size in (chromium.WIDE, chromium.NARROW):
            for theme in ("light", "dark"):
                with chromium.window(browser, size, theme) as window:
                    tab = window.new_page()
                    traffic = chromium.Traffic(tab)
                    tab.goto(address)
                    for place in places:
                        tab.goto(f"{address.split('?')[0]}#/{place}")
                        traffic.settle()
                        tab.wait_for_timeout(DRAWN)
                        made.append(folder / f"{name_of(place)}-{size[0]}-{theme}.png")
                        tab.screenshot(path=made[-1])
    return made


def show(folder: Path) -> None:
    """Make the pictures of README and guide smaller, and put them where these look."""
    for place, name in SHOWN.items():
        with Image.open(folder / f"{name_of(place)}-{chromium.WIDE[0]}-light.png") as image:
            small = image.convert("RGB").resize(SMALL, Image.Resampling.LANCZOS)
            small.quantize(256, Image.Quantize.MEDIANCUT).save(FOLDER.parent / f"{name}.png", optimize=True)


def name_of(place: str) -> str:
    return re.sub(r"\W+", "-", place)


def main(given: list[str]) -> None:
    run, folder, *places = [*given, *[str(RUN), str(FOLDER)][len(given) :]]
    if not Path(run).is_dir():
        subprocess.run([sys.executable, "-m", "cotext", "demo", "--out", run], check=True)
    for path in photograph(Path(run), Path(folder), places or PLACES):
        sys.stdout.write(f"{path}\n")
    if not given:
        show(FOLDER)


if __name__ == "__main__":
    main(sys.argv[1:])
