"""The pictures of a result, their numbers by name, and these without the clusters set aside as noise."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import compress
from numbers import Integral, Real
from typing import Any, TypeVar

import numpy as np

from cotext.errors import UsageError, did_you_mean
from cotext.pictures.numbers import Numbers, cluster_names, counted, has_classes, percent
from cotext.pictures.prepare.blocks import BlocksPicture
from cotext.pictures.prepare.cloud import CloudPicture
from cotext.pictures.prepare.clusters import LARGEST
from cotext.pictures.prepare.graph import GraphPicture
from cotext.pictures.prepare.map import MapPicture
from cotext.pictures.prepare.sizes import SizesPicture, largest
from cotext.pictures.prepare.stability import comparable
from cotext.pictures.prepare.stream import YEAR, StreamPicture, largest_change
from cotext.pictures.prepare.words import WordsPicture
from cotext.pictures.questions import QUESTIONS, known
from cotext.result import CoClustering

Noise = Collection[int]
Panels = TypeVar("Panels", WordsPicture, CloudPicture)
LEAST = {"pixels": 1, "points": 1, "pairs": 1, "rows": 1, "width": 1, "bins": 1}  # the others from 0 up
HIGHEST = 2**31 - 1
TYPES = {"bool": (bool, "true or false"), "int": (Integral, "a whole number"), "float": (Real, "a number")}
WITH_NOISE = ("matrix", "similarity", "stability", "sankey", "confusion", "factors", "tree")


def numbers_of(name: str, result: CoClustering, **options: Any) -> Numbers:
    """Return the numbers of the picture called ``name``.

    Parameters
    ----------
    name : str
        One of ``cotext.pictures.QUESTIONS``.
    **options
        Those of the picture's ``prepare``.
    """
    prepare = import_module(f"cotext.pictures.prepare.{known(name)}").prepare
    parameters = inspect.signature(prepare).parameters
    settings = list(parameters)[1:]
    unknown = [option for option in options if option not in settings]
    if unknown:
        guess = did_you_mean(unknown[0], settings)
        possible = f"expected one of {', '.join(settings)}" if settings else "it has no settings"
        raise UsageError(f"the picture {name!r} has no setting {unknown[0]!r}{guess}; {possible}.")
    for option, value in options.items():
        if value is not None:
            _check(option, value, *TYPES.get(parameters[option].annotation.removesuffix(" | None"), ()))
    numbers: Numbers = prepare(result, **options)
    return numbers


def _check(option: str, value: object, kind: type = object, text: str = "") -> None:
    """Refuse values that no picture can use. ``document_cluster`` checks numbers of clusters."""
    if not isinstance(value, kind):
        raise UsageError(f"{option}={value}: expected {text}.")
    if not isinstance(value, Integral) or option == "cluster":
        return
    least, number = LEAST.get(option, 0), int(value)
    if not least <= number <= HIGHEST:
        shown = number if abs(number) < 10**20 else "a number of more than 20 digits"
        raise UsageError(f"{option}={shown}: expected a whole number from {least} to {HIGHEST:,}.")


def numbers_to_draw(name: str, result: CoClustering, *, noise: bool = False, **options: Any) -> Numbers:
    """Return the numbers of a picture without noise, unless ``noise`` or a single cluster is requested."""
    numbers = numbers_of(name, result, **options)
    return numbers if noise or options.get("cluster") is not None else without_noise(numbers, result)


def without_noise(numbers: Numbers, result: CoClustering) -> Numbers:
    """Leave out noise, unless everything is noise; pictures that judge the whole run count it."""
    noise: Noise = result.noise
    other_sizes = result.sizes[[k for k in range(result.n_clusters[0]) if k not in noise]]
    if not noise or not other_sizes.any():
        return numbers
    names = "; ".join(name for k, name in enumerate(cluster_names(result)) if k in noise)
    if numbers.name in WITH_NOISE:
        return replace(numbers, note=_joined(numbers.note, f"Includes the noise: {names}."))
    if numbers.name not in LEAVE_OUT:
        return numbers
    remaining: Numbers = LEAVE_OUT[numbers.name](numbers, noise)
    return replace(remaining, note=_joined(remaining.note, f"Left out as noise: {names}."))


def _joined(note: str, more: str) -> str:
    return f"{note.rstrip('.')}. {more}" if note else more


def _without(numbers: Numbers, noise: Noise, clusters: str, *others: str) -> dict[str, Any]:
    """Return the field ``clusters`` and parallel fields without the entries of noise."""
    shown = [k not in noise for k in getattr(numbers, clusters)]
    return {name: list(compress(getattr(numbers, name), shown)) for name in (clusters, *others)}


def _map(numbers: MapPicture, noise: Noise) -> MapPicture:
    shown = ~np.isin(numbers.clusters, list(noise))
    if not shown.any():  # in the sample
        return numbers
    words = ~np.isin(numbers.word_clusters, list(noise))
    centres = numbers.centres.copy()
    centres[sorted(noise)] = np.nan
    n, g = int(shown.sum()), len(numbers.names) - len(noise)
    title = f"{counted(n, 'document')} in {counted(g, 'cluster')}"
    return replace(
        numbers,
        title=title,
        alt=f"Map of {title}.",
        points=numbers.points[shown],
        centres=centres,
        names=["" if k in noise else name for k, name in enumerate(numbers.names)],
        word_points=numbers.word_points[words],
        **_without(numbers, noise, "clusters", "rows", "ids"),
        **_without(numbers, noise, "word_clusters", "words"),
    )


def _sizes(numbers: SizesPicture, noise: Noise) -> SizesPicture:
    new = _without(numbers, noise, "clusters", "names", "documents", "mass")
    title = largest(new["names"][0], new["documents"][0], sum(new["documents"]))
    alt = f"Bars of {len(new['clusters'])} clusters by number of documents. {title}."
    return replace(numbers, title=title, alt=alt, **new)


def _panels(numbers: Panels, noise: Noise) -> Panels:
    new = _without(numbers, noise, "clusters", "sizes")
    rows = [row for row in numbers.rows if row[0] not in noise]
    title = f"The words of {counted(len(new['clusters']), 'cluster')}"
    return replace(numbers, title=title, alt=f"{title}.", rows=rows, **new)


def _blocks(numbers: BlocksPicture, noise: Noise) -> BlocksPicture:
    shown = ~np.isin(numbers.row_clusters, list(noise))
    new = {name: getattr(numbers, name)[shown] for name in ("mass", "density", "lift", "residual")}
    above = int((new["lift"] > 1).sum())
    title = f"{above:,} of {new['lift'].size:,} blocks hold more counts than expected"
    return replace(
        numbers,
        title=title,
        alt=f"Heat map of {shown.sum()} document by {len(numbers.column_names)} word clusters. {title}.",
        **_without(numbers, noise, "row_clusters", "row_names"),
        **new,
    )


def _graph(numbers: GraphPicture, noise: Noise) -> GraphPicture:
    edges = [edge for edge in numbers.edges if edge[0] not in noise]
    new = _without(numbers, noise, "row_clusters", "row_names", "row_mass")
    inside = percent(sum(edge[2] for edge in edges))
    title = f"{len(edges):,} links carry {inside} of all counts"
    return replace(numbers, title=title, alt=f"{title}.", edges=edges, **new)


def _stream(numbers: StreamPicture, noise: Noise) -> StreamPicture:
    counts = numbers.counts.copy()
    counts[sorted(noise)] = 0
    title = largest_change(numbers.periods, counts, numbers.kind, numbers.unit, numbers.names)
    names = ["" if k in noise else name for k, name in enumerate(numbers.names)]
    return replace(numbers, title=title, alt=f"Shares of clusters. {title}.", counts=counts, names=names)


def pictures_of(result: CoClustering) -> list[str]:
    """Return the names of the pictures that can be drawn of a run."""
    return [name for name in QUESTIONS if name not in NEEDS or NEEDS[name](result)]


def _works(name: str, result: CoClustering) -> bool:
    try:
        numbers_of(name, result)
    except UsageError:
        return False
    return True


def _has_periods(result: CoClustering) -> bool:
    """Prepare the picture only if slices, dates, or a year in the first document's name suggest periods."""
    docword, slices = result.docword, result.fit.get("slice_blocks")
    likely = docword.dates is not None or slices is not None or YEAR.search(docword.ids[0]) is not None
    return likely and _works("stream", result)


LEAVE_OUT: dict[str, Callable[[Any, Noise], Any]] = {
    "map": _map,
    "sizes": _sizes,
    "words": _panels,
    "cloud": _panels,
    "blocks": _blocks,
    "graph": _graph,
    "stream": _stream,
}


NEEDS: dict[str, Callable[[CoClustering], bool]] = {
    "sankey": has_classes,
    "confusion": has_classes,
    "kwic": lambda result: result.excerpts is not None,
    "map": lambda result: bool((~result.is_empty).any()),
    "stability": lambda result: comparable(result) is not None,
    "clusters": lambda result: result.docword.X.nnz <= LARGEST and result.fit.get("n_slices", 1) == 1,
    "convergence": partial(_works, "convergence"),
    "stream": _has_periods,
}
