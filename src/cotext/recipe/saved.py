"""A recipe from what a run says of it; a damaged one is refused, whatever is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy import sparse

from cotext.corpus import Columns
from cotext.recipe.recipe import READING, Recipe
from cotext.tokens import TokenSettings


def from_settings(
    settings: Mapping[str, Any], vocabulary: Sequence[str], counts: sparse.csr_array, idf: Any = None
) -> Recipe:
    """Undo ``Recipe.settings``; an ``idf`` that was not kept is learned from the counts again.

    ValueError, TypeError or KeyError say what is wrong with the settings.
    """
    cut = None if "text" not in settings else _token_settings(settings["text"])
    reading: dict[str, Any] = _strings(settings.get("reading", {}), READING)
    more = {} if cut is None else {name: getattr(cut, name) for name in ("stem", "stop_words", "language")}
    weighting = _strings(settings["weighting"], ("kind", "idf"))
    recipe = Recipe(weighting=weighting["kind"], idf=weighting["idf"], **reading, **more)
    for name in settings.keys() & {"min_df", "max_df", "context", "context_from"}:
        setattr(recipe, name, settings[name])
    weigh = recipe.weigh()
    recipe.input_, recipe.context_ = str(settings.get("input")), settings.get("context")
    recipe.vocabulary_, recipe.tokens_ = list(vocabulary), cut
    reading.pop("encoding", None)
    recipe.columns_ = Columns(**reading) if reading else None
    recipe.idf_ = _checked(weigh.fit(counts).idf_ if idf is None else idf, len(vocabulary))
    return recipe


def _token_settings(values: Any) -> TokenSettings:
    found = TokenSettings.from_dict(values)
    texts = [found.language, found.stem or "", *found.stop_words]  # a name, or the words themselves
    if not (all(isinstance(text, str) for text in texts) and isinstance(found.lowercase, bool)):
        raise TypeError("the settings of the tokens are not what tokenize takes")
    return found


def _strings(values: Any, known: Sequence[str]) -> dict[str, str]:
    found = dict(values)
    for name, value in found.items():
        if name not in known or not isinstance(value, str):
            raise ValueError(f"{name!r} is {value!r}, expected one of {', '.join(known)} and a text")
    return found


def _checked(idf: Any, n_words: int) -> np.ndarray:
    if not (isinstance(idf, np.ndarray) and idf.dtype == np.float64 and idf.shape == (n_words,)):
        raise ValueError(f"the idf is no array of {n_words} numbers")
    if not np.isfinite(idf).all() or idf.min(initial=0.0) < 0:
        raise ValueError("the idf holds negative, NaN or infinite values")
    return idf
