r"""Consensus: what several models agree on :cite:`strehl2002cluster`.

.. math::

   \max_z \sum_v w_v I(z; y_v), \qquad c_k \propto \sum_{z_i = k} x_i, \qquad |c_k| = 1

(1) the opinions y_v: clusters of the documents by spherical k-means, by ITCC and by WC-NMTF after few, some
    and many sweeps, from several starts each
(2) w = exp(s / t) by kind of opinion; s is the part of log g that clusters from halves of the words share
    with those from all words
(3) z, by ITCC of the documents and the clusters they were given: it loses least of what the opinions say
(4) z_i = argmax_k x_i c_k: every document answers to the centres of z once, and new ones do the same
"""

from __future__ import annotations

from functools import partial
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from cotext.backend import quiet_blas, unit_columns
from cotext.models.engine.checks import generator
from cotext.models.engine.loop import Callback, Progress
from cotext.models.engine.sklearn_private import Interval, StrOptions
from cotext.models.itcc import ITCC
from cotext.models.judging.halves import SPLITS, judge
from cotext.models.judging.opinions import Opinions, agree, clusterings, weigh
from cotext.models.judging.stop import labels_along
from cotext.models.kinds.contexts import UsesContexts, associations
from cotext.models.spherical_kmeans import SphericalKMeans, State
from cotext.models.wc_nmtf import WCNMTF

STOPS = (2, 10, 60)  # sweeps of WC-NMTF: co-occurrence has a word, a say, the last word
TRIAL_STARTS = 3


class Consensus(UsesContexts, SphericalKMeans):
    """The clusters on which spherical k-means, ITCC and WC-NMTF agree.

    No model is best on every collection, and nothing but labels tells which one is; their agreement is as
    good as the best of them or better on most. Opinions count more the more of their clusters comes back from
    half of the words. A word belongs to the centre in which it weighs most; ``row_factor_`` holds the cosine
    of each document with each centre. The usual choice for documents one knows nothing about.

    Parameters
    ----------
    {first parameter}
    n_starts : int, default=5
        Starts of every kind of opinion.
    shift : float, default=2.0
        PMI below log(shift) counts as none.
    n_init : int, default=1
        Whole consensuses, each from opinions of its own, weighed alike; the one whose documents are nearest
        to its centres is kept.
    {remaining parameters}

    Attributes
    ----------
    {attributes}
    opinions_ : list of (name, score, weight)
        Kinds of opinion: the part of log g their clusters share with those from half of the words (NaN where
        there are too few documents or words to tell) and their weight.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import Consensus
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> model = Consensus(n_clusters=3, random_state=0).fit(data.X)
    >>> bool((model.predict(data.X) == model.labels_).all())
    True
    """

    cli_name = "consensus"
    reference = "strehl2002cluster"
    weighting = "log-tf-idf-norm"
    given_starts = False

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_starts": [Interval(Integral, 1, None, closed="left")],
        "shift": [Interval(Real, 0, None, closed="neither")],
        "init": [StrOptions({"k-means++", "random"})],
    }

    def __init__(self, n_clusters=3, *, n_starts=5, shift=2.0, n_init=1, **shared):
        super().__init__(n_clusters, n_init=n_init, **shared)
        self.n_starts = n_starts
        self.shift = shift

    def fit(self, X, y=None, *, cooccurrence=None, callback: Callback | None = None):
        """Group the rows and columns of X.

        Parameters
        ----------
        {X}
        {contexts}
        callback : callable, optional
            Called with a ``Progress`` after every sweep, and before that, without a loss, after each model
            has given its opinion.

        Returns
        -------
        self
        """
        self._steps = _Steps(callback, self.n_init)
        try:
            self._fit(X, callback, cooccurrence)
        finally:
            del self._steps
        return self

    def side(self, X, cooccurrence=None):
        M = associations(X, cooccurrence, self.shift)
        with quiet_blas(self.n_jobs):
            scores = self._scores(self._open(X).host(), M)
        self.opinions_ = list(zip(self._names(), scores.tolist(), weigh(scores).tolist(), strict=True))
        return {"M": M}

    def begin(self, X, rngs, M=None):
        rows, words = X.host(), M.host()
        agreed = [self._agree(rows, words, int(rng.integers(2**31))) for rng in rngs]
        Z = X.put(np.stack([np.eye(self.cluster_pair()[0])[z] for z in agreed]))
        return Z, State(unit_columns(X.sums(Z).XtZ), X.squared_norm())

    def shared(self, s, sums):
        return s

    def _scores(self, X: sparse.csr_array, M: sparse.csr_array) -> np.ndarray:
        """The part of log g that opinions from halves of the words share with those from all words."""
        g = self.cluster_pair()[0]
        rng = generator(self.random_state).spawn(1)[0]
        told = judge(X, M, partial(self._opinions, starts=TRIAL_STARTS), rng) if g > 1 else None
        return told.mean(axis=1) / np.log(g) if told is not None else np.full(len(self._names()), np.nan)

    def _agree(self, X: sparse.csr_array, M: sparse.csr_array, seed: int) -> np.ndarray:
        """(3): the clusters that keep most of what the opinions say, the largest first."""
        opinions = self._opinions(X, M, seed, self.n_starts)
        final = ITCC(self.cluster_pair()[0], device=self.device, n_jobs=self.n_jobs)
        self._steps.next_consensus()
        return agree(opinions, [weight for *_, weight in self.opinions_], final, seed)

    def _opinions(self, X: sparse.csr_array, M: sparse.csr_array, seed: int, starts: int) -> Opinions:
        """(1): one list of clusterings for each kind of opinion, in the order of their names."""
        g = self.cluster_pair()[0]
        shared = {"device": self.device, "n_jobs": self.n_jobs}
        opinions = []
        for model in (SphericalKMeans(g, init=self.init, **shared), ITCC(g, **shared)):
            opinions.append([labels for _, labels in clusterings(model, X, seed, starts)])
            self._steps.done()
        opinions += labels_along(WCNMTF(g, regularization="auto", **shared), X, M, seed, starts, STOPS)
        self._steps.done()
        return opinions

    def _names(self) -> list[str]:
        return ["spherical-kmeans", "itcc", *(f"wc-nmtf, {stop} sweeps" for stop in STOPS)]


class _Steps:
    """Tells a callback how far the opinions are: once of all words and of each half, to weigh them, and then
    of all words for each consensus, by three models."""

    def __init__(self, callback: Callback | None, n_init: int) -> None:
        self.callback, self.n_init = callback, n_init
        self.consensus, self.step, self.total = 1, 0, 3 * (2 + 2 * SPLITS)

    def done(self) -> None:
        self.step += 1
        if self.callback is not None:
            self.callback(Progress(self.consensus, self.n_init, self.step, self.total, float("nan")))

    def next_consensus(self) -> None:
        self.consensus, self.step, self.total = self.consensus + 1, 0, 3
