"""``cotext choose``: how many clusters?"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from cotext.cli.commands.fit import about_texts, fit
from cotext.cli.options import as_source, parse_range, parse_settings
from cotext.cli.output import Json, Quiet, check_file, print_json, print_table, talk
from cotext.parsing import PICTURES

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
RESAMPLED = "2, 3 for fewer than 1,000 documents"
RANGE = "Numbers to try: 2-12, 2-30:4 (every fourth), or 4,8,16."
OF_A_RUN = (  # what fit writes and how, and the seeds of single clusters, whatever their number
    "out", "memberships", "no_texts", "cluster", "dashboard", "strict", "checkpoint", "resume", "verbose",
    "seed_words",
)  # fmt: skip


def like_fit(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command all options of ``fit`` that say how texts are read and what is fitted."""
    mine = inspect.signature(command, eval_str=True).parameters
    own = [one for one in mine.values() if one.kind is not one.VAR_KEYWORD]
    theirs = inspect.signature(fit, eval_str=True).parameters
    more = [theirs[name] for name in theirs if name not in mine and name not in OF_A_RUN]
    every = [one.replace(kind=one.KEYWORD_ONLY) for one in (*own, *more)]
    command.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in every}
    return command


@like_fit
def choose(
    sources: Annotated[list[str], typer.Argument(metavar="INPUT", help="Documents, as in 'cotext fit'.")],
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
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the curve here: .png, .svg or .pdf.")
    ] = None,
    as_json: Json = False,
    quiet: Quiet = False,
    **given: Any,
) -> None:
    """Recommend a number of clusters if the documents speak clearly for one; else list candidates.

    Every number is fitted once on all documents and a few times on 80 % of them. The score is what clusters
    from two halves of the words agree on beyond chance. A number is recommended if its score stands out from
    all others by more than two standard errors. If the best number is the largest or smallest tried, further
    ones are tried, at most twice. Give the same options as to 'cotext fit'.

    Example: cotext choose reviews.csv -k 2-20 --plot curve.png
    """
    numbers = parse_range(n_clusters)
    check_file("--plot", plot, PICTURES, "pictures")
    parameters = parse_settings(given["settings"] or [], OWN)
    if given["n_init"] is not None:
        parameters["n_init"] = given["n_init"]
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
            **{**about_texts(given), "random_state": given["seed"], **parameters},
        )
        if plot is not None:
            talking.stage("drawing")
            choice.plot().save(plot)
    if as_json:
        print_json(as_plain(choice))
    elif not quiet:
        title = f"Numbers of clusters, fitted by {choice.model}; better where the last column is higher"
        print_table(title, list(choice.table.columns), [list(row) for row in choice.table.rows])
        talking.note(told(choice))


def told(choice: Any) -> str:
    """The recommendation in a line, or the candidates."""
    other = choice.by_modularity
    opinion = "" if other is None else f" (highest modularity, a second opinion: {other})"
    if choice.n_clusters is None:
        return f"{choice.evidence}{opinion}"
    return f"recommended: -k {choice.n_clusters[0]}, by {choice.model}{opinion}"


def as_plain(choice: Any) -> dict[str, Any]:
    """What ``--json`` prints."""
    return {
        "n_clusters": None if choice.n_clusters is None else choice.n_clusters[0],
        "candidates": choice.candidates,
        "model": choice.model,
        "by_modularity": choice.by_modularity,
        "table": choice.table.to_dict(),
    }
