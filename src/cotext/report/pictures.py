"""The pictures of a run: which it has, and their numbers for a page that holds only some documents."""

from __future__ import annotations

from typing import Any

import numpy as np

from cotext.pictures.prepare import numbers_of, pictures_of
from cotext.result import CoClustering

ELSEWHERE = ("blocks", "words", "cloud", "kwic", "factors")  # other parts of the page say the same
LONG = ("clusters",)  # fits the run again, many times
POINTS = 4000  # of the map
PLAIN_MAP = "map-plain"  # the same documents, placed by their words alone


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
