"""The ties of words in place of the counts they are made of."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cotext.cooccurrence import MOST, sppmi
from cotext.models.families.contexts import Ties, UsesContexts
from cotext.recipe import Prepared


def tied(ready: Prepared, model: Any, *, spend: bool = False) -> Prepared:
    """With the ties that a fit of the model would make; ``spend`` empties the counts, which are many more."""
    C = ready.cooccurrence
    if C is None or isinstance(C, Ties) or not isinstance(model, UsesContexts):
        return ready
    model.check_room(ready.weighted.X, **ready.beside)
    return replace(ready, cooccurrence=Ties(sppmi(C, model.shift, most=MOST, spend=spend)))
