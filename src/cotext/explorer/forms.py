"""Forms for new runs, generated from the models, options and data sets."""

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
ELSEWHERE = ("n_clusters", "levels", "verbose")  # they have a separate field, or none
HIDDEN = (  # they name files or functions of this machine, may take forever, or are rarely changed
    "context_from", "tokenizer", "token_pattern", "strict_input", "idf", "debris",
)  # fmt: skip
CHOICES = {"stop_words": (AUTO, *LISTS), "header": (AUTO, YES, NO)}  # a page may not name a file
OWN_WORDS = Option("own_words", str, "", "Leave out these words, too.", Group.TOKENS)


def forms() -> dict[str, Any]:
    """Return the form of a new run: models with their parameters, reading, words and data sets."""
    return {
        "models": model_forms(),
        "reading": [recipe_field(option) for option in options_of("Reading")],
        "words": [recipe_field(option) for option in options_of("Words")],
        "datasets": data_sets(),
    }


def data_sets() -> list[dict[str, Any]]:
    """Return the available data sets, except those with the name of a file, which would mean the file."""
    return [
        {"name": row["name"], "documents": row["documents"], "about": row["about"]}
        for row in datasets.describe()
        if row["available"] and not Path(row["name"]).exists()
    ]


@cache
def model_forms() -> list[dict[str, Any]]:
    """Return a form for each model, the default one first."""
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
    """Return a field for each parameter of a model, from its constraints and its docstring."""
    helps, constraints = parameters_of(model), model._parameter_constraints
    return [
        field_of(name, constraints[name], 0 if name == SEED else parameter.default, helps[name])
        for name, parameter in inspect.signature(model).parameters.items()
        if name not in ELSEWHERE
    ]


def field_of(name: str, allowed: Iterable[Any], default: object, about: str) -> Field:
    """Return the field of a parameter; a text with choices is one of them or a number.

    Examples
    --------
    >>> field_of("k", [Interval(Integral, 1, None, closed="left")], 5, "Neighbours.")
    {'name': 'k', 'kind': 'int', 'default': 5, 'help': 'Neighbours.', 'low': 1}
    """
    numbers = [kind for kind in allowed if isinstance(kind, Interval)]
    names = sorted(option for kind in allowed if isinstance(kind, StrOptions) for option in kind.options)
    field: Field = {"name": name, "kind": _kind(allowed, numbers, names), "default": default}
    field["help"] = plain(about)
    if names:
        field["choices"] = names
    for key, bound in (("low", "left"), ("high", "right")):
        limit = getattr(numbers[0], bound) if numbers else None
        if limit is not None and math.isfinite(limit):
            field[key] = limit
    return field


def options_of(*panels: str) -> list[Option]:
    """Return the options of a recipe that a page may set; further stop words follow the list."""
    options: list[Option] = []
    for option in OPTIONS:
        if option.panel in panels and option.name not in HIDDEN:
            options += [option, OWN_WORDS] if option.name == "stop_words" else [option]
    return options


def recipe_field(option: Option) -> Field:
    """Return the field of an option of a recipe; "auto" means weights that suit the model."""
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
    """Return a docstring as one line without markup.

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
    return "int" if all(number.type is Integral for number in numbers) else "float"


def _about(model: type) -> str:
    """Return the text between the first line of a docstring and its sections."""
    return inspect.cleandoc(model.__doc__ or "").partition("\n\nParameters\n")[0].partition("\n\n")[2]
