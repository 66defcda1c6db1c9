"""A recipe from what a run says of it; a damaged one is refused, whatever is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy import sparse

from cotext.corpus import Columns, TableForm, table_form
from cotext.recipe.prepared import check_asked
from cotext.recipe.recipe import DROPPED, READING, Recipe
from cotext.tokens import TokenSettings


def from_settings(
    settings: Mapping[str, Any],
    shown: Sequence[str],
    counts: sparse.csr_array,
    idf: object = None,
    vocabulary: object = None,
) -> Recipe:
    """Undo ``Recipe.settings``; an ``idf`` that was not kept is learned from the counts again.

    Without a ``vocabulary`` of its own, what is shown is what is counted.

    ValueError, TypeError or KeyError say what is wrong with the settings.
    """
    cut = None if "text" not in settings else TokenSettings.from_dict(settings["text"])
    reading = _reading(settings.get("reading", {}))
    more = {} if cut is None else cut.asked()
    weighting = _strings(settings["weighting"], ("kind", "idf"))
    recipe = Recipe(weighting=weighting["kind"], idf=weighting["idf"], **reading, **more)
    for name in settings.keys() & {"min_df", "max_df", "context", "context_from", "deduplicate", "segment"}:
        setattr(recipe, name, settings[name])
    check_asked(recipe.deduplicate, recipe.segment)
    recipe.dropped_ = {str(word): float(share) for word, share in dict(settings.get(DROPPED, {})).items()}
    weigh = recipe.weigh()
    recipe.input_, recipe.context_ = str(settings.get("input")), settings.get("context")
    recipe.tokens_, recipe.shown_ = cut, list(shown)
    recipe.vocabulary_ = recipe.shown_ if vocabulary is None else _words(vocabulary, len(shown))
    reading.pop("encoding", None)
    form = table_form(**{name: reading.pop(name) for name in vars(TableForm()) if name in reading})
    recipe.columns_ = Columns(**reading, form=form) if reading else None
    recipe.idf_ = _checked(weigh.fit(counts).idf_ if idf is None else idf, len(shown))
    return recipe


def _words(vocabulary: object, n_words: int) -> list[str]:
    if (
        not isinstance(vocabulary, list)
        or len(vocabulary) != n_words
        or not all(isinstance(word, str) for word in vocabulary)
    ):
        raise ValueError(f"the vocabulary is no list of {n_words} words")
    return list(vocabulary)


def _reading(values: Mapping[str, object]) -> dict[str, Any]:
    """Names of columns: several to be kept, one or several of texts with how often each counts."""
    found = dict(values)
    lists: dict[str, Any] = {
        name: tuple(_texts(found.pop(name))) for name in ("group", "keep") if name in found
    }
    if isinstance(counted := found.get("text"), Mapping):
        _texts([*counted])
        if any(type(times) is not int for times in counted.values()):
            raise ValueError(f"the columns of texts count {list(counted.values())!r} times")
        lists["text"] = found.pop("text")
    if "keep_na" in found:
        lists["keep_na"] = found.pop("keep_na")
    return {**_strings(found, READING), **lists}


def _texts(values: object) -> list[str]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise ValueError(f"{values!r} are no names of columns")
    return values


def _strings(values: Mapping[str, object], known: Sequence[str]) -> dict[str, str]:
    found = {}
    for name, value in dict(values).items():
        if name not in known or not isinstance(value, str):
            raise ValueError(f"{name!r} is {value!r}, expected one of {', '.join(known)} and a text")
        found[name] = value
    return found


def _checked(idf: object, n_words: int) -> np.ndarray:
    if not (isinstance(idf, np.ndarray) and idf.dtype == np.float64 and idf.shape == (n_words,)):
        raise ValueError(f"the idf is no array of {n_words} numbers")
    if not np.isfinite(idf).all() or idf.min(initial=0.0) < 0:
        raise ValueError("the idf holds negative, NaN or infinite values")
    return idf
