"""Which number of clusters? By a likelihood if there is one, else by what halves of the words agree on."""

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

DOCUMENTS = 1500  # looked at, at most
SPLITS = (8, 4)  # of the words: for fewer than FEW documents, whose splits scatter more, and for more
STARTS = 10  # of spherical k-means; of two the best scatters so much that it hides planted groups
SHARE = 0.8  # of the documents that each resample sees
WEIGHED = 2  # a consensus that weighs its opinions takes about as long as two that do not
Done = Callable[[int], object]


@dataclass(frozen=True)
class Judged:
    """How good a candidate is."""

    pair: tuple[int, int]
    values: dict[str, float]


def nothing(work: int) -> None:
    """A listener that does not care."""


def judge(candidates: Iterable[Any], ready: Prepared | Any, resamples: int) -> Table:
    """Fit every candidate and say how good it is, a row each; see :func:`judged`."""
    return as_table(judged(candidates, ready, resamples))


def as_table(found: Iterable[Judged]) -> Table:
    """One row per candidate: ``documents``, ``words``, ``criterion``, then ``bic`` and ``icl``, or
    ``stability``, ``coherence``, and the ``agreement``, ``error`` and ``score`` of halves of the words, see
    :class:`Halved`. The last column is the higher the better."""
    known = list(found)
    rows = [(*one.pair, *one.values.values()) for one in known]
    return Table(("documents", "words", *(known[0].values if known else ())), rows)


def judged(
    candidates: Iterable[Any],
    ready: Prepared | Any,
    resamples: int,
    stage: Listener = silent,
    done: Done = nothing,
) -> Iterator[Judged]:
    """Fit every candidate and say how good it is.

    Parameters
    ----------
    candidates : iterable of estimators
        The same model with different numbers of clusters.
    ready : Prepared
        The documents; slices may stand for them where the model has a likelihood.
    resamples : int
        Fits on 80 % of the documents, at least two, for models without a likelihood.
    stage : callable
        Told which candidate is being fitted.
    done : callable
        Called after every fit with its work, as far as that is known before; :func:`work_of` a candidate is
        the sum.
    """
    halved: Halved | None = None
    for model in candidates:
        g, m = model.algorithm.cluster_pair()
        stage(f"fitting {g} x {m} clusters")
        ready = with_associations(ready, model) if isinstance(ready, Prepared) else ready
        with warnings.catch_warnings():
            for told in (ConvergenceWarning, EmptyInputWarning, EmptyClusterWarning):
                warnings.simplefilter("ignore", told)
            if model.algorithm.has_likelihood:
                values = _likelihoods(model, ready)
                done(g)
            else:
                n = with_entries(ready.weighted.X)
                model = _asked_lightly(model, n) if model.algorithm.takes_opinions else model
                values = _steadiness(model, ready, resamples, done)
                halved = halved or _halved(model, ready)
                values |= halved.agreed(g)._asdict()
        yield Judged((g, m), values)


def work_of(model: Any, resamples: int) -> int:
    """How much there is to do for a candidate: a fit of twelve clusters counts six times one of two."""
    algorithm = model.algorithm
    fits = 1 if algorithm.has_likelihood else _first(model) + resamples
    return fits * int(algorithm.cluster_pair()[0])


def _first(model: Any) -> int:
    return WEIGHED if model.algorithm.takes_opinions else 1


def _likelihoods(model: Any, ready: Prepared | Any) -> dict[str, float]:
    """Criterion, BIC and ICL of one fit."""
    X = ready.weighted.X if isinstance(ready, Prepared) else ready
    return dict(zip(("criterion", "bic", "icl"), model.fit(X).fit_.likelihoods(), strict=True))


def _steadiness(model: Any, ready: Prepared, resamples: int, done: Done) -> dict[str, float]:
    """Criterion, stability (mean ARI between the fits) and mean coherence of the fits."""
    X, counts = _that_say_anything(ready)
    seed, g = model.random_state, model.algorithm.cluster_pair()[0]
    rng = np.random.default_rng(seed if isinstance(seed, int | None) else None)
    model.fit(X, **ready.beside)
    done(g * _first(model))
    criterion, labelings = model.criterion_, [model.row_labels_]
    given = {**ready.beside, **_known_scores(model)}
    for _ in range(resamples):
        seen = np.sort(rng.choice(X.shape[0], max(round(SHARE * X.shape[0]), 1), replace=False))
        labelings.append(_labels(model.fit(X[seen], **given), X, seen))
        done(g)
    steady = float(np.mean([_agree(one, other) for one, other in combinations(labelings, 2)]))
    sense = float(np.mean([coherence(counts, z, g) for z in labelings]))
    return {"criterion": criterion, "stability": steady, "coherence": sense}


def _asked_lightly(model: Any, n_documents: int) -> Any:
    """A consensus with fewer starts; few documents, whose clusters scatter more, keep two."""
    starts = 2 if n_documents < FEW else 1
    params = model.get_params(deep=False)
    return type(model)(**params | {"n_starts": min(params["n_starts"], starts), "n_init": 1})


def _known_scores(model: Any) -> dict[str, Any]:
    """What makes another fit of nearly the same documents quicker: how much each kind of opinion counts."""
    if not model.algorithm.takes_opinions:
        return {}
    return {"opinion_scores": np.array([score for _, score, _ in model.opinions_])}


