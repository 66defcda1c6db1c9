"""Measures of the quality of clusters.

In: known classes and clusters (``agreement``), top words with co-occurrence counts (``coherence``), a matrix
and its factors (``reconstruction``), all as plain arrays. Out: floats, or one float per word cluster. Above:
``cooccurrence`` counts the contexts of an external corpus. Below: ``result`` reports these numbers,
``pictures`` and ``experiments`` compare them.
"""

from cotext.metrics.agreement import (
    acc,
    agreement,
    ari,
    coclustering_error,
    match_labels,
    nmi,
    purity,
    ri,
    stability,
)
from cotext.metrics.coherence import c_v, mean_pmi, npmi, topic_diversity
from cotext.metrics.reconstruction import reconstruction_error

__all__ = [
    "acc", "agreement", "ari", "c_v", "coclustering_error", "match_labels", "mean_pmi", "nmi", "npmi",
    "purity", "reconstruction_error", "ri", "stability", "topic_diversity",
]  # fmt: skip
