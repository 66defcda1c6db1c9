"""Do the clusters come back on other documents, and do their words belong together?"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

from cotext.metrics import ari
from cotext.result.measures import coherence

SHARE = 0.8  # of the documents that each resample sees


def steadiness(
    model: Any, X: Any, side: dict[str, Any], read: Callable[[Any], Any], resamples: int
) -> tuple[float, float, float, float]:
    """Fit once on all documents and ``resamples`` times on 80 % of them.

    Parameters
    ----------
    model : estimator
        With its number of clusters set; it is fitted again and again.
    X : csr_array
        The weighted matrix.
    side : dict
        What ``fit`` takes beside it.
    read : callable
        Makes a ``CoClustering`` of the fitted model.
    resamples : int
        At least two.

    Returns
    -------
    tuple of float
        Criterion, stability (mean ARI between resamples), coherence, and the product of the last two.
    """
    seed = model.random_state if isinstance(model.random_state, int | None) else None
    rng = np.random.default_rng(seed)
    sense = coherence(read(model.fit(X, **side)))
    criterion, labelings = model.criterion_, []
    for _ in range(resamples):
        seen = np.sort(rng.choice(X.shape[0], max(round(SHARE * X.shape[0]), 1), replace=False))
        labelings.append(_labels(model.fit(X[seen], **side), X, seen))
    steady = float(np.mean([_agree(one, other) for one, other in combinations(labelings, 2)]))
    return criterion, steady, sense, steady * max(sense, 0.0)


def _labels(model: Any, X: Any, seen: np.ndarray) -> np.ndarray:
    """Clusters of all documents, or -1 for those that a model without ``predict`` has not seen."""
    if hasattr(model, "predict"):
        return model.predict(X)
    labels = np.full(X.shape[0], -1)
    labels[seen] = model.row_labels_
    return labels


def _agree(one: np.ndarray, other: np.ndarray) -> float:
    known = (one >= 0) & (other >= 0)
    return ari(one[known], other[known])
