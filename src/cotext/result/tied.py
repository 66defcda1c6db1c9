"""The ties of words in place of the counts they are made of."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cotext.models.kinds.contexts import Ties, UsesContexts, associations
from cotext.recipe import Prepared


def tied(ready: Prepared, model: Any) -> Prepared:
    """With the ties that every fit of the model makes; counts, many more than these, need not be kept."""
    C = ready.cooccurrence
    if C is None or isinstance(C, Ties) or not isinstance(model, UsesContexts):
        return ready
    model.check_room(ready.weighted.X, **ready.beside)
    return replace(ready, cooccurrence=Ties(associations(ready.weighted.X, C, model.shift)))
