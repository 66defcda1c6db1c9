"""How many sweeps use co-occurrence, chosen without labels.

A fit starts from clusters of the documents alone. With a large weight, each sweep increases the influence of
the co-occurrences. If they reflect the classes, the fit should continue to the end; if not, stop early.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from scipy import sparse

from cotext.backend import Entries, open_matrix, quiet_blas, squares_in
from cotext.models.checkpoint import once
from cotext.models.engine import Extras, along, generator
from cotext.models.judging.split_half import first_good, judge, part_of

if TYPE_CHECKING:
    from cotext.models.families.contexts import WithContexts

STOPS = (2, 5, 10, 20, 30, 60)
USUAL = 10  # between them, for collections too small to be halved
SHARE = 1000.0  # of M's term, in units of |X|^2 / |M|^2; lambda = 1 is 400 to 18,000 on the papers' data
TRIAL_STARTS = 3  # side by side; ten chose the same stops

Choices: TypeAlias = list[tuple[int, float]]


def choose_stop(model: WithContexts[Any], X: Entries, M: sparse.csr_array) -> tuple[int, Choices]:
    """Return the first stop with about the best score by halves of the words, and all scores."""
    stops = [stop for stop in STOPS if stop < model.max_iter] or [model.max_iter]
    scores = judge_stops(model, X, M, stops)
    if scores is None:
        return min(USUAL, model.max_iter), []
    return stops[first_good(scores)], list(zip(stops, scores.mean(axis=1).tolist(), strict=True))


def told_by_halves(
    model: WithContexts[Any], X: Entries, M: sparse.csr_array, choices: Choices | None = None
) -> float:
    """Return the part of log g that clusters from halves of the words share with those from all words.

    ``choices`` are those of a fit to X that has chosen its stop; they are not computed again.
    """
    with quiet_blas(model.n_jobs):
        if model.regularization == "auto":
            scores = [score for _, score in choices or choose_stop(model, X, M)[1]]
        else:
            told = judge_stops(model, X, M, [model.max_iter])
            scores = [] if told is None else [float(told.mean())]
    g = model.cluster_pair()[0]
    return max(scores) / float(np.log(g)) if scores and g > 1 else float("nan")


def judge_stops(
    model: WithContexts[Any], X: Entries, M: sparse.csr_array, stops: Sequence[int]
) -> np.ndarray | None:
    """Score each stop by each half of the words, in nats; None for a small X.

    The number of word clusters is that of the document clusters, because the clusters of the documents should
    not change with the number of word clusters.
    """
    init = model.init if isinstance(model.init, str) else "skmeans"
    trial = replace(model, init=init, n_clusters=model.cluster_pair()[0])

    rng = generator(model.random_state).spawn(1)[0]
    if (part := part_of(X, M, rng)) is None:
        return None
    seed = int(rng.integers(2**31))

    def cluster(some: sparse.csr_array, near: sparse.csr_array) -> list[list[np.ndarray]]:
        return labels_along(trial, some, near, seed, TRIAL_STARTS, stops)

    return judge(part, cluster(part.X, part.M), cluster, np.random.default_rng(seed)).shared


def labels_along(
    model: WithContexts[Any],
    X: Entries,
    M: sparse.csr_array,
    seed: int,
    starts: int,
    stops: Sequence[int],
) -> list[list[np.ndarray]]:
    """Return the clusters of the documents after each stop, one labeling per start."""

    def look() -> list[list[np.ndarray]]:
        data = open_matrix(X, model.device, model.n_jobs)
        extras = Extras({"M": M, "lam": weight_of(model, X, M)}).moved(data)
        found = along(model, data, generator(seed).spawn(starts), stops, extras)
        return [[model.label(Z).labels for Z in data.get(answers)] for answers in found]

    return once(f"{model.cli_name} after {', '.join(map(str, stops))} sweeps", look)


def weight_of(model: WithContexts[Any], X: Entries, M: sparse.csr_array) -> float:
    """Return the lambda that ``regularization`` sets."""
    asked = model.regularization
    return relative_weight(X, M) if isinstance(asked, str) else asked


def relative_weight(X: Entries, M: sparse.csr_array, share: float = SHARE) -> float:
    """Return the lambda at which M's term weighs ``share`` times as much as that of X, both at zero.

    It is at most the papers' lambda, 1 for documents of unit length.
    """
    xx, mm = (squares_in(A) for A in (X, M))
    return xx * min(share / mm, 1 / X.shape[0]) if mm > 0 else 0.0
