"""``cotext choose``: how many clusters?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from cotext.cli.options import (
    SUITS,
    Seed,
    Settings,
    Starts,
    as_source,
    parse_range,
    parse_settings,
    recipe_options,
    recipe_values,
)
from cotext.cli.output import Json, Quiet, check_file, print_json, print_table, talk
from cotext.parsing import PICTURES
from cotext.recipe import Group, keywords

if TYPE_CHECKING:
    from cotext.choose import Choice

WIDER = 2  # times that more numbers are tried if the best is the smallest or largest
OWN = {"n_clusters": "-k", "random_state": "--seed"}
OWN |= {name: f"--{name.replace('_', '-')}" for name in keywords(Group.COLUMNS, Group.TABLES)}
AGAIN = "Fit each number N times on random samples of the documents."
RESAMPLED = "2; 3 for fewer than 1,000 documents"
CURVE = "Draw the curve to FILE: .png, .svg or .pdf."
MODEL = "Choose a model from 'cotext models'."
RANGE = "Try these numbers: 2-12, 2-30:4 (every fourth), or 4,8,16."


@recipe_options(weighting=SUITS, before="seed")
def choose(
    sources: Annotated[list[str], Argument(metavar="INPUT", help="Documents, as in 'cotext fit'.")],
    n_clusters: Annotated[str, Option("-k", "--n-clusters", metavar="RANGE", help=RANGE)] = "2-12",
    model: Annotated[str, Option(metavar="NAME", help=MODEL, show_default="consensus")] = "auto",
    resamples: Annotated[int | None, Option(metavar="N", min=2, help=AGAIN, show_default=RESAMPLED)] = None,
    plot: Annotated[Path | None, Option(metavar="FILE", help=CURVE)] = None,
    seed: Seed = 0,
    n_init: Starts = None,
    settings: Settings = None,
    as_json: Json = False,
    quiet: Quiet = False,
    **recipe: Any,
) -> None:
    """Recommend a number of clusters, or list candidates if no number is clearly best.

    The command fits every number once on all documents and a few times on 80 % of them. The score is the
    agreement of clusters from two halves of the words, beyond chance. The command recommends a number if its
    score exceeds all others by more than two standard errors. If the best number is the smallest or largest,
    it tries more numbers, at most twice. Use the same options as for 'cotext fit'.

    Example: cotext choose reviews.csv -k 2-20 --plot curve.png
    """
    numbers = parse_range(n_clusters)
    check_file("--plot", plot, PICTURES, "pictures")
    parameters = parse_settings(settings, OWN)
    if n_init is not None:
        parameters["n_init"] = n_init
    with talk(quiet) as talking:
        talking.stage("starting")
        from cotext.choose import choose_clusters

        choice = choose_clusters(
            as_source(sources),
            numbers,
            model,
            resamples=resamples,
            widen=WIDER,
            stage=talking.stage,
            note=talking.note,
            progress=talking.progress_of("clusters"),
            **{**recipe_values(recipe), "random_state": seed, **parameters},
        )
        if plot is not None:
            talking.stage("drawing")
            choice.plot().save(plot)
    if as_json:
        print_json(
            {
                "n_clusters": None if choice.n_clusters is None else choice.n_clusters[0],
                "candidates": choice.candidates,
                "model": choice.model,
                "by_modularity": choice.by_modularity,
                "table": choice.table.to_dict(),
            }
        )
    elif not quiet:
        title = f"Numbers of clusters, fitted by {choice.model}; the higher the last column, the better"
        print_table(title, choice.table.columns, choice.table.rows)
        talking.note(recommendation(choice))


def recommendation(choice: Choice) -> str:
    """Return the recommendation in a line, or the candidates."""
    other = choice.by_modularity
    opinion = "" if other is None else f" (second opinion, highest modularity: {other})"
    if choice.n_clusters is None:
        return f"{choice.evidence}{opinion}"
    return f"recommended: -k {choice.n_clusters[0]}, by {choice.model}{opinion}"