def _halved(model: Any, ready: Prepared) -> Halved:
    seed = int(model.random_state) if isinstance(model.random_state, Integral) else 0
    return Halved(_that_say_anything(ready)[0], seed, model.n_jobs)


def _that_say_anything(ready: Prepared) -> tuple[sparse.csr_array, sparse.csr_array]:
    """Weights and counts of the documents that have words; the others are not drawn either."""
    X, counts = ready.weighted.X, ready.counts
    empty = without_words(X)
    return (X[~empty], counts[~empty]) if empty.any() and not empty.all() else (X, counts)


def _labels(model: Any, X: sparse.csr_array, seen: np.ndarray) -> np.ndarray:
    """Clusters of all documents, or -1 for those that a model without ``predict`` has not seen."""
    if predicts(model):
        return np.asarray(model.predict(X))
    labels = np.full(X.shape[0], -1)
    labels[seen] = model.row_labels_
    return labels


def _agree(one: np.ndarray, other: np.ndarray) -> float:
    known = (one >= 0) & (other >= 0)
    return ari(one[known], other[known])


class Agreed(NamedTuple):
    """``agreement``: share of what halves could tell each other; ``score``, its standard error ``error``."""

    agreement: float
    error: float
    score: float


class Halved:
    """The halves of the words of some documents: do clusters from the one agree with those from the other?

    The halves have no word in common, so clusters from the one agree with clusters from the other only as far
    as the documents have groups: about 0 in documents whose words were shuffled, for any number of clusters.
    That sets it apart from the agreement of fits to other documents, which is high for few clusters whether
    there are groups or not. The amount of information that both find grows with the number of clusters, its
    share of what they could find falls: the score is the share times the square root of the amount.

    Parameters
    ----------
    X : csr_array
        Documents by words, weighted.
    seed : int
        Of the sample of documents, the splits and the starts.
    n_jobs : int or None
        Threads.

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
        some = X[np.sort(rng.permutation(used)[:DOCUMENTS])].astype(np.float64)
        parts = [part for part, _ in halves(some, rng, splits)]
        lengths = np.diff(some.indptr)
        self._pairs = [_known(*both, lengths) for both in zip(parts[::2], parts[1::2], strict=True)]
        self._seed, self._n_jobs = seed, n_jobs

    def agreed(self, n_clusters: int) -> Agreed:
        """What halves of the words share of so many clusters."""
        shares, scores = [], []
        for split, (one, other, lengths) in enumerate(self._pairs):
            rng = np.random.default_rng([self._seed, split, n_clusters])
            told, share = 0.0, 0.0
            if len(lengths) >= n_clusters:
                z, y = self._labels(one, n_clusters), self._labels(other, n_clusters)
                told = shared_beyond_chance(z, y, lengths, rng)
                most = max(float(entropy(np.bincount(labels) / len(labels))) for labels in (z, y))
                share = told / most if most > 0 else 0.0
            shares.append(share)
            scores.append(share * np.sqrt(max(told, 0.0)))  # chance alone may be below 0
        error = float(np.std(scores, ddof=1) / np.sqrt(len(scores)))
        return Agreed(float(np.mean(shares)), error, float(np.mean(scores)))

    def _labels(self, X: sparse.csr_array, n_clusters: int) -> np.ndarray:
        model = SphericalKMeans(n_clusters, n_init=STARTS, random_state=self._seed, n_jobs=self._n_jobs)
        return np.asarray(model.fit(X).row_labels_)


def _known(
    one: sparse.csr_array, other: sparse.csr_array, lengths: np.ndarray
) -> tuple[sparse.csr_array, sparse.csr_array, np.ndarray]:
    """The documents that have words in both halves, and how many they have in all."""
    both = (np.diff(one.indptr) > 0) & (np.diff(other.indptr) > 0)
    return one[both], other[both], lengths[both]


Measures = dict[str, float | int | bool]


def measures(result: CoClustering, n_words: int = 10) -> Measures:
    """Agreement with known classes, then what needs no classes; what cannot be measured is left out.

    ``npmi`` judges the top words of each document cluster by the documents of the run itself.
    """
    words = _of_words(result.cluster_counts, result.counts, n_words)
    found = {**result.metrics, **words, **_of_factors(result)}
    return {name: value for name, value in found.items() if math.isfinite(value)}


def coherence(counts: sparse.csr_array, labels: np.ndarray, n_clusters: int, n_words: int = 10) -> float:
    """Mean NPMI of the top words of clusters of documents; 0 if no cluster has two words.

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
    chosen = sorted({word for words in top for word in words})
    presence = counts[:, chosen] > 0
    place = {word: i for i, word in enumerate(chosen)}
    each = npmi(
        [[place[word] for word in words] for words in top],
        count_contexts(presence.astype(np.int32)),
        word_counts=presence.sum(axis=0),
        n_contexts=with_entries(counts),
    )
    return {"npmi": float(np.mean(each)), "topic_diversity": topic_diversity(top)}


def _of_factors(result: CoClustering) -> Measures:
    """The error of Z S W', where the model is a product of that form."""
    names = ("row_factor", "block", "column_factor")
    Z, S, W = (np.asarray(result.fit.get(name, ())) for name in names)
    n, d = result.docword.X.shape
    if Z.ndim != 2 or W.ndim != 2 or (len(Z), len(W), S.shape) != (n, d, (Z.shape[1], W.shape[1])):
        return {}
    return {"reconstruction_error": reconstruction_error(result.docword.X, Z, S, W)}
