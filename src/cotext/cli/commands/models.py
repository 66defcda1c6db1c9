"""``cotext models`` and ``cotext datasets``: list models with their parameters, and data sets."""

from __future__ import annotations

import inspect
import textwrap
from typing import Annotated, Any

import typer
from typer import Argument

from cotext.cli.options import OWN_OPTIONS
from cotext.cli.output import Json, print_json, print_table


def models(
    name: Annotated[
        str | None, Argument(metavar="NAME", help="Show this model's parameters.", show_default=False)
    ] = None,
    as_json: Json = False,
) -> None:
    """List the models, or show one of them with its parameters for 'cotext fit --set'.

    Example: cotext models wc-nmtf
    """
    from cotext.models import all_models, by_name
    from cotext.models.engine.docs import summary_of

    if name is not None:
        show_one(by_name(name), as_json)
        return
    rows = sorted([model.cli_name, model.__name__, summary_of(model)] for model in all_models())
    if as_json:
        print_json({"models": [dict(zip(("name", "class", "about"), row, strict=True)) for row in rows]})
    else:
        print_table("Models; 'cotext models NAME' shows more", ["name", "class", "about"], rows)


def show_one(model: type[Any], as_json: bool) -> None:
    """Print the description of a model and its parameters."""
    from cotext.models.engine.docs import parameters_of, summary_of

    defaults = {p.name: p.default for p in inspect.signature(model).parameters.values()}
    if as_json:
        head = {"name": model.cli_name, "about": summary_of(model), "weighting": model.weighting}
        print_json({**head, "parameters": defaults})
        return
    about = inspect.cleandoc(model.__doc__ or "").partition("\n\nParameters\n----------\n")[0]
    typer.echo(f"{model.cli_name} ({model.__name__})\n\n{_wrapped(about, '')}\n")
    weighting = f"'cotext fit' weights the words for it by {model.weighting}; --weighting changes that."
    typer.echo(_wrapped(weighting, "") + "\n")
    typer.echo("Parameters, for 'cotext fit --set NAME=VALUE':\n")
    for name, meaning in parameters_of(model).items():
        own = f"   (option {OWN_OPTIONS[name]})" if name in OWN_OPTIONS else ""
        typer.echo(f"{name} = {defaults.get(name)}{own}")
        typer.echo(_wrapped(meaning, "    "))


def _wrapped(text: str, indent: str) -> str:
    paragraphs = [" ".join(paragraph.split()) for paragraph in text.split("\n\n")]
    lines = [textwrap.fill(p, 79, initial_indent=indent, subsequent_indent=indent) for p in paragraphs]
    return "\n\n".join(lines)


def datasets(as_json: Json = False) -> None:
    """List the data sets that 'cotext fit NAME' accepts, and whether their files are on this computer.

    Example: cotext datasets
    """
    from cotext.datasets import describe

    rows = describe()
    if as_json:
        print_json({"datasets": rows})
        return
    print_table(
        "Data sets; the environment variable COTEXT_DATA names their folder",
        ["name", "documents", "words", "classes", "available", "about"],
        [[r["name"], r["documents"], r["words"], r["classes"], r["available"], r["about"]] for r in rows],
    )
