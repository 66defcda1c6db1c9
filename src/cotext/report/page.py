"""A report as a file, and as a cell of a notebook."""

from __future__ import annotations

import html
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cotext.errors import UsageError
from cotext.files import check_output, write_output_text, write_text
from cotext.parsing import PAGES, ending_of
from cotext.report.report import DOCUMENTS, Report
from cotext.result import CoClustering

CELL_DOCUMENTS, CELL_BYTES, HEIGHT = 2000, 4_000_000, 800


def write_report(
    result: CoClustering,
    path: str | os.PathLike[str],
    *,
    run: str | None = None,
    edits: Sequence[dict[str, Any]] = (),
    documents: int = DOCUMENTS,
    inside: bool = False,
) -> Path:
    """Write the report of a result, called after its file if no ``run`` is named; ``inside`` a run or not."""
    path = Path(path)
    if documents < 1:
        raise UsageError(f"documents={documents}: expected a number of documents from 1 up.")
    check_output(path)
    ending_of(path, PAGES, "reports")
    page = Report(result, run or path.stem, edits).page(documents)
    (write_text if inside else write_output_text)(path, page)
    return path


class Cell:
    """The explorer in a notebook; in a terminal it says what to do instead."""

    def __init__(self, result: CoClustering) -> None:
        self._result = result

    def __repr__(self) -> str:
        return (
            "An explorer of the result, shown where this object is the last line of a notebook's cell. "
            "Elsewhere: result.report('report.html') writes it as a file, result.save('runs/mine') and "
            "'cotext explore runs/mine' open it in the browser."
        )

    def _repr_html_(self) -> str:
        page = Report(self._result, "result").page(CELL_DOCUMENTS, CELL_BYTES)
        return (
            f'<iframe title="cotext" sandbox="allow-scripts allow-downloads" width="100%" height="{HEIGHT}" '
            f'frameborder="0" srcdoc="{html.escape(page)}"></iframe>'
        )
