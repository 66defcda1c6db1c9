"""All that the pages of a report show, as much of it as a file that is mailed may hold."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cotext.report import schema
from cotext.report.columns import documents_of, words_of
from cotext.report.html import bundle, page_of
from cotext.report.json import to_json
from cotext.report.neighbours import near_rows
from cotext.report.overview import overview_of
from cotext.report.pictures import in_page, numbers_for_page
from cotext.result import CoClustering

DOCUMENTS, WORDS = 5000, 5000  # at most
BYTES = 8_000_000  # of the file
SHORTEST = 1000  # letters of a text; where they do not fit, there are fewer texts instead
TRIES, MARGIN, TASTED = 12, 1.1, 200


@dataclass(frozen=True)
class Report:
    """A result that becomes a page."""

    result: CoClustering
    run: str
    edits: Sequence[dict[str, Any]] = ()

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
    low, high = 0, int(lengths.max())
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if np.minimum(lengths, middle).sum() <= fit else (low, middle - 1)
    return low
