"""Print tables, tab-separated lines for pipes, or JSON on stdout; notes and progress on stderr."""

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
Quiet = Annotated[bool, Option("--quiet", "-q", help="Print only errors and the output of --json.")]
Verbose = Annotated[bool, Option("--verbose", "-v", help="Report every step and restart.")]
AGREEMENT = ("nmi", "ari", "acc", "ri", "purity")


def complain(message: str) -> None:
    """Print a line on stderr that begins with the name of the program."""
    typer.echo(f"cotext: {one_line(message)}", err=True)


@contextmanager
def talk(quiet: bool = False, verbose: bool = False) -> Iterator[Console]:
    """Open the console for a command; it prints warnings as notes."""
    with warnings.catch_warnings(), open_console(quiet, verbose) as talking:
        report_warnings(talking.note)
        yield talking


def print_json(value: Mapping[str, Any]) -> None:
    """Print an object on one line, with null for NaN, which JSON does not have."""
    typer.echo(json.dumps(finite(value), allow_nan=False))


def print_text(text: str) -> None:
    """Print text unchanged to files and pipes, and without control characters to a terminal."""
    if sys.stdout.isatty():
        text = "".join(c if c.isprintable() or c == "\n" else " " for c in text)
    typer.echo(text, nl=False)


def check_file(option: str, path: Path | None, known: Sequence[str], things: str) -> None:
    """Refuse a file that cannot be written, before the work begins."""
    if path is not None:
        check_output(path, f"{option} {path}")
        ending_of(path, known, things, f"{option} ")


def print_lines(title: str, values: Mapping[str, Any]) -> None:
    """Print a title and named values, a line each."""
    for line in [title, *(f"{name}: {_plain(value)}" for name, value in values.items())]:
        typer.echo(one_line(line))


def by_title(table: Table, name: str) -> tuple[list[str], list[list[Any]]]:
    """Return columns and rows with titles, if there are any, instead of the ids in the column ``name``."""
    columns = [column for column in table.columns if column != "title"]
    if "title" not in table.columns:
        return columns, [list(row) for row in table.rows]
    rows = [[(row["title"] if c == name else None) or row[c] for c in columns] for row in table]
    return ["title" if column == name else column for column in columns], rows


def cluster_label(names: Mapping[int, str], cluster: int, words: Sequence[str] | str) -> str:
    """Return the name of a cluster, or its top three words if it has none."""
    words = words.split(", ") if isinstance(words, str) else words
    return names.get(cluster) or ", ".join(words[:3]) or "(no words)"


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Print a table: tab-separated lines, or in a terminal with a last column that fills the width."""
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


def print_result(
    result: CoClustering, run: Path, as_json: bool, note: Callable[[str], object], n_words: int = 10
) -> None:
    """Print the clusters of a run with their words, and the agreement with known classes."""
    if as_json:
        print_json(result_as_json(result, str(run), n_words))
        return
    n, d = result.docword.X.shape
    g, m = result.n_clusters
    table = result.summary(n_words)
    columns = [column for column in table.columns if column not in ("documents", "name")]
    rows = [
        [
            cluster_label(result.names, row["cluster"], row["words"]),
            *(f"{row[column]:.1%}" if column == "share" else row[column] for column in columns),
        ]
        for row in table
    ]
    title = f"{n:,} documents in {g} clusters, {d:,} words in {m}, by {result.made_by}"
    print_table(title, ["name", *columns], rows)
    scores = [
        f"{name.upper()} {result.metrics[name]:.3f}" for name in AGREEMENT[:3] if name in result.metrics
    ]
    if scores:
        note(f"agreement with the {len(result.docword.label_names)} known classes: {', '.join(scores)}")
    for remark in result.remarks:
        note(remark)
    note(f"run folder: {run}")


def result_as_json(result: CoClustering, run: str, n_words: int = 10) -> dict[str, Any]:
    """Return the output of ``--json`` after a fit."""
    n_clusters = result.model.n_clusters
    return {
        "run": run,
        "model": result.fitted_by,
        **({"edited": True} if result.is_edited else {}),
        "n_clusters": list(n_clusters) if isinstance(n_clusters, tuple | list) else n_clusters,
        **({"levels": result.levels} if len(result.levels) > 1 else {}),
        "criterion": result.metrics["criterion"],
        "metrics": {name: result.metrics[name] for name in AGREEMENT if name in result.metrics},
        "clusters": result.summary(n_words).to_dict(),
        **({"notes": result.remarks} if result.remarks else {}),
    }
