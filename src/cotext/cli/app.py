"""The list of commands, their help pages, and their settings in a file.

The file is ``cotext.toml`` in this folder, or that named by ``--config``: a table per command, a key per
option. Order of precedence: option, environment variable ``COTEXT_*``, file, default.
"""

from __future__ import annotations

import sys
import tomllib
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Option
from typer.core import TyperCommand, TyperGroup

from cotext.cli.commands import (
    choose,
    compare,
    demo,
    doctor,
    evaluate,
    explore,
    fit,
    label,
    models,
    plot,
    predict,
    regroup,
    report,
    reproduce,
    shard,
    show,
)
from cotext.cli.exits import exit_code, handling_signals
from cotext.cli.output import complain
from cotext.console import report_warnings
from cotext.errors import CotextError, UsageError, did_you_mean

COMMANDS = (
    demo.demo, choose.choose, fit.fit, shard.shard, show.show, plot.plot, explore.explore, report.report,
    label.label, regroup.split, regroup.merge, show.similar, predict.predict, evaluate.evaluate,
    compare.compare, models.models, models.datasets, reproduce.reproduce, doctor.doctor,
)  # fmt: skip
HERE = Path("cotext.toml")
CONFIG, VERSION = "Read settings from this TOML file, one table per command.", "Show the version and exit."
HIDDEN = ("show_completion",)  # --install-completion does the same and more
BRACES = {ord(brace): None for brace in "{}"}


class _Clean:
    """Shorter help pages: no environment variables, no types of flags and arguments, no braces."""

    def get_params(self, ctx: object) -> list[Any]:
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            param.show_envvar = False
            param.hidden = getattr(param, "hidden", False) or param.name in HIDDEN
            if getattr(param, "is_flag", False):
                param.metavar = ""
            if param.param_type_name == "argument":
                param.display_type_rich = lambda ctx: None
        return params

    def collect_usage_pieces(self, ctx: object) -> list[str]:
        return [piece.translate(BRACES) for piece in super().collect_usage_pieces(ctx)]  # type: ignore[misc]


class CleanCommand(_Clean, TyperCommand):
    """A command."""


class CleanGroup(_Clean, TyperGroup):
    """The list of commands."""


app = typer.Typer(
    name="cotext",
    cls=CleanGroup,
    epilog="Start with 'cotext demo'; then 'cotext fit reviews.csv -k 8'.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "auto_envvar_prefix": "COTEXT"},
)
for command in COMMANDS:
    app.command(cls=CleanCommand)(command)


def _version(wanted: bool) -> None:
    if wanted:
        from cotext import __version__

        typer.echo(f"cotext {__version__}")
        raise typer.Exit()


@app.callback()
def about(
    ctx: typer.Context,
    config: Annotated[
        Path | None, Option(metavar="FILE", help=CONFIG, show_default="cotext.toml, if present")
    ] = None,
    version: Annotated[
        bool, Option("--version", callback=_version, is_eager=True, allow_from_autoenv=False, help=VERSION)
    ] = False,
) -> None:
    """Group the documents of a collection and the words of its vocabulary at the same time."""
    ctx.default_map = read_config(config, ctx.command.commands)  # type: ignore[attr-defined]


def main(args: Sequence[str] | None = None) -> None:
    """Run a command and exit."""
    arguments = sys.argv[1:] if args is None else list(args)
    with warnings.catch_warnings(), handling_signals():
        report_warnings(lambda message: complain(f"note: {message}"))
        code = exit_code(lambda: app(arguments or ["--help"], prog_name="cotext", standalone_mode=False))
    sys.exit(code)


def read_config(path: Path | None, commands: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Read the defaults of each command's parameters; refuse unknown tables and keys by name."""
    if path is None and not HERE.is_file():
        return {}
    path = path or HERE
    return {name: _table(path, name, values, commands) for name, values in _load(path).items()}


def _load(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"--config {path}: there is no such file; give the path of a TOML file.") from None
    except (OSError, ValueError) as error:
        raise CotextError(f"{path} cannot be read as TOML: {error}; correct the file.") from None


def _table(path: Path, name: str, values: object, commands: Mapping[str, Any]) -> dict[str, Any]:
    if name not in commands or not isinstance(values, dict):
        guess = did_you_mean(name, commands)
        raise UsageError(f"{path}: [{name}] is not a command{guess}; use the name of one, such as [fit].")
    options = {opt.removeprefix("--"): p for p in commands[name].params for opt in p.opts if opt[:2] == "--"}
    unknown = [key for key in values if key.replace("_", "-") not in options]
    if unknown:
        guess = did_you_mean(unknown[0], options)
        raise UsageError(f"{path}: [{name}] has no option {unknown[0]!r}{guess}; see 'cotext {name} --help'.")
    chosen = {options[key.replace("_", "-")]: value for key, value in values.items()}
    return {option.name: _text(value, option.multiple) for option, value in chosen.items()}


def _text(value: object, repeated: bool) -> str | bool | list[str]:
    """Write a value as on the command line: ``set`` is repeated, other options separate values by commas."""
    if isinstance(value, dict):
        value = [f"{key}{'=' if repeated else ':'}{item}" for key, item in value.items()]
    if isinstance(value, list):
        return list(map(str, value)) if repeated else ",".join(map(str, value))
    return value if isinstance(value, bool) else str(value)
