"""Rebuild a recipe from the settings of a run; damaged ones are refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy import sparse

from cotext.corpus import Columns, TableForm, table_form
from cotext.recipe.prepared import check_pieces
from cotext.recipe.recipe import DROPPED, READING, Recipe
from cotext.tokens import TokenSettings


def from_settings(
    settings: Mapping[str, Any],
    shown: Sequence[str],
    counts: sparse.csr_array,
    idf: object = None,
    vocabulary: object = None,
) -> Recipe:
    """Undo ``Recipe.settings``; an ``idf`` that was not saved is learned from the counts again.

    Without a ``vocabulary``, words are shown as they are counted. ValueError, TypeError or KeyError say which
    setting is wrong.
    """
    cut = None if "text" not in settings else TokenSettings.from_dict(settings["text"])
    reading = _reading(settings.get("reading", {}))
    more = {} if cut is None else cut.arguments()
    weighting = _strings(settings["weighting"], ("kind", "idf"))
    recipe = Recipe(weighting=weighting["kind"], idf=weighting["idf"], **reading, **more)
    for name in settings.keys() & {"min_df", "max_df", "context", "context_from", "deduplicate", "segment"}:
        setattr(recipe, name, settings[name])
    check_pieces(recipe.deduplicate, recipe.segment)
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
    """Check names of columns: several, or those of texts with how often each counts."""
    single = dict(values)
    lists: dict[str, Any] = {k: tuple(_texts(single.pop(k))) for k in ("group", "keep") if k in single}
    if isinstance(counted := single.get("text"), Mapping):
        _texts([*counted])
        if any(type(times) is not int for times in counted.values()):
            raise ValueError(f"the columns of texts count {list(counted.values())!r} times")
        lists["text"] = single.pop("text")
    if "keep_na" in single:
        lists["keep_na"] = single.pop("keep_na")
    return {**_strings(single, READING), **lists}


def _texts(values: object) -> list[str]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise ValueError(f"{values!r} are no names of columns")
    return values


def _strings(values: Mapping[str, object], known: Sequence[str]) -> dict[str, str]:
    strings = {}
    for name, value in dict(values).items():
        if name not in known or not isinstance(value, str):
            raise ValueError(f"{name!r} is {value!r}, expected one of {', '.join(known)} and a text")
        strings[name] = value
    return strings


def _checked(idf: object, n_words: int) -> np.ndarray:
    if not (isinstance(idf, np.ndarray) and idf.dtype == np.float64 and idf.shape == (n_words,)):
        raise ValueError(f"the idf is no array of {n_words} numbers")
    if not np.isfinite(idf).all() or idf.min(initial=0.0) < 0:
        raise ValueError("the idf holds negative, NaN or infinite values")
    return idf
