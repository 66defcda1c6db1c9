"""Which documents have a cluster? Those without known words have none, and are counted apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cotext.matrix import NO_WORDS
from cotext.models.engine import Algorithm
from cotext.result.estimators import algorithm_of

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering

NOWHERE = -1  # the label of a document of which no word is known
# Agreement of halves of the words: at most 0.0023 in 18 collections of shuffled words (110 to 3,000 documents
# of CSTR, Cora, TR41, Classic4, LA12, PNC); 0.04 in Cora, 0.3 to 0.6 in seven others, at least 0.004 in 300
# documents of Cora
CHANCE = 0.003
NOT_ESTIMATED = (
    "the confidence of {:,} of {:,} documents is not estimated: their clusters were made by hand, and there "
    "is nothing to tell how other fits would make them"
)
NO_GROUPS = (
    "no clear groups: halves of the words agree no better than chance ({:.1%} of what they could share), so "
    "the clusters may be arbitrary; see whether the texts were read as meant, and try other words "
    "(stop_words, min_df, stem) or more documents"
)


def where_known(labels: np.ndarray, empty: np.ndarray) -> np.ndarray:
    """The clusters of the documents, -1 for those that are ``empty``.

    Examples
    --------
    >>> where_known(np.array([0, 1, 0]), np.array([False, False, True])).tolist()
    [0, 1, -1]
    """
    return np.where(empty, NOWHERE, labels.astype(np.int64))


def cluster_sizes(labels: np.ndarray, n_clusters: int, weights: np.ndarray | None = None) -> np.ndarray:
    """Number, or weight, of the things in each cluster; those labelled -1 are in none.

    Examples
    --------
    >>> cluster_sizes(np.array([0, -1, 0]), 2).tolist()
    [2, 0]
    """
    known = labels != NOWHERE
    return np.bincount(labels[known], None if weights is None else weights[known], n_clusters)


def shares_of(labels: np.ndarray, n_clusters: int) -> np.ndarray:
    """Share of each cluster among the things that have one; all alike where none has.

    Examples
    --------
    >>> shares_of(np.array([0, -1, 0]), 2).tolist()
    [1.0, 0.0]
    """
    sizes = cluster_sizes(labels, n_clusters)
    return sizes / sizes.sum() if sizes.any() else np.full(n_clusters, 1 / n_clusters)


def without_words(X: Any) -> np.ndarray:
    """Which rows of a CSR matrix hold nothing."""
    return np.asarray(np.diff(X.indptr) == 0)


def remarks(result: CoClustering) -> list[str]:
    """What a reader of the clusters must know: who has none, which are empty, whether there are any."""
    lost, n = int(result.is_empty.sum()), len(result.row_labels_)
    said = [NO_WORDS.format(lost, n)] * (lost > 0)
    X = result.docword.X
    unused = int((np.bincount(X.indices, minlength=X.shape[1]) == 0).sum())
    said += [f"{unused:,} of {X.shape[1]:,} words occur in no document"] * (unused > 0)
    words = cluster_sizes(result.column_labels_, result.n_clusters[1])
    for sizes, things in ((result.sizes, "document"), (words, "word")):
        if empty := int((sizes == 0).sum()):
            what = algorithm_of(result.model) or Algorithm
            said.append(f"{empty} of {len(sizes)} {things} clusters are empty: {what.if_empty}")
    if result.noise:
        noise = sorted(result.noise)
        aside, which = int(result.sizes[noise].sum()), ", ".join(map(str, noise))
        said.append(f"{aside:,} of {n:,} documents are set aside as noise: clusters {which}")
    if unknown := int(np.isnan(result.confidence).sum()) if result.is_edited else 0:
        said.append(NOT_ESTIMATED.format(unknown, n))
    agreement = result.fit.get("halves_agreement", np.nan)
    return [*said, NO_GROUPS.format(max(agreement, 0.0))] if agreement < CHANCE else said
