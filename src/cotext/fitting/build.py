"""A result from a fitted estimator and what it was fitted on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from cotext.cooccurrence import MOST, sppmi
from cotext.fitting.aggregate import gathered, of_documents
from cotext.models.families.contexts import Ties
from cotext.recipe import Prepared, Recipe
from cotext.result import CoClustering, Segments


def with_associations(ready: Prepared, model: Any, *, spend: bool = False) -> Prepared:
    """The word associations that a fit of the model would make, in place of the counts they are made of.

    ``spend`` empties the counts, which are many more.
    """
    C = ready.cooccurrence
    if C is None or isinstance(C, Ties) or not model.algorithm.uses_cooccurrence:
        return ready
    model.algorithm.check_room(ready.weighted.X, **ready.beside)
    return replace(ready, cooccurrence=Ties(sppmi(C, model.shift, most=MOST, spend=spend)))


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
