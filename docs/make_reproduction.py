"""Write docs/reproduction.md from docs/results: ``python docs/make_reproduction.py [RUN ...]``.

Folders of ``cotext reproduce`` that are named are taken into docs/results first.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cotext.experiments.page import keep, page
from cotext.files import write_text

DOCS = Path(__file__).parent


def main(runs: list[str], docs: Path = DOCS) -> Path:
    for run in runs:
        keep(Path(run), docs / "results")
    path = docs / "reproduction.md"
    write_text(path, page(docs / "results"))
    return path


if __name__ == "__main__":
    sys.stdout.write(f"{main(sys.argv[1:])}\n")
