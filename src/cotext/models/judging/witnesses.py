"""Witnesses: the kinds of opinion on the clusters of the documents."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Protocol

import numpy as np
from scipy import sparse

from cotext.backend import (
    Array,
    Chunks,
    Entries,
    Matrix,
    namespace,
    some_rows,
    to_host,
    unit_columns,
    usable_cores,
)
from cotext.models.checkpoint import once
from cotext.models.engine import SweepAlgorithm
from cotext.models.engine.memory import Size
from cotext.models.itcc import ITCCAlgorithm
from cotext.models.judging.low_rank import CHUNK, OVERSAMPLING, dimensions, leading_directions, neighbor_means
from cotext.models.judging.opinions import Opinions, clusterings, clusterings_from
from cotext.models.judging.points import cluster_means, k_means, place
from cotext.models.judging.progress import MODELS, Steps
from cotext.models.judging.stop import labels_along
from cotext.models.spherical_kmeans import SphericalKMeansAlgorithm
from cotext.models.starts.factors import Begun, used_by
from cotext.models.starts.fitted import spherical
from cotext.models.wc_nmtf import WCNMTFAlgorithm

SWEEPS = 10  # of WC-NMTF as a witness: longer, and co-occurrence has the last word
SEEDED_STOPS = (2, 10, 20)  # of WC-NMTF if all witnesses begin with given clusters
TRIES = 3  # runs of spherical k-means, of which a start is the best: with more, all starts are the same
VIEWS = {"lsa-50": (0, 50), "lsa-100": (0, 100), "lsa-2-51": (1, 51)}  # the dimensions of each
RANK = 100
SMOOTHED = "lsa-100"  # the view in which neighbors are found
LARGE = 30_000  # documents; of more, a sample shows the directions, and neighbors are not searched
KINDS = [
    *("spherical-kmeans", "itcc", *VIEWS, "neighbors"),
    *("itcc from lsa-50", "itcc from neighbors", "wc-nmtf from lsa-50"),
]
SEEDED_KINDS = [
    "spherical-kmeans",
    "itcc",
    *(f"wc-nmtf, {stop} sweeps" for stop in SEEDED_STOPS),
    "seed words",
]


class Witnesses(Protocol):
    """Returns one list of clusterings for each kind of opinion, in the order of their names."""

    @property
    def names(self) -> list[str]: ...

    def opinions(self, X: Entries, M: sparse.csr_array, seed: int, starts: int, steps: Steps) -> Opinions: ...


@dataclass(frozen=True)
class Models:
    """Spherical k-means of all words, k-means of low-rank views, and ITCC and WC-NMTF from their clusters."""

    g: int
    init: str
    where: dict[str, Any]  # device and threads

    names: ClassVar[list[str]] = KINDS

    def opinions(self, X: Entries, M: sparse.csr_array, seed: int, starts: int, steps: Steps) -> Opinions:
        data, rngs = self._open(X), np.random.default_rng(seed).spawn(starts)
        draw = partial(spherical, data, self.g, rngs, self.init, TRIES)
        labels, centers = once("spherical k-means", draw)
        steps.done()
        *views, neighbors = once("low-rank views", partial(self._views, data, seed, starts))
        steps.done()
        first, near = (self._begun(data, labels) for labels in (views[0], neighbors))
        begun = (Begun.of(data, labels, centers), first, near)
        judged = [once("itcc", partial(self._judged, data, one)) for one in begun]
        steps.done()
        model = WCNMTFAlgorithm(self.g, init=first, **self.where)
        along = labels_along(model, X, M, seed, starts, (SWEEPS,))
        steps.done()
        return [list(labels), judged[0], *map(list, views), list(neighbors), *judged[1:], *along]

    def _open(self, X: Entries) -> Matrix:
        return SphericalKMeansAlgorithm(self.g, **self.where).open(X)

    def _views(self, data: Matrix, seed: int, starts: int) -> list[np.ndarray]:
        """Return the clusters of every start in every view."""
        sample, P = self._points(data, np.random.default_rng([seed, 1]))
        some = P if sample is None else P[sample]
        rngs = [rng.spawn(len(VIEWS) + 1) for rng in np.random.default_rng([seed, 2]).spawn(starts)]
        views = [(columns, dimensions(some, columns)) for columns in VIEWS.values()]
        views.append((VIEWS[SMOOTHED], neighbor_means(dimensions(some, VIEWS[SMOOTHED]))))
        found = []
        for i, (columns, view) in enumerate(views):
            labels, centers = (
                list(part) for part in zip(*(k_means(view, self.g, own[i]) for own in rngs), strict=True)
            )
            if sample is None:
                found.append(np.stack(labels))
                continue
            if i == len(VIEWS):  # the others are compared with the centers of the points as they were
                centers = [cluster_means(dimensions(some, columns), z, self.g) for z in labels]
            found.append(place(P, columns, namespace(P).stack(centers)))
        return found

    def _points(self, data: Matrix, rng: np.random.Generator) -> tuple[np.ndarray | None, Array]:
        """The documents along the leading directions, and the sample that shows these if there are many."""
        n, entries = data.shape[0], data.entries()
        if n <= LARGE:
            here = data if sparse.issparse(entries) else self._open(some_rows(entries, np.arange(n)))
            return None, here @ leading_directions(here, RANK)
        sample = np.sort(rng.choice(n, LARGE, replace=False))
        V = leading_directions(self._open(some_rows(entries, sample)), RANK)
        return sample, data @ data.put(to_host(V))

    def _judged(self, data: Matrix, begun: Begun) -> list[np.ndarray]:
        return [y for _, y in clusterings_from(ITCCAlgorithm(self.g, **self.where), data, begun)]

    def _begun(self, data: Matrix, labels: np.ndarray) -> Begun:
        return Begun.of(data, labels, data.get(unit_columns(data.put(used_by(data, labels, self.g)))))


@dataclass(frozen=True, eq=False)
class Seeded:
    """Models that all begin with given clusters, which are one more opinion."""

    g: int
    labels: np.ndarray
    where: dict[str, Any]

    names: ClassVar[list[str]] = SEEDED_KINDS

    def opinions(self, X: Any, M: sparse.csr_array, seed: int, starts: int, steps: Steps) -> Opinions:
        from cotext.models.starts.seeds import start_from  # others need not wait for what it imports

        start = start_from(X, self.labels, self.g, self.g)
        opinions = []
        for kind in (SphericalKMeansAlgorithm, ITCCAlgorithm):
            model: SweepAlgorithm[Any] = kind(self.g, init=start, **self.where)
            opinions.append([labels for _, labels in clusterings(model, X, seed, 1)])
            steps.done()
        opinions += labels_along(
            WCNMTFAlgorithm(self.g, init=start, **self.where), X, M, seed, 1, SEEDED_STOPS
        )
        steps.done()
        return [*opinions, [self.labels]]


def views_bytes(X: Entries, size: Size) -> float:
    """Memory of the low-rank views: bases of both sides in double precision, the views, and cosines."""
    n, width = min(X.shape[0], LARGE), RANK + OVERSAMPLING
    bases = 3.0 * 8 * width * max(size.d, n)
    columns = sum(stop - start for start, stop in VIEWS.values()) + 2 * RANK
    placed = 0.0 if X.shape[0] <= LARGE or isinstance(X, Chunks) else float(size.itemsize) * RANK * X.shape[0]
    cosines = 3.0 * 4 * CHUNK * n * usable_cores()
    return placed + max(bases, 4.0 * columns * n + cosines)


def ask(
    witnesses: Witnesses, X: Entries, M: sparse.csr_array, seed: int, starts: int, steps: Steps
) -> Opinions:
    """Return the opinions, from a checkpoint if it has them."""
    after = steps.step + MODELS
    found = once("opinions", lambda: witnesses.opinions(X, M, seed, starts, steps))
    steps.step = after
    return found
