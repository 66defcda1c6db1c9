"""One word of a run: where it is used, and what is like it."""

from __future__ import annotations

from typing import Any

import numpy as np

from cotext.errors import UsageError, did_you_mean
from cotext.report.columns import rounded
from cotext.report.near import near_words
from cotext.result import CoClustering


def profile_of(result: CoClustering, word: str) -> dict[str, Any]:
    """``WordProfile`` of the pages; the word may be typed in another case or another form of its stem."""
    names = result.docword.vocabulary
    found = result.recipe.find(word) if result.recipe else names.index(word) if word in names else None
    if found is None:
        raise UsageError(f"there is no word {word!r} in this run{did_you_mean(word, names)}.")
    [near] = near_words(result, [found])
    return {
        "word": names[found],
        "cluster": int(result.column_labels_[found]),
        "counts": rounded(result.cluster_counts[:, found]),
        "keyness": rounded(result.word_keyness[:, found]),
        "documents": int(np.count_nonzero(result.counts.indices == found)),
        "similar": [{"word": names[other], "similarity": value} for other, value in near],
    }
