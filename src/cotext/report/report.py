"""All that the pages of a report show, as much of it as a file that is mailed may hold."""

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

ELSEWHERE = ("blocks", "words", "cloud", "kwic", "factors")  # other parts of the page say the same
LONG = ("clusters",)  # fits the run again, many times
POINTS = 4000  # of the map
PLAIN_MAP = "map-plain"  # the same documents, placed by their words alone
DOCUMENTS, WORDS = 5000, 5000  # at most
BYTES = 8_000_000  # of the file
SHORTEST = 1000  # letters of a text; where they do not fit, there are fewer texts instead
TRIES, MARGIN, TASTED = 12, 1.1, 200
NEAREST, CHUNK, DIGITS = 10, 512, 3  # documents similar to one; rows compared at a time
CELL_DOCUMENTS, CELL_BYTES, HEIGHT = 2000, 4_000_000, 800


@dataclass(frozen=True)
class Report:
    """A result that becomes a page."""

    result: CoClustering
    run: str
    edits: Sequence[Mapping[str, object]] = ()

    def page(self, documents: int = DOCUMENTS, most: int = BYTES) -> str:
        """The page; texts are shortened, then documents left out, until it has at most so many bytes."""
        bundle("app.js")  # a front end that was not built is told before the work
        overview = overview_of(self.result, self.run, self.edits)
        words, pictures = words_of(self.result, WORDS), numbers_for_page(self.result, documents)
        for _ in range(TRIES):
            rows = self._rows(overview, pictures, documents)
            data = self._data(overview, words, pictures, rows)
            page = page_of(data)
            shorter = self._with_texts(data, rows, most - len(page))
            page = page if shorter is None else page_of(shorter)
            if shorter is not None and len(page) <= most:
                break
            documents = len(rows) // 2
        return page

    def _rows(self, overview: schema.Overview, pictures: dict[str, Any], documents: int) -> np.ndarray:
        """Documents that are in it: those that stand for clusters, then those on the map, then others."""
        typical = [row for cluster in overview["clusters"] for row in cluster["typical"]]
        return sampled_rows(self.result, documents, typical, pictures.get("map", {}).get("rows", ()))

    def _data(
        self, overview: schema.Overview, words: schema.Words, pictures: dict[str, Any], rows: np.ndarray
    ) -> schema.ReportData:
        n = len(self.result.row_labels_)
        places = places_of(rows, n)
        shown: schema.Overview = {
            **overview,
            "clusters": [
                {**cluster, "typical": places[cluster["typical"]].tolist()}
                for cluster in overview["clusters"]
            ],
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
        """The same with texts, cut where they must be; None where they would be too short to read."""
        if self.result.texts is None:
            return data if room >= 0 else None
        texts = [self.result.texts[row] for row in rows.tolist()]
        letters = letters_that_fit(texts, room)
        if letters is None:
            return {**data, "texts": texts}
        if letters < SHORTEST:
            return None
        cut = [text if len(text) <= letters else text[:letters] + "…" for text in texts]
        return {**data, "texts": cut, "overview": {**data["overview"], "shortened": letters}}


def sampled_rows(
    result: CoClustering, most: int, always: Iterable[int] = (), first: Iterable[int] = ()
) -> np.ndarray:
    """Rows of at most so many documents, in input order, drawn so that every cluster has its share.

    Parameters
    ----------
    most : int
        How many documents.
    always : rows
        Documents that must be among them, even if these alone are more.
    first : rows
        Documents that are taken before others.
    """
    labels = result.row_labels_
    if len(labels) <= most:
        return np.arange(len(labels))
    order = np.random.default_rng(0).permutation(len(labels))
    by = order[np.argsort(labels[order], kind="stable")]
    sizes = np.bincount(labels + 1)
    begin = np.repeat(np.cumsum(sizes) - sizes, sizes)
    turn = np.empty(len(labels))  # from 0 to 1 within each cluster, at random
    turn[by] = (np.arange(len(labels)) - begin) / np.repeat(sizes, sizes)
    turn[np.fromiter(first, dtype=np.int64)] -= 1
    kept = np.unique(np.fromiter(always, dtype=np.int64))
    turn[kept] = -2
    return np.sort(np.argsort(turn, kind="stable")[: max(most, len(kept))])


def places_of(rows: np.ndarray, n: int) -> np.ndarray:
    """Where each of n documents stands in the page, -1 where it is not in it.

    Examples
    --------
    >>> places_of(np.array([1, 3]), 4).tolist()
    [-1, 0, -1, 1]
    """
    places = np.full(n, -1, dtype=np.int64)
    places[rows] = np.arange(len(rows))
    return places


def letters_that_fit(texts: Sequence[str], room: int) -> int | None:
    """After how many letters texts are to be cut so that they take so many bytes in a page; None for no cut.

    Examples
    --------
    >>> letters_that_fit(["a"], 10_000) is None, letters_that_fit(["a", "b"], 0)
    (True, 0)
    """
    lengths = np.array([len(text) for text in texts])
    some = texts[:: max(1, len(texts) // TASTED)]
    packed = len(gzip.compress(to_json(some), 6)) * 4 / 3 * MARGIN
    fit = room * max(sum(map(len, some)), 1) / packed
    if lengths.sum() <= fit:
        return None
    shorter = range(1, int(lengths.max()) + 1)
    return bisect_right(shorter, fit, key=lambda letters: np.minimum(lengths, letters).sum())


def near_rows(result: CoClustering, rows: np.ndarray) -> list[list[tuple[int, float]]]:
    """For each of some documents, at most ten others of them: where they stand among them, and how alike."""
    S: Any = result.fit.get("document_similarity")
    unit = unit_rows(result.docword.X[rows])
    found = []
    for start in range(0, len(rows), CHUNK):
        part = slice(start, start + CHUNK)
        block = unit[part] @ unit.T if S is None else S[rows[part]][:, rows]
        block = np.array(block.toarray() if is_sparse(block) else block, dtype=np.float64)
        block[np.arange(len(block)), np.arange(start, start + len(block))] = 0
        found += [_best(line) for line in block]
    return found


def _best(line: np.ndarray) -> list[tuple[int, float]]:
    some = np.argpartition(-line, NEAREST)[:NEAREST] if len(line) > NEAREST else np.arange(len(line))
    order = some[np.lexsort((some, -line[some]))]
    return [(int(other), round(float(line[other]), DIGITS)) for other in order if line[other] > 0]


def write_report(
    result: CoClustering,
    path: str | os.PathLike[str],
    *,
    run: str | None = None,
    edits: Sequence[Mapping[str, object]] = (),
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


def numbers_for_page(result: CoClustering, documents: int) -> dict[str, Any]:
    """The numbers of all pictures that a report draws; rows are those of the run."""
    points = {"points": min(POINTS, documents)}
    wanted = [name for name in pictures_of(result) if name not in ELSEWHERE + LONG]
    found = {name: numbers_of(name, result, **(points if name == "map" else {})).as_dict() for name in wanted}
    if "map" in found:
        found[PLAIN_MAP] = numbers_of("map", result, plain=True, **points).as_dict()
    return found


def in_page(pictures: dict[str, Any], places: np.ndarray) -> dict[str, Any]:
    """The same with rows as they stand in the page; what is not in it has no place on the map."""
    new = dict(pictures)
    for name in {"map", PLAIN_MAP} & set(new):
        new[name] = _shown(new[name], places)
    if "row_documents" in new.get("matrix", {}):
        new["matrix"] = {**new["matrix"], "row_documents": places[new["matrix"]["row_documents"]].tolist()}
    return new


def _shown(drawn: dict[str, Any], places: np.ndarray) -> dict[str, Any]:
    there = places[drawn["rows"]]
    kept = [i for i, place in enumerate(there.tolist()) if place >= 0]
    chosen = {name: [drawn[name][i] for i in kept] for name in ("ids", "clusters", "points")}
    note = "" if len(kept) == len(there) else f" Of these, the {len(kept):,} in this file are shown."
    return {**drawn, **chosen, "rows": there[kept].tolist(), "note": drawn["note"] + note}


ENDS = re.compile(r"<(?=/script|!--)", re.IGNORECASE)  # what a browser takes for the end of a script


def bundle(name: str) -> str:
    """A file of the built front end."""
    try:
        return (files("cotext") / "explorer" / "static" / name).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise CotextError(
            "the pages of reports and of the explorer are not built: run 'make web' in the source folder "
            "(it needs npm), or install a wheel, which has them."
        ) from error


def page_of(data: schema.ReportData) -> str:
    """The file: styles, data and program inside it, allowed by their hashes and nothing else."""
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
    """JSON in UTF-8, without NaN; half of a surrogate pair, which UTF-8 cannot hold, is escaped.

    Examples
    --------
    >>> to_json({"text": "né \\ud800"})
    b'{"text": "n\\xc3\\xa9 \\\\ud800"}'
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")
