"""Settings of a similarity chosen without labels: those under which half of the words tells most.

The words are split at random; what the grouping from each half and the grouping from all words have in
common is their mutual information. Unlike an agreement adjusted for chance it is low for one cluster with
nearly all documents, on which every half agrees. Large collections are judged by a sample.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.metrics import mutual_info_score

DOCUMENTS, WORDS = 800, 2000  # of the sample
SPLITS = 2
Group = Callable[[sparse.csr_array], np.ndarray]


def shared_information(X: sparse.csr_array, group: Group, rng: np.random.Generator) -> float:
    """Mean mutual information between the groups of documents from halves of the words and from all."""
    whole = group(X)
    return float(np.mean([mutual_info_score(whole, group(half)) for half in _halves(X, rng)]))


def sample(X: sparse.csr_array, rng: np.random.Generator) -> sparse.csr_array:
    """At most so many documents, and of the words those in most of them."""
    rows = np.sort(rng.permutation(X.shape[0])[:DOCUMENTS])
    X = X[rows]
    spread = np.bincount(X.indices, minlength=X.shape[1])
    columns = np.sort(np.argsort(-spread, kind="stable")[:WORDS])
    X = X[:, columns]
    return sparse.csr_array(X[np.diff(X.indptr) > 0])


def _halves(X: sparse.csr_array, rng: np.random.Generator) -> Iterator[Any]:
    for _ in range(SPLITS):
        order = rng.permutation(X.shape[1])
        middle = len(order) // 2
        for half in (order[:middle], order[middle:]):
            yield sparse.csr_array(X[:, half])
