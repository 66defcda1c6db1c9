"""``cotext fit``: documents in, co-clusters and a run folder out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from typer import Argument, Option

from cotext.cli.fitting import EVERY, CheckpointOptions, run_fit
from cotext.cli.options import (
    SUITS,
    Seed,
    Settings,
    Starts,
    as_source,
    parse_settings,
    recipe_options,
    recipe_values,
    run,
)
from cotext.cli.output import Json, Quiet, Verbose
from cotext.parsing import parse_clusters, parse_levels, run_name

SOURCE = (
    "Files, folders, .zip archives, patterns such as 'articles/*.txt': tables (.csv .tsv .json .jsonl .xlsx "
    ".parquet .mbox), texts (.txt .md .html .xml .pdf .docx .eml), also compressed (.gz .xz .bz2 .zst); one "
    "matrix (.npz .mtx); '-' for stdin; the name of a data set; or a store written by 'cotext shard'."
)
CLUSTERS = "Set the number of document clusters[, word clusters], or of nested levels: 5/20."
MODEL = "consensus; for levels: nested"
SEEDS = "Start clusters from the words in FILE, one cluster per line: 'space: orbit nasa', or words alone."
OFTEN = "Save a checkpoint next to RUN every SECONDS seconds; 'inf' disables it."
RESUME = "Continue an interrupted fit from its checkpoint; the result is the same."
CLUSTER = (
    "Fit a store on the Dask cluster at this address, or on N workers of this computer. Connect only to a "
    "scheduler that you trust: it can run code under your account."
)
PRIVATE = "Do not save texts or excerpts of them in RUN and its reports."
SHARES = "Write each document's share in every cluster to FILE, as CSV."


@recipe_options(weighting=SUITS, before="seed_words")
def fit(  # noqa: PLR0913 - one argument per option
    sources: Annotated[list[str], Argument(metavar="INPUT", help=SOURCE)],
    n_clusters: Annotated[str, Option("-k", "--n-clusters", metavar="G[,M]", help=CLUSTERS)] = "8",
    model: Annotated[
        str, Option(metavar="NAME", help="Choose a model from 'cotext models'.", show_default=MODEL)
    ] = "auto",
    seed_words: Annotated[
        Path | None, Option(metavar="FILE", help=SEEDS, show_default=False, rich_help_panel="Words")
    ] = None,
    seed: Seed = 0,
    n_init: Starts = None,
    settings: Settings = None,
    out: Annotated[
        Path | None, run(metavar="RUN", help="Save the result in this folder.", show_default="runs/INPUT")
    ] = None,
    memberships: Annotated[Path | None, run(metavar="FILE", help=SHARES)] = None,
    no_texts: Annotated[bool, run("--no-texts", help=PRIVATE)] = False,
    cluster: Annotated[str | None, run(metavar="ADDRESS|local:N", help=CLUSTER)] = None,
    dashboard: Annotated[bool, run("--dashboard", help="Print the link to the cluster's dashboard.")] = False,
    strict: Annotated[bool, run("--strict", help="Exit with 4 if the fit did not converge.")] = False,
    checkpoint: Annotated[float, run(metavar="SECONDS", min=0, help=OFTEN)] = EVERY,
    resume: Annotated[bool, run("--resume", help=RESUME)] = False,
    as_json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    **recipe: Any,
) -> None:
    """Cluster documents and words, print the clusters and save a run folder.

    Example: cotext fit reviews.csv -k 8 --text body --out runs/reviews
    """
    parameters = parse_settings(settings)
    if n_init is not None:
        parameters["n_init"] = n_init
    if (levels := parse_levels(n_clusters)) is not None:
        parameters["levels"] = levels
    run_fit(
        as_source(sources),
        parse_clusters(n_clusters) if levels is None else levels[-1],
        model,
        out or Path("runs") / run_name(sources[0]),
        recipe_values(recipe),
        parameters,
        seed=seed,
        as_json=as_json,
        quiet=quiet,
        verbose=verbose,
        strict=strict,
        seed_words=seed_words,
        memberships=memberships,
        keep_texts=not no_texts,
        checkpoints=CheckpointOptions(checkpoint, resume),
        cluster=(cluster, dashboard),
    )
