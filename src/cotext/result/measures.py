"""Every number by which a run can be judged, from the run alone."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from cotext.cooccurrence import count_contexts
from cotext.metrics import npmi, reconstruction_error, topic_diversity

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering

Measures = dict[str, float | int | bool]


def measures(result: CoClustering, n_words: int = 10) -> Measures:
    """Agreement with known classes, then what needs no classes; what cannot be measured is left out.

    ``npmi`` judges the top words of each document cluster by the documents of the run itself.
    """
    found = {**result.metrics, **_of_words(result, n_words), **_of_factors(result)}
    return {name: value for name, value in found.items() if math.isfinite(value)}


def coherence(result: CoClustering, n_words: int = 10) -> float:
    """Mean NPMI of the top words of the document clusters; 0 if no cluster has two words."""
    return float(_of_words(result, n_words).get("npmi", 0.0))


def _of_words(result: CoClustering, n_words: int) -> Measures:
    top = [words for k in range(result.n_clusters[0]) if len(words := result.top_words(k, n_words)) > 1]
    if not top:
        return {}
    column = {word: j for j, word in enumerate(result.docword.vocabulary)}
    chosen = sorted({word for words in top for word in words})
    presence = result.counts[:, [column[word] for word in chosen]] > 0
    place = {word: i for i, word in enumerate(chosen)}
    each = npmi(
        [[place[word] for word in words] for words in top],
        count_contexts(presence.astype(np.int32)),
        word_counts=presence.sum(axis=0),
        n_contexts=presence.shape[0],
    )
    return {"npmi": float(np.mean(each)), "topic_diversity": topic_diversity(top)}


def _of_factors(result: CoClustering) -> Measures:
    """The error of Z S W', where the model is a product of that form."""
    names = ("row_factor_", "block_", "column_factor_")
    Z, S, W = (np.asarray(getattr(result.model, name, ())) for name in names)
    n, d = result.docword.X.shape
    if Z.ndim != 2 or W.ndim != 2 or (len(Z), len(W), S.shape) != (n, d, (Z.shape[1], W.shape[1])):
        return {}
    return {"reconstruction_error": reconstruction_error(result.docword.X, Z, S, W)}
