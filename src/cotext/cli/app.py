"""The list of commands, and how errors reach the user: one line and an exit code."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from cotext.cli import (
    choose,
    compare,
    datasets,
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
    similar,
)
from cotext.cli.config import read_config
from cotext.cli.help import CleanCommand, CleanGroup
from cotext.cli.signals import Terminated, listening
from cotext.cli.talk import complain, report_warnings
from cotext.errors import CotextError, did_you_mean, explain, trouble

INTERRUPTED, TERMINATED = 130, 143
ENDINGS = {INTERRUPTED: "interrupted", TERMINATED: "terminated"}
COMMANDS = (
    demo.demo, choose.choose, fit.fit, shard.shard, show.show, plot.plot, explore.explore, report.report,
    label.label, regroup.split, regroup.merge, similar.similar, predict.predict, evaluate.evaluate,
    compare.compare, models.models, datasets.datasets, reproduce.reproduce, doctor.doctor,
)  # fmt: skip

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
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Settings as TOML, one table per command.",
            show_default="cotext.toml if it is here",
        ),
    ] = None,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_version,
            is_eager=True,
            allow_from_autoenv=False,
            help="Show the version and exit.",
        ),
    ] = False,
) -> None:
    """Group the documents of a collection and the words of its vocabulary at the same time."""
    ctx.default_map = read_config(config, ctx.command.commands)  # type: ignore[attr-defined]


def main(args: Sequence[str] | None = None) -> None:
    """Run a command and exit; errors a user can act on are one line, never a traceback."""
    given = sys.argv[1:] if args is None else list(args)
    with warnings.catch_warnings(), listening():
        report_warnings(lambda message: complain(f"note: {message}"))
        code = _run(given or ["--help"])
    sys.exit(code)


def _run(args: list[str]) -> int:
    try:
        code = app(args, prog_name="cotext", standalone_mode=False)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except Terminated:
        code = TERMINATED
    except SystemExit as stop:
        if not isinstance(stop.__context__, BrokenPipeError):
            raise
        return _leave_pipe()
    except Exception as error:
        if os.environ.get("COTEXT_DEBUG"):
            raise
        message, code = _explain(error)
        complain(f"error: {message}")
    else:
        code = _flushed(code or 0)
    if code in ENDINGS:
        complain(ENDINGS[code])
    return code or 0


def _flushed(code: int) -> int:
    """The exit code, once all has been printed: a full disk may be noticed only now."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        return _leave_pipe()
    except OSError as error:
        complain(f"error: {explain(error)}")
        _leave_pipe()
        return CotextError.exit_code
    return code


def _leave_pipe() -> int:
    """The reader has gone, as in ``| head``: no complaint, also not when Python closes stdout."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())  # type: ignore[union-attr]
    return 0


def _explain(error: Any) -> tuple[str, int]:
    if (told := trouble(error)) is not None:
        return told, CotextError.exit_code
    if isinstance(error, CotextError):
        return _as_options(str(error)), error.exit_code
    if hasattr(error, "format_message"):  # Typer's own: an unknown option, a missing argument
        return f"{_usage(error)}: see '{_command(error)} --help'.", error.exit_code
    where = "" if isinstance(error, MemoryError) else " (COTEXT_DEBUG=1 shows where)"
    return explain(error) + where, CotextError.exit_code


def _usage(error: Any) -> str:
    """What Typer complains about; an option or a command that is not there with the one most like it."""
    told, context = error.format_message().partition(" (Possible options")[0], getattr(error, "ctx", None)
    told = str(told).partition(". Did you mean")[0].rstrip(".")
    if context is None:
        return told
    known = [option for param in context.command.params for option in param.opts if option[:2] == "--"]
    asked = getattr(error, "option_name", None)
    if asked is None and told.startswith("No such command"):
        asked, known = told.split("'")[1], list(context.command.commands)
    return told + did_you_mean(asked or "", known)


def _command(error: Any) -> str:
    return str(getattr(getattr(error, "ctx", None), "command_path", "cotext"))


def _as_options(message: str) -> str:
    """The library speaks of keywords, ``min_df=3``; here they are options, ``--min-df 3``."""
    names = (
        "weighting|idf|context|stem|stop_words|language|token_pattern|min_df|max_df|n_clusters|n_init|into"
    )
    message = re.sub(r"levels=\[([\d, -]+)\]", lambda m: f"-k {m[1].replace(', ', '/')}", message)
    message = re.sub(rf"did you mean '({names})'", lambda m: f"did you mean {_option(m[1])}", message)
    return re.sub(rf"(?<![\w-])({names})=(?=\S)", lambda m: f"{_option(m[1])} ", message)


def _option(keyword: str) -> str:
    return f"--{keyword.replace('_', '-')}"
