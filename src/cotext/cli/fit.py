"""``cotext fit``: documents in, co-clusters and a run folder out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from cotext.cli.options import default_run, parse_clusters, parse_number, parse_settings
from cotext.cli.run import run_fit
from cotext.cli.show import Json
from cotext.cli.talk import Quiet, Verbose

TEXT, WORDS, RUN = "Reading", "Words", "Run"


def fit(  # noqa: PLR0913 - one argument per option
    source: Annotated[
        str,
        typer.Argument(
            metavar="INPUT",
            help="A folder of .txt files; a .csv, .tsv, .json, .jsonl, .txt (also .gz, .xz), .parquet, .npz "
            "or .mtx file; '-' for stdin; or the name of a data set.",
        ),
    ],
    n_clusters: Annotated[
        str, typer.Option("-k", "--n-clusters", metavar="G[,M]", help="Document clusters[, word clusters].")
    ] = "8",
    model: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="A name from 'cotext models'.",
            show_default="consensus; wc-nmtf where G and M differ",
        ),
    ] = "auto",
    weighting: Annotated[
        str,
        typer.Option(
            metavar="W",
            help="tf, tf-norm, tf-idf, tf-idf-norm or log-tf-idf-norm.",
            show_default="what suits the model: see 'cotext models NAME'",
            rich_help_panel=WORDS,
        ),
    ] = "auto",
    idf: Annotated[
        str, typer.Option(metavar="KIND", help="plain or smooth.", rich_help_panel=WORDS)
    ] = "plain",
    stem: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Cut words to stems: porter, or a language such as 'en'.",
            rich_help_panel=WORDS,
        ),
    ] = None,
    context: Annotated[
        str,
        typer.Option(
            metavar="WHERE",
            help="Where two words meet, for models that use co-occurrence: document, sentence or window:L.",
            show_default="window:10 for texts, document for matrices",
            rich_help_panel=WORDS,
        ),
    ] = "auto",
    context_from: Annotated[
        str | None,
        typer.Option(
            metavar="INPUT",
            help="Another corpus to count the contexts in; the documents themselves if not given.",
            rich_help_panel=WORDS,
        ),
    ] = None,
    stop_words: Annotated[
        str,
        typer.Option(
            metavar="LIST",
            help="Words to leave out: small, large, none, a language such as 'en', or a file.",
            show_default="small",
            rich_help_panel=WORDS,
        ),
    ] = "auto",
    language: Annotated[
        str,
        typer.Option(
            metavar="CODE", help="A code such as 'en'.", show_default="guessed", rich_help_panel=WORDS
        ),
    ] = "auto",
    min_df: Annotated[
        str,
        typer.Option(
            metavar="N",
            help="Leave out words of fewer documents (a number or a share).",
            show_default="2, more for large collections",
            rich_help_panel=WORDS,
        ),
    ] = "auto",
    max_df: Annotated[
        str,
        typer.Option(
            metavar="N",
            help="Leave out words of more documents (a number or a share).",
            show_default="0.5",
            rich_help_panel=WORDS,
        ),
    ] = "auto",
    text: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="Holds the texts.", show_default="guessed", rich_help_panel=TEXT),
    ] = None,
    id: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="Holds the names of the documents.", rich_help_panel=TEXT),
    ] = None,
    label: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="Holds known classes, to compare with.", rich_help_panel=TEXT),
    ] = None,
    encoding: Annotated[
        str, typer.Option(metavar="NAME", help="Encoding of text files.", rich_help_panel=TEXT)
    ] = "utf-8",
    seed: Annotated[int, typer.Option(metavar="N", help="Same seed, same result.", rich_help_panel=RUN)] = 0,
    n_init: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Restarts; the best is kept.",
            show_default="10, consensus 1",
            rich_help_panel=RUN,
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="PARAM=VALUE",
            help="A parameter from 'cotext models NAME'; may be repeated.",
            rich_help_panel=RUN,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="RUN", help="Folder for the result.", show_default="runs/INPUT", rich_help_panel=RUN
        ),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 4 if the fit did not converge.", rich_help_panel=RUN)
    ] = False,
    as_json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Cluster documents and words, print the clusters and save a run folder.

    Example: cotext fit reviews.csv -k 8 --text body --out runs/reviews
    """
    options: dict[str, Any] = {
        "weighting": weighting,
        "idf": idf,
        "stem": stem,
        "context": context,
        "context_from": context_from,
        "stop_words": stop_words,
        "language": language,
        "min_df": parse_number(min_df),
        "max_df": parse_number(max_df),
        "text": text,
        "id": id,
        "label": label,
        "encoding": encoding,
    }
    parameters = parse_settings(settings or [])
    if n_init is not None:
        parameters["n_init"] = n_init
    run_fit(
        source,
        parse_clusters(n_clusters),
        model,
        out or default_run(source),
        options,
        parameters,
        seed=seed,
        as_json=as_json,
        quiet=quiet,
        verbose=verbose,
        strict=strict,
    )
