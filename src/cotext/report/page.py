"""One HTML file with everything in it: the pages, the data, and nothing from anywhere else."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import os
from pathlib import Path
from typing import Any

import numpy as np

from cotext.errors import UsageError
from cotext.files import write_text
from cotext.pictures.prepare import numbers_of
from cotext.report.bundle import bundle
from cotext.report.columns import documents_of, words_of
from cotext.report.deck import overview_of
from cotext.report.plain import to_json
from cotext.result import CoClustering

DOCUMENTS, WORDS = 5000, 5000  # at most, in a file that is mailed
DRAWN = (
    "matrix", "map", "sizes", "stream", "convergence", "stability", "similarity", "sankey", "confusion",
    "factors", "tree", "graph",
)  # fmt: skip


def write_report(
    result: CoClustering,
    path: str | os.PathLike[str],
    *,
    run: str = "report",
    edits: list[dict[str, Any]] | None = None,
    documents: int = DOCUMENTS,
) -> Path:
    """Write the report of a result; at most so many documents, drawn at random."""
    path = Path(path)
    write_text(path, page_of(deck_of(result, run, edits or [], documents)))
    return path


def deck_of(
    result: CoClustering, run: str, edits: list[dict[str, Any]], documents: int = DOCUMENTS
) -> dict[str, Any]:
    """All that the pages of a report show."""
    n = len(result.row_labels_)
    rows = np.arange(n)
    overview = overview_of(result, run, edits)
    pictures: dict[str, Any] = {}
    for name in DRAWN:
        try:
            pictures[name] = numbers_of(name, result).as_dict()
        except UsageError:
            continue
    return {
        "overview": {**overview, "pictures": list(pictures)},
        "documents": documents_of(result, rows),
        "words": words_of(result, WORDS),
        "pictures": pictures,
        "texts": None if result.texts is None else [result.texts[i] for i in rows.tolist()],
        "similar": None,
    }


def page_of(deck: dict[str, Any]) -> str:
    """The file: styles, data and program inside it, allowed by their hashes and nothing else."""
    style, program = bundle("app.css"), bundle("app.js").replace("</script", "<\\/script")
    packed = gzip.compress(to_json(deck), 9, mtime=0)
    rules = (
        f"default-src 'none'; script-src {_hash(program)}; style-src {_hash(style)}; img-src data: blob:; "
        "connect-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    title = html.escape(deck["overview"]["run"])
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{rules}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        '<div id="app"></div>\n'
        f'<script type="application/gzip" id="cotext-data">{base64.b64encode(packed).decode()}</script>\n'
        f'<script type="module">{program}</script>\n</body>\n</html>\n'
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
