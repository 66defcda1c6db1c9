"""The pictures of a run: which it has, and their numbers for a page that holds only some documents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cotext.errors import UsageError
from cotext.pictures import QUESTIONS
from cotext.pictures.prepare import numbers_of
from cotext.pictures.prepare.clusters import LARGEST
from cotext.pictures.prepare.stability import asked_of
from cotext.pictures.prepare.stream import YEAR
from cotext.result import CoClustering

ELSEWHERE = ("blocks", "words", "cloud", "kwic", "factors")  # other parts of the page say the same
LONG = ("clusters",)  # fits the run again, many times
POINTS = 4000  # of the map
PLAIN_MAP = "map-plain"  # the same documents, placed by their words alone


def has_classes(result: CoClustering) -> bool:
    """Whether some documents have a known class."""
    labels = result.docword.labels
    return labels is not None and bool((labels >= 0).any())


def pictures_of(result: CoClustering) -> list[str]:
    """The pictures that a run has, found out without making those that take long."""
    return [name for name in QUESTIONS if name not in NEEDS or NEEDS[name](result)]


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


def _works(name: str) -> Callable[[CoClustering], bool]:
    def works(result: CoClustering) -> bool:
        try:
            numbers_of(name, result)
        except UsageError:
            return False
        return True

    return works


def _has_periods(result: CoClustering) -> bool:
    """Looked at closely only where there are slices, dates, or years in names, of which the first tells."""
    docword, slices = result.docword, getattr(result.model, "slice_blocks_", None)
    hinted = docword.dates is not None or slices is not None or YEAR.search(docword.ids[0]) is not None
    return hinted and _works("stream")(result)


NEEDS: dict[str, Callable[[CoClustering], bool]] = {
    "sankey": has_classes,
    "confusion": has_classes,
    "kwic": lambda result: result.excerpts is not None,
    "map": lambda result: bool((~result.is_empty).any()),
    "stability": lambda result: asked_of(result) is not None,
    "clusters": lambda result: result.docword.X.nnz <= LARGEST and getattr(result.model, "n_slices_", 1) == 1,
    "convergence": _works("convergence"),
    "stream": _has_periods,
}
