"""The options of a recipe on the command line, made from their table."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import FunctionType
from typing import Any, TypeVar

import typer

from cotext.parsing import parse_number
from cotext.recipe import OPTIONS, PANELS, Option

Command = TypeVar("Command", bound=Callable[..., None])
TYPED = {(one.flag or one.name).replace("-", "_"): one for one in OPTIONS if one.type is not FunctionType}
SUITS = {"default": "auto", "shown": "what suits the model: see 'cotext models NAME'"}


def recipe_options(
    names: Iterable[str] | None = None,
    *,
    without: Iterable[str] = (),
    before: str = "",
    **changes: Mapping[str, Any],
) -> Callable[[Command], Command]:
    """Replace the ``**given`` of a command by options of a recipe, put ``before`` one of its own parameters.

    They are all options that can be typed, or those called ``names``, less those ``without``; ``changes`` are
    other values for the attributes of some of them.
    """
    chosen = {key: option for key, option in TYPED.items() if names is None or option.name in names}
    more = [
        parameter(key, replace(option, **changes.get(option.name, {})))
        for panel in PANELS
        for key, option in chosen.items()
        if option.panel == panel and option.name not in without
    ]

    def complete(command: Command) -> Command:
        written = inspect.signature(command, eval_str=True).parameters.values()
        own = [one for one in written if one.kind is not one.VAR_KEYWORD]
        at = [one.name for one in own].index(before) if before else len(own)
        every = [one.replace(kind=one.KEYWORD_ONLY) for one in (*own[:at], *more, *own[at:])]
        command.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]
        command.__annotations__ = {one.name: one.annotation for one in every}
        return command

    return complete


def parameter(key: str, option: Option) -> inspect.Parameter:
    """An option as Typer takes it, by what it is called in Python.

    >>> parameter("segment", TYPED["segment"]).annotation, parameter("idf", TYPED["idf"]).default.default
    (int | None, 'plain')
    """
    flag, default = f"--{key.replace('_', '-')}", option.default
    kind: object
    if option.flag or isinstance(option.default, bool):
        kind, default = bool, False
    elif option.type is bool:
        flag, kind, default = f"{flag}/--no{flag[1:]}", bool | None, None
    elif option.type is tuple:
        kind, default = str, ""
    else:
        kind = int | None if option.type is int else str if default is not None else str | None
    decorated = typer.Option(
        default,
        flag,
        metavar=option.metavar or None,
        min=1 if option.type is int else None,
        help=option.help,
        show_default=option.shown or True,
        rich_help_panel=option.panel,
    )
    return inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=decorated, annotation=kind)


def recipe_values(given: Mapping[str, Any]) -> dict[str, Any]:
    """Keywords of a recipe from what was typed.

    >>> recipe_values({"min_df": "0.01", "keep_debris": True, "header": None, "keep": "", "stem": "en"})
    {'keep': (), 'header': 'auto', 'stem': 'en', 'debris': 'keep', 'min_df': 0.01}
    """
    return {option.name: _value(option, given[key]) for key, option in TYPED.items() if key in given}


def _value(option: Option, typed: Any) -> object:
    if option.flag:
        return option.choices[-1] if typed else option.default
    if option.type is float:
        return parse_number(typed)
    missing = None if option.type is bool else ""
    return option.default if typed == missing else typed
