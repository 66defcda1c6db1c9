"""Which number of clusters? By a likelihood where there is one, else by what comes back and makes sense."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from cotext.errors import EmptyClusterWarning, EmptyInputWarning
from cotext.metrics import ari
from cotext.models.consensus import Consensus
from cotext.models.kinds.likelihood import WithLikelihood
from cotext.models.kinds.weighed import asked_again
from cotext.recipe import Listener, Prepared, silent
from cotext.result.coclustering import CoClustering
from cotext.result.measures import coherence
from cotext.result.table import Table

SHARE = 0.8  # of the documents that each resample sees


def nothing() -> None:
    """A listener that does not care."""


def judge(
    candidates: Iterable[Any],
    ready: Prepared | Any,
    resamples: int,
    stage: Listener = silent,
    fitted: Callable[[], object] = nothing,
) -> Table:
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
    fitted : callable
        Called after every fit, of which there are :func:`fits_of` each candidate.

    Returns
    -------
    Table
        One row per candidate: ``documents``, ``words``, ``criterion``, then ``bic`` and ``icl``, or
        ``stability``, ``coherence`` and their product. The highest value of the last column is best.
    """
    rows: list[tuple[float, ...]] = []
    columns: tuple[str, ...] = ()
    for model in candidates:
        g, m = model.cluster_pair()
        stage(f"fitting {g} x {m} clusters")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            warnings.simplefilter("ignore", EmptyInputWarning)
            warnings.simplefilter("ignore", EmptyClusterWarning)
            if likely := isinstance(model, WithLikelihood):
                values = likelihoods(model, ready)
                fitted()
            else:
                values = steadiness(model, ready, resamples, fitted)
        rows.append((g, m, *values))
        columns = ("bic", "icl") if likely else ("stability", "coherence", "score")
    return Table(("documents", "words", "criterion", *columns), rows)


def likelihoods(model: Any, ready: Prepared | Any) -> tuple[float, ...]:
    """Criterion, BIC and ICL of one fit."""
    X = ready.weighted.X if isinstance(ready, Prepared) else ready
    return tuple(model.fit(X).likelihoods())


def fits_of(model: Any, resamples: int) -> int:
    """How often a candidate is fitted."""
    return 1 if isinstance(model, WithLikelihood) else 1 + resamples


def steadiness(
    model: Any, ready: Prepared, resamples: int, fitted: Callable[[], object] = nothing
) -> tuple[float, ...]:
    """Criterion, stability (mean ARI between fits on other documents), coherence, and their product."""
    X, seed = ready.weighted.X, model.random_state
    rng = np.random.default_rng(seed if isinstance(seed, int | None) else None)
    model.fit(X, **ready.beside)
    fitted()
    sense = coherence(CoClustering(model, ready.weighted, counts=ready.counts, provenance={}))
    criterion, labelings = model.criterion_, []
    again = asked_again(model) if type(model) is Consensus else model
    for _ in range(resamples):
        seen = np.sort(rng.choice(X.shape[0], max(round(SHARE * X.shape[0]), 1), replace=False))
        labelings.append(_labels(again.fit(X[seen], **ready.beside), X, seen))
        fitted()
    steady = float(np.mean([_agree(one, other) for one, other in combinations(labelings, 2)]))
    return criterion, steady, sense, steady * max(sense, 0.0)


def _labels(model: Any, X: Any, seen: np.ndarray) -> np.ndarray:
    """Clusters of all documents, or -1 for those that a model without ``predict`` has not seen."""
    if hasattr(model, "predict"):
        return np.asarray(model.predict(X))
    labels = np.full(X.shape[0], -1)
    labels[seen] = model.row_labels_
    return labels


def _agree(one: np.ndarray, other: np.ndarray) -> float:
    known = (one >= 0) & (other >= 0)
    return ari(one[known], other[known])
