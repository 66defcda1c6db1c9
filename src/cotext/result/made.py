"""A result from a fitted estimator and what it was fitted on."""

from __future__ import annotations

from typing import Any

import numpy as np

from cotext.recipe import Prepared, Recipe
from cotext.result.coclustering import CoClustering
from cotext.result.parts import gathered, of_documents
from cotext.result.segments import Segments


def result_of(model: Any, ready: Prepared, recipe: Recipe) -> CoClustering:
    """One row per document that came in, whatever of them the estimator was fitted on."""
    seen = CoClustering.from_fit(model, ready.weighted, counts=ready.counts, texts=ready.texts, recipe=recipe)
    if ready.whole is None:
        return seen
    parts = ready.whole.parts
    labels = np.asarray(model.row_labels_)
    clusters, memberships = gathered(parts, labels, seen.memberships, seen.is_empty)
    result = CoClustering.from_fit(
        of_documents(model, parts, clusters, memberships),
        ready.whole.docword,
        counts=ready.whole.counts,
        texts=ready.whole.texts,
        recipe=recipe,
    )
    if recipe.segment is not None:
        result.pieces = Segments(parts, seen.counts, seen.row_labels_, seen.confidence, seen.excerpts)
    return result
