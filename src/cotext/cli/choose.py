"""``cotext choose``: how many clusters?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from cotext.cli.options import Header, KeepNA, Quote, Sep, parse_range, parse_settings, table_options
from cotext.cli.output import Json, check_file, print_json, print_table
from cotext.cli.talk import Quiet, talk
from cotext.typed import PICTURES

WIDER = 2  # times that further numbers are tried where the best is the last of them
OWN = {
    "n_clusters": "-k",
    "random_state": "--seed",
    "text": "--text",
    "header": "--no-header",
    "sep": "--sep",
    "quote": "--quote",
    "keep_na": "--keep-na",
}
SET = "A parameter of the model, or of how words are read, such as min_df=3; may be repeated."
RESAMPLED = "2, 3 for fewer than 1,000 documents"
RANGE = "Numbers to try: 2-12, 2-30:4 (every fourth), or 4,8,16."


def choose(
    source: Annotated[str, typer.Argument(metavar="INPUT", help="Documents, as in 'cotext fit'.")],
    n_clusters: Annotated[str, typer.Option("-k", "--n-clusters", metavar="RANGE", help=RANGE)] = "2-12",
    model: Annotated[
        str, typer.Option(metavar="NAME", help="A name from 'cotext models'.", show_default="consensus")
    ] = "auto",
    resamples: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=2, help="Fits on other documents, for each number.", show_default=RESAMPLED
        ),
    ] = None,
    text: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Holds the texts.", show_default="guessed")
    ] = None,
    header: Header = None,
    sep: Sep = None,
    quote: Quote = None,
    keep_na: KeepNA = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the curve here: .png, .svg or .pdf.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Same seed, same result.")] = 0,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PARAM=VALUE", help=SET),
    ] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Recommend a number of clusters: one whose clusters come back on other documents and make sense.

    Every number is fitted once on all documents and a few times on 80 % of them. The score is stability
    (agreement of these fits) times coherence (the top words of their clusters occur together). Where the best
    number is the largest or smallest tried, further ones are tried, at most twice.

    Example: cotext choose reviews.csv -k 2-20 --plot curve.png
    """
    numbers = parse_range(n_clusters)
    check_file("--plot", plot, PICTURES, "pictures")
    with talk(quiet) as talking:
        talking.stage("starting")
        from cotext.choose import choose_clusters

        choice = choose_clusters(
            source,
            numbers,
            model,
            resamples=resamples,
            widen=WIDER,
            stage=talking.stage,
            note=talking.note,
            progress=talking.progress_of("clusters"),
            text=text,
            **table_options(header, sep, quote, keep_na),
            random_state=seed,
            **parse_settings(settings or [], OWN),
        )
        if plot is not None:
            talking.stage("drawing")
            choice.plot().save(plot)
    if as_json:
        print_json(as_plain(choice))
    elif not quiet:
        title = f"Numbers of clusters, fitted by {choice.model}; best where the last column is highest"
        print_table(title, list(choice.table.columns), [list(row) for row in choice.table.rows])
        talking.note(told(choice))


def told(choice: Any) -> str:
    """The recommendation in a line."""
    other = choice.by_modularity
    opinion = "" if other is None else f" (highest modularity, a second opinion: {other})"
    return f"recommended: -k {choice.n_clusters[0]}, by {choice.model}{opinion}"


def as_plain(choice: Any) -> dict[str, Any]:
    """What ``--json`` prints."""
    return {
        "n_clusters": choice.n_clusters[0],
        "model": choice.model,
        "by_modularity": choice.by_modularity,
        "table": choice.table.to_dict(),
    }
