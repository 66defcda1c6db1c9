"""Parse values of the command line, and build the options of a recipe from their table."""

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
TYPED = {(o.flag or o.name).replace("-", "_"): o for o in OPTIONS if o.type is not FunctionType}
SUITS = {"default": "auto", "shown": "depends on the model: see 'cotext models NAME'"}
run = partial(typer.Option, rich_help_panel="Run")
Seed = Annotated[int, run(metavar="N", help="Fix all random choices: same seed, same result.")]
Starts = Annotated[
    int | None,
    run(metavar="N", help="Start the fit N times and keep the best.", show_default="10; consensus: 1"),
]
OWN_OPTIONS = {"n_clusters": "-k", "levels": "-k", "n_init": "--n-init", "random_state": "--seed"}


def parse_range(text: str) -> list[int]:
    """Parse "2-12", "2-30:4" or "4,8,16"."""
    span = re.fullmatch(r"(\d+)-(\d+)(?::(\d+))?", text.strip())
    try:
        if span is None:
            numbers = sorted({int(part) for part in text.split(",")})
        else:
            numbers = list(range(int(span[1]), int(span[2]) + 1, int(span[3] or 1)))
    except ValueError:
        numbers = []
    if not numbers or numbers[0] < 1:
        raise UsageError(f"-k {text}: expected numbers of clusters, such as 2-12, 2-30:4 or 4,8,16.")
    return numbers


def parse_settings(texts: list[str] | None, own: Mapping[str, str] = OWN_OPTIONS) -> dict[str, Any]:
    """Parse ``PARAM=VALUE`` pairs; refuse parameters that have their ``own`` option."""
    pairs = [text.partition("=") for text in texts or []]
    for name, equals, value in pairs:
        if not (name and equals and value):
            raise UsageError(
                f"--set {name}{equals}{value}: expected PARAM=VALUE, such as --set regularization=0.5."
            )
        if option := own.get(name.replace("-", "_")):
            raise UsageError(f"--set {name}={value}: this parameter has an option; use {option} {value}.")
    return {name.replace("-", "_"): parse_value(value) for name, _, value in pairs}


def as_source(names: list[str]) -> Any:
    """Return a single name unchanged, because it may name a data set; return several names as paths."""
    return names[0] if len(names) == 1 else [Path(name) for name in names]


def recipe_options(
    names: Iterable[str] | None = None,
    *,
    without: Iterable[str] = (),
    before: str = "",
    **changes: Mapping[str, Any],
) -> Callable[[Command], Command]:
    """Replace the ``**recipe`` of a command by options of a recipe, inserted ``before`` another parameter.

    These are the options called ``names``, by default all, except those ``without``; ``changes`` has other
    values for attributes of some of them.
    """
    chosen = {key: option for key, option in TYPED.items() if names is None or option.name in names}
    added = [
        parameter(key, replace(option, **changes.get(option.name, {})))
        for panel in PANELS
        for key, option in chosen.items()
        if option.panel == panel and option.name not in without
    ]

    def complete(command: Command) -> Command:
        declared = inspect.signature(command, eval_str=True).parameters.values()
        own = [p for p in declared if p.kind is not p.VAR_KEYWORD]
        at = [p.name for p in own].index(before) if before else len(own)
        every = [p.replace(kind=p.KEYWORD_ONLY) for p in (*own[:at], *added, *own[at:])]
        command.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]
        command.__annotations__ = {p.name: p.annotation for p in every}
        return command

    return complete


def parameter(key: str, option: Option) -> inspect.Parameter:
    """Return an option as Typer expects it, under its name in Python.

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


def recipe_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keywords of a recipe from values of the command line.

    >>> recipe_values({"min_df": "0.01", "keep_debris": True, "header": None, "keep": "", "stem": "en"})
    {'keep': (), 'header': 'auto', 'stem': 'en', 'debris': 'keep', 'min_df': 0.01}
    """
    return {option.name: _value(option, values[key]) for key, option in TYPED.items() if key in values}


def _value(option: Option, value: object) -> object:
    if option.flag:
        return option.choices[-1] if value else option.default
    if option.type is float and isinstance(value, str):
        return parse_number(value)
    missing = None if option.type is bool else ""
    return option.default if value == missing else value


Settings = Annotated[
    list[str] | None,
    run("--set", metavar="PARAM=VALUE", help="Set a parameter from 'cotext models NAME'; may be repeated."),
]
