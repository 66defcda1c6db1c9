"""Every number by which a run can be judged, from the run alone."""

from __future__ import annotations

import math

import numpy as np
from scipy import sparse

from cotext.cooccurrence import count_contexts
from cotext.matrix import with_entries
from cotext.metrics import npmi, reconstruction_error, topic_diversity
from cotext.result import CoClustering, Floats, counts_by_cluster, most_relevant, relevance

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
