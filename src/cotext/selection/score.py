"""Score numbers of clusters, by a likelihood if there is one, else by agreement of halves of the words."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from cotext.cooccurrence import count_contexts
from cotext.errors import EmptyClusterWarning, EmptyInputWarning
from cotext.fitting import with_associations
from cotext.matrix import with_entries
from cotext.metrics import ari, npmi, reconstruction_error, topic_diversity
from cotext.models import SphericalKMeans
from cotext.models.consensus import FEW
from cotext.models.engine import Estimator
from cotext.models.families.information import entropy
from cotext.models.judging.chance_corrected import shared_beyond_chance
from cotext.models.judging.split_half import halves
from cotext.recipe import Listener, Prepared, silent
from cotext.result import (
    CoClustering,
    Floats,
    Table,
    counts_by_cluster,
    most_relevant,
    predicts,
    relevance,
    without_words,
)

DOCUMENTS = 1500  # at most, for halves of the words
SPLITS = (8, 4)  # of the words: for fewer than FEW documents, whose splits vary more, and for more
STARTS = 10  # of spherical k-means; the best of two varies so much that it hides planted groups
SHARE = 0.8  # of the documents in each resample
WEIGHED = 2  # a consensus that weighs its opinions takes about as long as two that do not
Done = Callable[[int], object]
Measures = dict[str, float | int | bool]


@dataclass(frozen=True)
class Judged:
    """The scores of a candidate."""

    pair: tuple[int, int]
    values: dict[str, float]


def judge(candidates: Iterable[Estimator], ready: Prepared | Any, resamples: int) -> Table:
    """Fit every candidate and return a row of scores for each; see :func:`judged`."""
    return as_table(judged(candidates, ready, resamples))


def as_table(judgments: Iterable[Judged]) -> Table:
    """Return one row per candidate: ``documents``, ``words``, ``criterion``, then ``bic`` and ``icl``, or
    ``stability``, ``coherence``, and the ``agreement``, ``error`` and ``score`` of halves of the words, see
    :class:`Halved`. Higher values of the last column are better."""
    judgments = list(judgments)
    rows = [(*judged.pair, *judged.values.values()) for judged in judgments]
    return Table(("documents", "words", *(judgments[0].values if judgments else ())), rows)


def judged(
    candidates: Iterable[Estimator],
    ready: Prepared | Any,
    resamples: int,
    stage: Listener = silent,
    done: Done = lambda work: None,
) -> Iterator[Judged]:
    """Fit and score every candidate.

    Parameters
    ----------
    candidates : iterable of estimators
        The same model with different numbers of clusters.
    ready : Prepared
        The documents; or slices, if the model has a likelihood.
    resamples : int
        Fits on 80 % of the documents, at least two, for models without a likelihood.
    stage : callable
        Called with a description of each candidate before its fit.
    done : callable
        Called after every fit with its work; :func:`work_of` a candidate is the sum.
    """
    halved: Halved | None = None
    for model in candidates:
        g, m = model.algorithm.cluster_pair()
        stage(f"fitting {g} x {m} clusters")
        ready = with_associations(ready, model) if isinstance(ready, Prepared) else ready
        with warnings.catch_warnings():
            for category in (ConvergenceWarning, EmptyInputWarning, EmptyClusterWarning):
                warnings.simplefilter("ignore", category)
            if model.algorithm.has_likelihood:
                fit: Any = model.fit(ready.weighted.X if isinstance(ready, Prepared) else ready).fit_
                values = dict(zip(("criterion", "bic", "icl"), fit.likelihoods(), strict=True))
                done(g)
            else:
                model = _with_fewer_starts(model, with_entries(ready.weighted.X))
                values = _stability(model, ready, resamples, done)
                if halved is None:
                    seed = int(model.random_state) if isinstance(model.random_state, Integral) else 0
                    halved = Halved(_with_words(ready)[0], seed, model.n_jobs)
                values |= halved.agreed(g)._asdict()
        yield Judged((g, m), values)


def work_of(model: Estimator, resamples: int) -> int:
    """Return the work of a candidate: a fit of twelve clusters counts six times one of two."""
    algorithm = model.algorithm
    fits = 1 if algorithm.has_likelihood else _work_of_first(model) + resamples
    return fits * int(algorithm.cluster_pair()[0])


def _work_of_first(model: Estimator) -> int:
    return WEIGHED if model.algorithm.takes_opinions else 1


def _stability(model: Estimator, ready: Prepared, resamples: int, done: Done) -> dict[str, float]:
    """Return the criterion, the stability (mean ARI between the fits) and the mean coherence of the fits."""
    X, counts = _with_words(ready)
    seed, g = model.random_state, model.algorithm.cluster_pair()[0]
    rng = np.random.default_rng(seed if isinstance(seed, int | None) else None)
    extras = dict(ready.beside)
    model.fit(X, **extras)
    done(g * _work_of_first(model))
    criterion, labelings = model.criterion_, [model.row_labels_]
    if model.algorithm.takes_opinions:  # known scores make fits of nearly the same documents faster
        extras["opinion_scores"] = np.array([score for _, score, _ in model.opinions_])
    for _ in range(resamples):
        rows = np.sort(rng.choice(X.shape[0], max(round(SHARE * X.shape[0]), 1), replace=False))
        labelings.append(_labels(model.fit(X[rows], **extras), X, rows))
        done(g)
    agreements, coherences = [], [coherence(counts, z, g) for z in labelings]
    for z, y in combinations(labelings, 2):
        known = (z >= 0) & (y >= 0)
        agreements.append(ari(z[known], y[known]))
    means = {"stability": float(np.mean(agreements)), "coherence": float(np.mean(coherences))}
    return {"criterion": criterion, **means}


def _with_fewer_starts(model: Estimator, n_documents: int) -> Estimator:
    """Reduce the starts of a consensus to one, or to two for few documents, whose clusters vary more."""
    if not model.algorithm.takes_opinions:
        return model
    params = model.get_params(deep=False)
    n_starts = min(params["n_starts"], 2 if n_documents < FEW else 1)
    return type(model)(**params | {"n_starts": n_starts, "n_init": 1})


def _with_words(ready: Prepared) -> tuple[sparse.csr_array, sparse.csr_array]:
    """Return weights and counts of the documents with words, from which resamples are drawn."""
    X, counts = ready.weighted.X, ready.counts
    empty = without_words(X)
    return (X[~empty], counts[~empty]) if empty.any() and not empty.all() else (X, counts)


def _labels(model: Estimator, X: sparse.csr_array, rows: np.ndarray) -> np.ndarray:
    """Return clusters of all documents; -1 for those that a model without ``predict`` was not fitted on."""
    if predicts(model):
        return np.asarray(model.predict(X))
    labels = np.full(X.shape[0], -1)
    labels[rows] = model.row_labels_
    return labels


class Agreed(NamedTuple):
    """``agreement``: share of the information of halves; ``score``, with its standard error ``error``."""

    agreement: float
    error: float
    score: float


class Halved:
    """Halves of the words of some documents, and how much clusters from both halves agree.

    The halves have no word in common, so their clusters agree only as far as the documents have groups: about
    0 in documents whose words were shuffled, for any number of clusters. The agreement of fits to other
    documents, in contrast, is high for few clusters with or without groups. With more clusters, the shared
    information grows and its share of all information falls: the score is the share times the square root of
    the shared information.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> halved = Halved(make_planted(n_clusters=3, random_state=0).X)
    >>> scores = [halved.agreed(g).score for g in (2, 3, 4)]
    >>> scores.index(max(scores))
    1
    """

    def __init__(self, X: sparse.csr_array, seed: int = 0, n_jobs: int | None = None) -> None:
        rng = np.random.default_rng(seed)
        used = np.flatnonzero(np.diff(X.indptr))
        splits = SPLITS[0 if len(used) < FEW else 1]
        sample = X[np.sort(rng.permutation(used)[:DOCUMENTS])].astype(np.float64)
        parts = [part for part, _ in halves(sample, rng, splits)]
        lengths = np.diff(sample.indptr)
        self._pairs = [_in_both(*pair, lengths) for pair in zip(parts[::2], parts[1::2], strict=True)]
        self._seed, self._n_jobs = seed, n_jobs

    def agreed(self, n_clusters: int) -> Agreed:
        """Return the agreement of the halves for a number of clusters."""
        shares, scores = [], []
        for split, (half, other, lengths) in enumerate(self._pairs):
            rng = np.random.default_rng([self._seed, split, n_clusters])
            shared, share = 0.0, 0.0
            if len(lengths) >= n_clusters:
                z, y = self._labels(half, n_clusters), self._labels(other, n_clusters)
                shared = shared_beyond_chance(z, y, lengths, rng)
                most = max(float(entropy(np.bincount(labels) / len(labels))) for labels in (z, y))
                share = shared / most if most > 0 else 0.0
            shares.append(share)
            scores.append(share * np.sqrt(max(shared, 0.0)))  # chance alone may be below 0
        error = float(np.std(scores, ddof=1) / np.sqrt(len(scores)))
        return Agreed(float(np.mean(shares)), error, float(np.mean(scores)))

    def _labels(self, X: sparse.csr_array, n_clusters: int) -> np.ndarray:
        model = SphericalKMeans(n_clusters, n_init=STARTS, random_state=self._seed, n_jobs=self._n_jobs)
        return np.asarray(model.fit(X).row_labels_)


def _in_both(
    half: sparse.csr_array, other: sparse.csr_array, lengths: np.ndarray
) -> tuple[sparse.csr_array, sparse.csr_array, np.ndarray]:
    """Return the documents with words in both halves, and their numbers of words."""
    both = ~(without_words(half) | without_words(other))
    return half[both], other[both], lengths[both]


def measures(result: CoClustering, n_words: int = 10) -> Measures:
    """Return all measures of a run: agreement with known classes, and those without classes.

    ``npmi`` scores the top words of each document cluster by the documents of the run itself.
    """
    words = _of_words(result.cluster_counts, result.counts, n_words)
    values = {**result.metrics, **words, **_of_factors(result)}
    return {name: value for name, value in values.items() if math.isfinite(value)}


def coherence(counts: sparse.csr_array, labels: np.ndarray, n_clusters: int, n_words: int = 10) -> float:
    """Return the mean NPMI of the top words of document clusters; 0 if no cluster has two words.

    Examples
    --------
    >>> counts = sparse.csr_array([[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1]])
    >>> [round(coherence(counts, np.array(labels), 2), 3) for labels in ([0, 0, 1], [0, 1, 1])]
    [1.0, 0.333]
    """
    return float(_of_words(counts_by_cluster(counts, labels, n_clusters), counts, n_words).get("npmi", 0.0))


def _of_words(by_cluster: Floats, counts: sparse.csr_array, n_words: int) -> Measures:
    top = [words for scores in relevance(by_cluster) if len(words := most_relevant(scores, n_words)) > 1]
    if not top:
        return {}
    columns = sorted({word for words in top for word in words})
    presence = counts[:, columns] > 0
    index = {word: i for i, word in enumerate(columns)}
    values = npmi(
        [[index[word] for word in words] for words in top],
        count_contexts(presence.astype(np.int32)),
        word_counts=presence.sum(axis=0),
        n_contexts=with_entries(counts),
    )
    return {"npmi": float(np.mean(values)), "topic_diversity": topic_diversity(top)}


def _of_factors(result: CoClustering) -> Measures:
    """Return the error of Z S W' if the model is a product of that form."""
    names = ("row_factor", "block", "column_factor")
    Z, S, W = (np.asarray(result.fit.get(name, ())) for name in names)
    n, d = result.docword.X.shape
    if Z.ndim != 2 or W.ndim != 2 or (len(Z), len(W), S.shape) != (n, d, (Z.shape[1], W.shape[1])):
        return {}
    return {"reconstruction_error": reconstruction_error(result.docword.X, Z, S, W)}
