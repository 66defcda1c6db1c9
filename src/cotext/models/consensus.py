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

from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from cotext.backend import open_matrix, unit_columns
from cotext.models._contexts import associations
from cotext.models._halves import SPLITS, sample, shared_information
from cotext.models._loop import Callback, Progress, run_all
from cotext.models._sklearn import Interval, StrOptions
from cotext.models._stop import DOCUMENTS, FEWEST, WORDS, labels_along
from cotext.models.itcc import ITCC
from cotext.models.spherical_kmeans import SphericalKMeans, State
from cotext.models.wc_nmtf import WCNMTF

STOPS = (2, 10, 60)  # sweeps of WC-NMTF: co-occurrence has a word, a say, the last word
TEMPERATURE = 0.1  # t
FINAL_STARTS = 10
TRIAL_STARTS = 3

Opinions = list[list[np.ndarray]]


class Consensus(SphericalKMeans):
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
        Whole consensuses, each from opinions of its own; the one whose documents are nearest to its centres
        is kept.
    {remaining parameters}

    Attributes
    ----------
    {attributes}
    opinions_ : list of (name, score, weight)
        Kinds of opinion in the last consensus: the part of log g their clusters share with those from half of
        the words (NaN where there are too few documents or words to tell) and their weight.

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
        X : array-like or sparse matrix of shape (n_documents, n_words)
            Non-negative, weighted as it comes.
        y : ignored
        cooccurrence : sparse matrix of shape (n_words, n_words), optional
            Symmetric counts of how often two words share a context, from these documents or others;
            counted from X with whole documents as contexts when absent.
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
        return {"M": associations(X, cooccurrence, self.shift)}

    def begin(self, X, rngs, M=None):
        rows, words = X.host(), M.host()
        agreed = [self._agree(rows, words, rng) for rng in rngs]
        Z = X.put(np.stack([np.eye(self.cluster_pair()[0])[z] for z in agreed]))
        return Z, State(unit_columns(X.sums(Z).XtZ), X.squared_norm())

    def shared(self, s, sums):
        return s

    def _agree(self, X: sparse.csr_array, M: sparse.csr_array, rng: np.random.Generator) -> np.ndarray:
        """The clusters that keep most of what the opinions say, the largest first."""
        seed = int(rng.integers(2**31))
        self._steps.begin()
        scores = self._scores(X, M, np.random.default_rng(seed))
        weights = weigh(scores)
        self.opinions_ = list(zip(self._names(), scores.tolist(), weights.tolist(), strict=True))
        kinds = self._opinions(X, M, seed, self.n_starts)
        final = ITCC(self.cluster_pair()[0], device=self.device, n_jobs=self.n_jobs)
        return agree(kinds, weights, final, seed, X.dtype)

    def _scores(self, X: sparse.csr_array, M: sparse.csr_array, rng: np.random.Generator) -> np.ndarray:
        """The part of log g that opinions from halves of the words share with those from all words."""
        some, columns = sample(X, DOCUMENTS, WORDS, rng)
        g = self.cluster_pair()[0]
        if g == 1 or some.shape[0] < FEWEST[0] or some.shape[1] < FEWEST[1]:
            return np.full(len(self._names()), np.nan)
        near, seed = sparse.csr_array(M[columns][:, columns]), int(rng.integers(2**31))

        def group(part: Any, own: Any) -> Opinions:
            return self._opinions(part, sparse.csr_array(near[own][:, own]), seed, TRIAL_STARTS)

        return np.array(shared_information(some, group, rng)) / np.log(g)

    def _opinions(self, X: sparse.csr_array, M: sparse.csr_array, seed: int, starts: int) -> Opinions:
        """(1): one list of clusterings for each kind of opinion, in the order of their names."""
        g = self.cluster_pair()[0]
        shared = {"device": self.device, "n_jobs": self.n_jobs}
        alone = [SphericalKMeans(g, init=self.init, **shared), ITCC(g, **shared)]
        opinions = []
        for model in alone:
            opinions.append([labels for _, labels in _runs(model, X, seed, starts)])
            self._steps.done()
        opinions += labels_along(WCNMTF(g, regularization="auto", **shared), X, M, seed, starts, STOPS)
        self._steps.done()
        return opinions

    def _names(self) -> list[str]:
        return ["spherical-kmeans", "itcc", *(f"wc-nmtf, {stop} sweeps" for stop in STOPS)]


class _Steps:
    """Tells a callback how far the opinions are: of all words and of each half, by three models."""

    def __init__(self, callback: Callback | None, n_init: int) -> None:
        self.callback, self.n_init, self.restart, self.step = callback, n_init, 0, 0

    def begin(self) -> None:
        self.restart, self.step = self.restart + 1, 0

    def done(self) -> None:
        self.step += 1
        if self.callback is not None:
            total = 3 * (2 + 2 * SPLITS)
            self.callback(Progress(self.restart, self.n_init, self.step, total, float("nan")))


def weigh(scores: np.ndarray, temperature: float = TEMPERATURE) -> np.ndarray:
    """(2); all alike where nothing is known.

    Examples
    --------
    >>> weigh(np.array([0.5, 0.4])).round(2).tolist()
    [1.0, 0.37]
    """
    if not np.isfinite(scores).all():
        return np.ones(len(scores))
    return np.exp((scores - scores.max()) / temperature)


def agree(kinds: Opinions, weights: np.ndarray, final: ITCC, seed: int, dtype: Any) -> np.ndarray:
    """(3), the largest cluster first."""
    told = sparse.hstack([w * _one_hot(y) for w, kind in zip(weights, kinds, strict=True) for y in kind])
    runs = _runs(final, sparse.csr_array(told, dtype=dtype), seed, FINAL_STARTS)
    return _by_size(min(runs, key=lambda run: run[0])[1])


def _runs(model: Any, X: sparse.csr_array, seed: int, starts: int) -> list[tuple[float, np.ndarray]]:
    """Criterion and clusters of the documents, start by start."""
    data = model.prepare(open_matrix(X, model.device, model.n_jobs))
    runs = run_all(model, data, np.random.default_rng(seed).spawn(starts))
    return [(run.criterion, data.get(run.Z)[0].argmax(axis=1)) for run in runs]


def _one_hot(labels: np.ndarray) -> sparse.csr_array:
    n = len(labels)
    return sparse.csr_array((np.ones(n), (np.arange(n), labels)), shape=(n, labels.max(initial=0) + 1))


def _by_size(labels: np.ndarray) -> np.ndarray:
    """The same clusters with the largest first, of equals the one that begins first."""
    _, first, own, sizes = np.unique(labels, return_index=True, return_inverse=True, return_counts=True)
    return np.argsort(np.lexsort((first, -sizes)))[own]
