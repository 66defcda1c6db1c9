"""What commands print: tables, lines for pipes or JSON on stdout; notes and progress on stderr."""

from __future__ import annotations

import json
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer import Argument, Option

from cotext.console import Console, number, one_line, open_console, report_warnings
from cotext.files import check_output, finite
from cotext.parsing import ending_of

if TYPE_CHECKING:
    from cotext.result import CoClustering, Table

Json = Annotated[bool, Option("--json", help="Print one JSON object instead of a table.")]
Run = Annotated[Path, Argument(metavar="RUN", help="A run folder.")]
Quiet = Annotated[bool, Option("--quiet", "-q", help="Print nothing but errors and what --json asks for.")]
Verbose = Annotated[bool, Option("--verbose", "-v", help="Say what is being done, restart by restart.")]
AGREEMENT = ("nmi", "ari", "acc", "ri", "purity")


def complain(message: str) -> None:
    """A line on stderr that begins with the name of the program."""
    typer.echo(f"cotext: {one_line(message)}", err=True)


@contextmanager
def talk(quiet: bool = False, verbose: bool = False) -> Iterator[Console]:
    """Console for the time of a command; warnings are notes."""
    with warnings.catch_warnings(), open_console(quiet, verbose) as talking:
        report_warnings(talking.note)
        yield talking


def print_json(value: Mapping[str, Any]) -> None:
    """One object on one line; JSON has no NaN, so that becomes null."""
    typer.echo(json.dumps(finite(value), allow_nan=False))


def print_text(text: str) -> None:
    """As it is into files and pipes; in a terminal without what could move its cursor or change its title."""
    if sys.stdout.isatty():
        text = "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text)
    typer.echo(text, nl=False)


def check_file(option: str, path: Path | None, known: Sequence[str], things: str) -> None:
    """Refuse, before the work, the name of a file that could not be written after it."""
    if path is not None:
        check_output(path, f"{option} {path}")
        ending_of(path, known, things, f"{option} ")


def print_lines(title: str, values: Mapping[str, Any]) -> None:
    """A title and named values, a line each."""
    for line in [title, *(f"{name}: {_plain(value)}" for name, value in values.items())]:
        typer.echo(one_line(line))


def by_title(table: Table, name: str) -> tuple[list[str], list[list[Any]]]:
    """A table for people: titles, if there are any, take the place of the ids in the column ``name``."""
    columns = [one for one in table.columns if one != "title"]
    titled = "title" in table.columns
    rows = [
        [row["title"] or row[one] if titled and one == name else row[one] for one in columns] for row in table
    ]
    return ["title" if titled and one == name else one for one in columns], rows


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """A table in a terminal, its last column as wide as there is room; tab-separated lines elsewhere."""
    if not sys.stdout.isatty():
        for line in [columns, *rows]:
            typer.echo("\t".join(one_line(_plain(value)) for value in line))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(
        title=Text(one_line(title)), title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0)
    )
    for i, name in enumerate(columns):
        cells = [row[i] for row in rows]
        number = all(map(_is_number, cells)) and not all(isinstance(cell, bool) for cell in cells)
        side: Literal["left", "right"] = "right" if number else "left"
        last = i == len(columns) - 1
        table.add_column(name, justify=side, no_wrap=not last, overflow="fold", header_style="bold underline")
    for row in rows:
        table.add_row(*(Text(one_line(_pretty(value))) for value in row))
    Console(highlight=False).print(table)


def _is_number(value: object) -> bool:
    return value is None or isinstance(value, int | float) or bool(re.fullmatch(r"[\d.,]+%", str(value)))


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(value)
    if isinstance(value, float):
        return number(value)
    return "" if value is None else str(value)


def _pretty(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return _plain(value)
    return f"{value:,.0f}" if isinstance(value, int) or abs(value) >= 1000 else _plain(value)


def show_result(result: CoClustering, run: str, say: Callable[[str], object], n_words: int = 10) -> None:
    """The clusters with their words, the agreement with known classes and where the run lies."""
    n, d = result.docword.X.shape
    g, m = result.n_clusters
    title = f"{n:,} documents in {g} clusters, {d:,} words in {m}, by {result.made_by}"
    table = result.summary(n_words)
    shown = [name for name in table.columns if name != "documents"]
    rows = [[f"{row[name]:.1%}" if name == "share" else row[name] for name in shown] for row in table]
    print_table(title, shown, rows)
    known = [f"{name.upper()} {result.metrics[name]:.3f}" for name in AGREEMENT[:3] if name in result.metrics]
    if known:
        n_classes = len(result.docword.label_names)
        say(f"agreement with the {n_classes} known classes: {', '.join(known)}")
    for remark in result.remarks:
        say(remark)
    say(f"run folder: {run}")


def print_result(
    result: CoClustering, run: Path, as_json: bool, say: Callable[[str], object], n_words: int = 10
) -> None:
    """What a command prints that has made, changed or read a run."""
    if as_json:
        print_json(result_as_json(result, str(run), n_words))
    else:
        show_result(result, str(run), say, n_words)


def result_as_json(result: CoClustering, run: str, n_words: int = 10) -> dict[str, Any]:
    """What ``--json`` prints after a fit."""
    asked = result.model.n_clusters
    return {
        "run": run,
        "model": result.fitted_by,
        **({"edited": True} if result.is_edited else {}),
        "n_clusters": list(asked) if isinstance(asked, tuple | list) else asked,
        **({"levels": result.levels} if len(result.levels) > 1 else {}),
        "criterion": result.metrics["criterion"],
        "metrics": {name: result.metrics[name] for name in AGREEMENT if name in result.metrics},
        "clusters": result.summary(n_words).to_dict(),
        **({"notes": result.remarks} if result.remarks else {}),
    }
