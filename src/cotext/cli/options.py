"""From what was typed to values, and the options of a recipe, made from their table."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Annotated, Any, TypeVar

import typer

from cotext.errors import UsageError
from cotext.parsing import parse_number, parse_value
from cotext.recipe import OPTIONS, PANELS, Option

Command = TypeVar("Command", bound=Callable[..., None])
TYPED = {(one.flag or one.name).replace("-", "_"): one for one in OPTIONS if one.type is not FunctionType}
SUITS = {"default": "auto", "shown": "what suits the model: see 'cotext models NAME'"}
run = partial(typer.Option, rich_help_panel="Run")
Seed = Annotated[int, run(metavar="N", help="Fix all random choices: same seed, same result.")]
Starts = Annotated[
    int | None,
    run(metavar="N", help="Start the fit N times and keep the best.", show_default="10, consensus 1"),
]
OWN_OPTIONS = {"n_clusters": "-k", "levels": "-k", "n_init": "--n-init", "random_state": "--seed"}


def parse_range(given: str) -> list[int]:
    """ "2-12", "2-30:4" or "4,8,16"."""
    span = re.fullmatch(r"(\d+)-(\d+)(?::(\d+))?", given.strip())
    try:
        if span is None:
            numbers = sorted({int(part) for part in given.split(",")})
        else:
            numbers = list(range(int(span[1]), int(span[2]) + 1, int(span[3] or 1)))
    except ValueError:
        numbers = []
    if not numbers or numbers[0] < 1:
        raise UsageError(f"-k {given}: expected numbers to try such as 2-12, 2-30:4 or 4,8,16.")
    return numbers


def parse_settings(given: list[str] | None, own: Mapping[str, str] = OWN_OPTIONS) -> dict[str, Any]:
    """``PARAM=VALUE`` pairs; those that have options of their ``own`` are refused."""
    pairs = [item.partition("=") for item in given or []]
    for name, equals, value in pairs:
        if not (name and equals and value):
            raise UsageError(
                f"--set {name}{equals}{value}: expected PARAM=VALUE, such as --set regularization=0.5."
            )
        if option := own.get(name.replace("-", "_")):
            raise UsageError(f"--set {name}={value}: this has an option of its own, use {option} {value}.")
    return {name.replace("-", "_"): parse_value(value) for name, _, value in pairs}


def as_source(names: list[str]) -> Any:
    """One name as it is, it may be that of a data set; several are paths."""
    return names[0] if len(names) == 1 else [Path(name) for name in names]


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


def _value(option: Option, typed: object) -> object:
    if option.flag:
        return option.choices[-1] if typed else option.default
    if option.type is float and isinstance(typed, str):
        return parse_number(typed)
    missing = None if option.type is bool else ""
    return option.default if typed == missing else typed


Settings = Annotated[
    list[str] | None,
    run("--set", metavar="PARAM=VALUE", help="Set a parameter from 'cotext models NAME'; may be repeated."),
]
