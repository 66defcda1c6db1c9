"""Forms, made from the classes: a new model has one by being there."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Iterable
from functools import cache
from numbers import Integral
from pathlib import Path
from typing import Any

from cotext import datasets
from cotext.corpus import AUTO, NO, YES
from cotext.models import USUAL, all_models
from cotext.models.engine.docs import parameters_of, summary_of
from cotext.models.engine.sklearn_private import Interval, StrOptions
from cotext.recipe import OPTIONS, Group, Option
from cotext.tokens import LISTS

Field = dict[str, Any]
SEED = "random_state"
ELSEWHERE = ("n_clusters", "levels", "verbose")  # asked by a field of their own, or by nobody here
NOT_ASKED = (  # they name files or functions of this machine, may take forever, or are seldom changed
    "context_from", "tokenizer", "token_pattern", "strict_input", "idf", "debris",
)  # fmt: skip
CHOICES = {"stop_words": (AUTO, *LISTS), "header": (AUTO, YES, NO)}  # a page may not name a file
OWN_WORDS = Option("own_words", str, "", "Leave out these words, too.", Group.TOKENS)


def forms() -> dict[str, Any]:
    """What the page asks of a new run: the models with their parameters, reading, words, data sets."""
    return {
        "models": model_forms(),
        "reading": [recipe_field(option) for option in asked_of("Reading")],
        "words": [recipe_field(option) for option in asked_of("Words")],
        "datasets": data_sets(),
    }


def data_sets() -> list[dict[str, Any]]:
    """The data sets that are here; a name that is also that of a file would mean the file."""
    return [
        {"name": row["name"], "documents": row["documents"], "about": row["about"]}
        for row in datasets.describe()
        if row["available"] and not Path(row["name"]).exists()
    ]


@cache
def model_forms() -> list[dict[str, Any]]:
    """A form for each model, the usual one first."""
    models = sorted(all_models(), key=lambda model: (model.cli_name != USUAL, model.cli_name))
    return [
        {
            "model": model.cli_name,
            "title": summary_of(model).rstrip("."),
            "help": plain(_about(model)),
            "fields": model_fields(model),
        }
        for model in models
    ]


def model_fields(model: type[Any]) -> list[Field]:
    """What can be set of a model, as its table of constraints and its docstring say."""
    told, table = parameters_of(model), model._parameter_constraints
    asked = inspect.signature(model).parameters.values()
    return [
        field_of(one.name, table[one.name], 0 if one.name == SEED else one.default, told[one.name])
        for one in asked
        if one.name not in ELSEWHERE
    ]


def field_of(name: str, allowed: Iterable[Any], default: object, about: str) -> Field:
    """One parameter: of several kinds that it may have, those that fit into a form.

    A text with choices is one of them or a number.

    Examples
    --------
    >>> field_of("k", [Interval(Integral, 1, None, closed="left")], 5, "Neighbours.")
    {'name': 'k', 'kind': 'int', 'default': 5, 'help': 'Neighbours.', 'low': 1}
    """
    numbers = [one for one in allowed if isinstance(one, Interval)]
    names = sorted(option for one in allowed if isinstance(one, StrOptions) for option in one.options)
    field: Field = {"name": name, "kind": _kind(allowed, numbers, names), "default": default}
    field["help"] = plain(about)
    if names:
        field["choices"] = names
    for key, bound in (("low", "left"), ("high", "right")):
        found = [getattr(one, bound) for one in numbers]
        if found and found[0] is not None and math.isfinite(found[0]):
            field[key] = found[0]
    return field


def asked_of(*panels: str) -> list[Option]:
    """The options of a recipe that a page may set, of some panels; further stop words follow the list."""
    listed = [one for one in OPTIONS if one.panel in panels and one.name not in NOT_ASKED]
    names = [one.name for one in listed]
    if "stop_words" in names:
        listed.insert(names.index("stop_words") + 1, OWN_WORDS)
    return listed


def recipe_field(option: Option) -> Field:
    """One option of a recipe; weights that suit the model are its "auto"."""
    field: Field = {"name": option.name, "kind": "text", "default": option.default or "", "help": option.help}
    if choices := CHOICES.get(option.name) or option.choices:
        choices = choices if AUTO in choices else (AUTO, *choices)
        return field | {"kind": "choice", "default": AUTO, "choices": list(choices)}
    if option.type is bool:
        return field | {"kind": "bool", "default": option.default is True}
    if option.type is int:
        return field | {"kind": "int", "default": None, "low": 1}
    return field | {"choices": [AUTO]} if option.type is float else field


def plain(text: str) -> str:
    """A docstring as a line, without its marks.

    Examples
    --------
    >>> plain("As in :class:`Recipe`;\\n``tol`` ends it.")
    'As in Recipe; tol ends it.'
    """
    return re.sub(r":\w+:(?=`)|`", "", " ".join(text.split()))


def _kind(allowed: Iterable[Any], numbers: list[Any], names: list[str]) -> str:
    if names:
        return "text" if numbers else "choice"  # "auto" or a number
    if "boolean" in allowed:
        return "bool"
    whole = not numbers or all(one.type is Integral for one in numbers)
    return "int" if whole else "float"


def _about(model: type) -> str:
    """What stands between the first line of a docstring and its sections."""
    return inspect.cleandoc(model.__doc__ or "").partition("\n\nParameters\n")[0].partition("\n\n")[2]
