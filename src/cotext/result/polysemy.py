"""Which words mean something in more than one document cluster?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cotext.models.engine import DOCUMENT_CLUSTERS, WORDS, Fit
from cotext.result.fitted import array_of
from cotext.result.table import Table
from cotext.result.words import Floats

CENTRES = "document_centres"


def shared_top_words(
    fit: Fit, cluster_counts: np.ndarray, vocabulary: Sequence[str], n_top: int = 20
) -> Table:
    """List the words among the top ``n_top`` of several document clusters, those of most clusters first.

    Each with the ``clusters`` in which it is a top word, its ``ranks`` there, from 1, and its ``weights``;
    ``cluster_counts``, clusters x words, decide between words of equal weight.

    Examples
    --------
    >>> counts = np.array([[9.0, 5.0, 0.0], [0.0, 5.0, 8.0]])
    >>> shared_top_words(Fit(), counts, ["oak", "tree", "graph"], 2).column("word")
    ['tree']
    """
    weights = words_used(fit, cluster_counts)
    ranks = np.array([_ranks(*pair) for pair in zip(weights, cluster_counts, strict=True)])
    top = (ranks <= n_top) & (weights > 0)
    shared = np.flatnonzero(top.sum(axis=0) > 1)
    best = np.where(top, ranks, 0).sum(axis=0)
    rows = []
    for word in shared[np.lexsort((best[shared], -top.sum(axis=0)[shared]))]:
        clusters = np.flatnonzero(top[:, word])
        columns = (clusters, ranks[clusters, word], weights[clusters, word])
        rows.append((vocabulary[word], *(column.tolist() for column in columns)))
    return Table(("word", "clusters", "ranks", "weights"), rows)


def words_used(fit: Fit, cluster_counts: Floats) -> Floats:
    """Weight of each word in each document cluster, clusters x words, rows of unit length.

    S W' for a model of blocks and words, its like where each document cluster has word clusters of its
    own, the centres that documents answer to where these are not S W', and the counts where a model has none.
    """
    S, W, centres = (array_of(fit, name) for name in ("block", "column_factor", CENTRES))
    g, n_words = cluster_counts.shape
    if centres.size and fit.axes()[CENTRES] == (WORDS, DOCUMENT_CLUSTERS):
        used = centres.T
    elif S.ndim == 2 and W.shape == (n_words, S.size) and fit.nested_words:
        used = (W.reshape(n_words, *S.shape) * S).sum(axis=-1).T
    elif S.ndim == 2 and len(S) == g and W.shape == (n_words, S.shape[1]):
        used = S @ W.T
    else:
        used = cluster_counts
    norms = np.linalg.norm(used, axis=1, keepdims=True)
    return np.asarray(used / np.where(norms > 0, norms, 1))


def _ranks(weights: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Place of each word, from 1, by weight and among equals by count."""
    ranks = np.empty(len(weights), dtype=np.int64)
    ranks[np.lexsort((-counts, -weights))] = np.arange(1, len(weights) + 1)
    return ranks
