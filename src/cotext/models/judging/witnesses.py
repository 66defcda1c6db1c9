"""Witnesses: who gives opinions on the clusters of the documents."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Protocol

import numpy as np
from scipy import sparse

from cotext.backend import Entries
from cotext.models.checkpoint import once
from cotext.models.engine import SweepAlgorithm
from cotext.models.itcc import ITCCAlgorithm
from cotext.models.judging.opinions import Opinions, clusterings, clusterings_from
from cotext.models.judging.progress import MODELS, Steps
from cotext.models.judging.stop import labels_along
from cotext.models.spherical_kmeans import SphericalKMeansAlgorithm
from cotext.models.starts.factors import Begun
from cotext.models.starts.fitted import spherical
from cotext.models.wc_nmtf import WCNMTFAlgorithm

STOPS = (2, 10, 20)  # sweeps of WC-NMTF: co-occurrence has a word, a say, the last word
TRIES = 3  # runs of k-means of which a start is the best: of more, all starts are the same
KINDS = ["spherical-kmeans", "itcc", *(f"wc-nmtf, {stop} sweeps" for stop in STOPS)]


class Witnesses(Protocol):
    """Give one list of clusterings for each kind of opinion, in the order of their names."""

    @property
    def names(self) -> list[str]: ...

    def opinions(self, X: Entries, M: sparse.csr_array, seed: int, starts: int, steps: Steps) -> Opinions: ...


@dataclass(frozen=True)
class Models:
    """Spherical k-means, from its clusters ITCC, and WC-NMTF after few, some and many sweeps."""

    g: int
    init: str
    where: dict[str, Any]  # device and threads

    names: ClassVar[list[str]] = KINDS

    def opinions(self, X: Entries, M: sparse.csr_array, seed: int, starts: int, steps: Steps) -> Opinions:
        (labels, judged), begun = self._by_words_alone(X, seed, starts, steps)
        model = WCNMTFAlgorithm(self.g, init=begun, **self.where)
        along = labels_along(model, X, M, seed, starts, STOPS)
        steps.done()
        return [labels, judged, *along]

    def _by_words_alone(self, X: Entries, seed: int, starts: int, steps: Steps) -> tuple[Opinions, Begun]:
        """The opinions that need no ties, and what the others begin with."""
        data = SphericalKMeansAlgorithm(self.g, **self.where).open(X)
        rngs = np.random.default_rng(seed).spawn(starts)
        labels, centres = once("spherical k-means", partial(spherical, data, self.g, rngs, self.init, TRIES))
        begun = Begun.of(data, labels, centres)
        steps.done()
        judge = ITCCAlgorithm(self.g, **self.where)
        judged = once("itcc", lambda: [y for _, y in clusterings_from(judge, data, begun)])
        steps.done()
        return [list(labels), judged], begun


@dataclass(frozen=True, eq=False)
class Seeded:
    """The same models, which all begin with given clusters; these have a vote of their own."""

    g: int
    labels: np.ndarray
    where: dict[str, Any]

    names: ClassVar[list[str]] = [*KINDS, "seed words"]

    def opinions(self, X: Any, M: sparse.csr_array, seed: int, starts: int, steps: Steps) -> Opinions:
        from cotext.models.starts.seeds import start_from  # others need not wait for what it imports

        start = start_from(X, self.labels, self.g, self.g)
        opinions = []
        for kind in (SphericalKMeansAlgorithm, ITCCAlgorithm):
            model: SweepAlgorithm[Any] = kind(self.g, init=start, **self.where)
            opinions.append([labels for _, labels in clusterings(model, X, seed, 1)])
            steps.done()
        opinions += labels_along(WCNMTFAlgorithm(self.g, init=start, **self.where), X, M, seed, 1, STOPS)
        steps.done()
        return [*opinions, [self.labels]]


def ask(
    witnesses: Witnesses, X: Entries, M: sparse.csr_array, seed: int, starts: int, steps: Steps
) -> Opinions:
    """The opinions, from a checkpoint where it has them."""
    after = steps.step + MODELS
    found = once("opinions", lambda: witnesses.opinions(X, M, seed, starts, steps))
    steps.step = after
    return found
