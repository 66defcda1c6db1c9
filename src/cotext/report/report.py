"""Reports: one HTML file with the pages and their data, small enough to mail."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from cotext.backend import is_sparse
from cotext.errors import CotextError, UsageError
from cotext.files import check_output, write_output_text, write_text
from cotext.parsing import PAGES, ending_of
from cotext.pictures.prepare import numbers_of, pictures_of
from cotext.report import schema
from cotext.report.overview import documents_of, overview_of, words_of
from cotext.result import CoClustering, unit_rows

ENDS = re.compile(r"<(?=/script|!--)", re.IGNORECASE)  # a browser takes these for the end of a script
OMITTED = ("blocks", "words", "cloud", "kwic", "factors", "clusters")  # shown elsewhere, or refit the run
POINTS = 4000  # of the map
PLAIN_MAP = "map-plain"  # the map of the same documents by their words alone
DOCUMENTS, WORDS = 5000, 5000  # at most
BYTES = 8_000_000  # of the file
SHORTEST = 1000  # characters of a text; if they do not fit, there are fewer documents instead
TRIES, MARGIN, SAMPLE = 12, 1.1, 200
NEAREST, CHUNK, DIGITS = 10, 512, 3  # similar documents of one; rows compared at a time
CELL_DOCUMENTS, CELL_BYTES, HEIGHT = 2000, 4_000_000, 800


@dataclass(frozen=True)
class Report:
    """The page of a result."""

    result: CoClustering
    run: str
    edits: Sequence[Mapping[str, object]] = ()

    def page(self, documents: int = DOCUMENTS, most: int = BYTES) -> str:
        """Return the page; shorten texts, then omit documents, until it has at most this many bytes."""
        bundle("app.js")  # report a missing front end before the work
        overview = overview_of(self.result, self.run, self.edits)
        words, pictures = words_of(self.result, WORDS), numbers_for_page(self.result, documents)
        for _ in range(TRIES):
            typical = [row for cluster in overview["clusters"] for row in cluster["typical"]]
            rows = sampled_rows(self.result, documents, typical, pictures.get("map", {}).get("rows", ()))
            data = self._data(overview, words, pictures, rows)
            page = page_of(data)
            shorter = self._with_texts(data, rows, most - len(page))
            page = page if shorter is None else page_of(shorter)
            if shorter is not None and len(page) <= most:
                break
            documents = len(rows) // 2
        return page

    def _data(
        self, overview: schema.Overview, words: schema.Words, pictures: dict[str, Any], rows: np.ndarray
    ) -> schema.ReportData:
        n = len(self.result.row_labels_)
        places = places_of(rows, n)
        clusters = overview["clusters"]
        shown: schema.Overview = {
            **overview,
            "clusters": [{**cluster, "typical": places[cluster["typical"]].tolist()} for cluster in clusters],
            "pictures": list(pictures),
            "sampled": None if len(rows) == n else {"shown": len(rows), "of": n},
        }
        return {
            "overview": shown,
            "documents": documents_of(self.result, rows),
            "words": words,
            "pictures": in_page(pictures, places),
            "texts": None,
            "similar": near_rows(self.result, rows),
        }

    def _with_texts(self, data: schema.ReportData, rows: np.ndarray, room: int) -> schema.ReportData | None:
        """Add texts of at most ``room`` bytes, shortened if necessary; None if they would be too short."""
        if self.result.texts is None:
            return data if room >= 0 else None
        texts = [self.result.texts[row] for row in rows.tolist()]
        length = length_that_fits(texts, room)
        if length is None:
            return {**data, "texts": texts}
        if length < SHORTEST:
            return None
        short = [text if len(text) <= length else text[:length] + "…" for text in texts]
        return {**data, "texts": short, "overview": {**data["overview"], "shortened": length}}


def sampled_rows(
    result: CoClustering, most: int, always: Iterable[int] = (), first: Iterable[int] = ()
) -> np.ndarray:
    """Draw at most ``most`` documents, with a share of every cluster, and return their rows in input order.

    The sample contains the documents ``always``, even if there are more of them, and prefers those in
    ``first``.
    """
    labels = result.row_labels_
    if len(labels) <= most:
        return np.arange(len(labels))
    order = np.random.default_rng(0).permutation(len(labels))
    by_cluster = order[np.argsort(labels[order], kind="stable")]
    sizes = np.bincount(labels + 1)
    start = np.repeat(np.cumsum(sizes) - sizes, sizes)
    rank = np.empty(len(labels))  # from 0 to 1 within each cluster, at random
    rank[by_cluster] = (np.arange(len(labels)) - start) / np.repeat(sizes, sizes)
    rank[np.fromiter(first, dtype=np.int64)] -= 1
    required = np.unique(np.fromiter(always, dtype=np.int64))
    rank[required] = -2
    return np.sort(np.argsort(rank, kind="stable")[: max(most, len(required))])


def places_of(rows: np.ndarray, n: int) -> np.ndarray:
    """Return the row of each of n documents in the page, -1 for documents that are not in it.

    Examples
    --------
    >>> places_of(np.array([1, 3]), 4).tolist()
    [-1, 0, -1, 1]
    """
    places = np.full(n, -1, dtype=np.int64)
    places[rows] = np.arange(len(rows))
    return places


def length_that_fits(texts: Sequence[str], room: int) -> int | None:
    """Return the length at which shortened texts take ``room`` bytes in a page; None if all texts fit.

    Examples
    --------
    >>> length_that_fits(["a"], 10_000) is None, length_that_fits(["a", "b"], 0)
    (True, 0)
    """
    lengths = np.array([len(text) for text in texts])
    sample = texts[:: max(1, len(texts) // SAMPLE)]
    packed = len(gzip.compress(to_json(sample), 6)) * 4 / 3 * MARGIN
    most = room * max(sum(map(len, sample)), 1) / packed
    if lengths.sum() <= most:
        return None
    shorter = range(1, int(lengths.max()) + 1)
    return bisect_right(shorter, most, key=lambda length: np.minimum(lengths, length).sum())


def near_rows(result: CoClustering, rows: np.ndarray) -> list[list[tuple[int, float]]]:
    """Return, for each of some documents, the rows among them and the similarities of at most ten others."""
    S: Any = result.fit.get("document_similarity")
    unit = unit_rows(result.docword.X[rows])
    neighbors = []
    for start in range(0, len(rows), CHUNK):
        part = slice(start, start + CHUNK)
        chunk = unit[part] @ unit.T if S is None else S[rows[part]][:, rows]
        chunk = np.array(chunk.toarray() if is_sparse(chunk) else chunk, dtype=np.float64)
        chunk[np.arange(len(chunk)), np.arange(start, start + len(chunk))] = 0
        neighbors += [_nearest(similarities) for similarities in chunk]
    return neighbors


def _nearest(similarities: np.ndarray) -> list[tuple[int, float]]:
    n = len(similarities)
    nearest = np.argpartition(-similarities, NEAREST)[:NEAREST] if n > NEAREST else np.arange(n)
    order = nearest[np.lexsort((nearest, -similarities[nearest]))]
    return [(int(i), round(float(similarities[i]), DIGITS)) for i in order if similarities[i] > 0]


def write_report(
    result: CoClustering,
    path: str | os.PathLike[str],
    *,
    run: str | None = None,
    edits: Sequence[Mapping[str, object]] = (),
    documents: int = DOCUMENTS,
    inside: bool = False,
) -> Path:
    """Write the report of a result, by default named after its file; ``inside`` a run or elsewhere."""
    path = Path(path)
    if documents < 1:
        raise UsageError(f"documents={documents}: expected a number of documents from 1 up.")
    check_output(path)
    ending_of(path, PAGES, "reports")
    page = Report(result, run or path.stem, edits).page(documents)
    (write_text if inside else write_output_text)(path, page)
    return path


class NotebookCell:
    """The explorer in a notebook; a terminal shows the alternatives."""

    def __init__(self, result: CoClustering) -> None:
        self._result = result

    def __repr__(self) -> str:
        return (
            "An explorer of the result, shown if this object is the last line of a notebook cell. "
            "Elsewhere: result.report('report.html') writes it as a file, result.save('runs/mine') and "
            "'cotext explore runs/mine' open it in the browser."
        )

    def _repr_html_(self) -> str:
        page = Report(self._result, "result").page(CELL_DOCUMENTS, CELL_BYTES)
        return (
            f'<iframe title="cotext" sandbox="allow-scripts allow-downloads" width="100%" height="{HEIGHT}" '
            f'frameborder="0" srcdoc="{html.escape(page)}"></iframe>'
        )


def numbers_for_page(result: CoClustering, documents: int) -> dict[str, Any]:
    """Return the numbers of all pictures that a report draws, with rows of the run."""
    points = {"points": min(POINTS, documents)}
    names = [name for name in pictures_of(result) if name not in OMITTED]
    pictures = {
        name: numbers_of(name, result, **(points if name == "map" else {})).as_dict() for name in names
    }
    if "map" in pictures:
        pictures[PLAIN_MAP] = numbers_of("map", result, plain=True, **points).as_dict()
    return pictures


def in_page(pictures: dict[str, Any], places: np.ndarray) -> dict[str, Any]:
    """Return the pictures with rows of the page, and only its documents on the map."""
    new = dict(pictures)
    for name in {"map", PLAIN_MAP} & set(new):
        new[name] = _map_in_page(new[name], places)
    if "row_documents" in new.get("matrix", {}):
        new["matrix"] = {**new["matrix"], "row_documents": places[new["matrix"]["row_documents"]].tolist()}
    return new


def _map_in_page(numbers: dict[str, Any], places: np.ndarray) -> dict[str, Any]:
    rows = places[numbers["rows"]]
    points = np.flatnonzero(rows >= 0).tolist()
    columns = {name: [numbers[name][i] for i in points] for name in ("ids", "clusters", "points")}
    note = "" if len(points) == len(rows) else f" Of these, the {len(points):,} in this file are shown."
    return {**numbers, **columns, "rows": rows[points].tolist(), "note": numbers["note"] + note}


def bundle(name: str) -> str:
    """Return a file of the built front end."""
    try:
        return (files("cotext") / "explorer" / "static" / name).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise CotextError(
            "the pages of reports and of the explorer are not built: run 'make web' in the source folder "
            "(it needs npm), or install a wheel, which has them."
        ) from error


def page_of(data: schema.ReportData) -> str:
    """Return the file: it contains styles, data and program, and its rules allow only these, by hash."""
    style, program = bundle("app.css"), ENDS.sub(r"\\x3c", bundle("app.js"))
    packed = gzip.compress(to_json(data), 9, mtime=0)
    rules = (
        f"default-src 'none'; script-src {_hash(program)}; style-src {_hash(style)}; img-src data: blob:; "
        "connect-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    title, notices = html.escape(data["overview"]["run"]), html.escape(bundle("licenses.txt"))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{rules}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n'
        f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        '<div id="app"></div>\n'
        f'<template id="cotext-licenses">{notices}</template>\n'
        f'<script type="application/gzip" id="cotext-data">{base64.b64encode(packed).decode()}</script>\n'
        f'<script type="module">{program}</script>\n</body>\n</html>\n'
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def to_json(value: object) -> bytes:
    """Return JSON in UTF-8, without NaN; escape lone surrogates, which UTF-8 does not have.

    Examples
    --------
    >>> to_json({"text": "né \\ud800"})
    b'{"text": "n\\xc3\\xa9 \\\\ud800"}'
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")
