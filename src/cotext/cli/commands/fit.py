"""``cotext fit``: documents in, co-clusters and a run folder out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from cotext.cli.fitting import EVERY, Keeping, run_fit
from cotext.cli.options import (
    Header,
    KeepNA,
    Quote,
    Sep,
    as_source,
    default_run,
    parse_settings,
    table_options,
)
from cotext.cli.output import Json, Quiet, Verbose
from cotext.parsing import CLUSTERS, READING, WORDS, parse_clusters, parse_levels, parse_number

reading, words, run = (partial(typer.Option, rich_help_panel=panel) for panel in ("Reading", "Words", "Run"))
SOURCE = (
    "Files, folders, .zip archives, patterns such as 'letters/*.txt': tables (.csv .tsv .json .jsonl .xlsx "
    ".parquet .mbox), texts (.txt .md .html .xml .pdf .docx .eml), also as .gz .xz .bz2 .zst; one matrix "
    "(.npz .mtx); '-' for stdin; the name of a data set; or what 'cotext shard' has made."
)
TEXTS = READING["text"]
PAIRS = WORDS["context"]
ELSEWHERE = "Another corpus to count the contexts in; the documents themselves if not given."
LEFT_OUT = (
    "Words to leave out: small, large, none, a language such as 'en', a file of more words, or only:FILE."
)
SPOKEN = WORDS["language"]
PATTERN = "What a word is: a regular expression, matched after lower-casing."
PHRASES = WORDS["phrases"]
DEBRIS = "Cut URLs, e-mail addresses, HTML tags and encoded lines as words, too."
STEM = WORDS["stem"]
FEWER, MORE = WORDS["min_df"], WORDS["max_df"]
KINDS = WORDS["weighting"]
SUITS = "what suits the model: see 'cotext models NAME'"
BY_SOURCE = "window:40 for texts, document for matrices"
MODEL = "consensus; nested for levels"
SEEDS = "Words to begin clusters with, a line for each: 'space: orbit nasa', or words alone."
ALL = "Stop at a file that cannot be read; else it is skipped and told."
OFTEN = "Write what is done beside RUN, so often; 'inf' for never."
RESUME = "Go on where this command was broken off; what comes out is the same."
CLUSTER = (
    "Fit a store on the Dask cluster at this address, or on N workers of this machine. Connect only to a "
    "scheduler that you trust: it can run code as you."
)
PRIVATE = "Leave the texts, and excerpts of them, out of RUN and of its reports."
SET = "A parameter from 'cotext models NAME'; may be repeated."


def fit(  # noqa: PLR0913 - one argument per option
    sources: Annotated[list[str], typer.Argument(metavar="INPUT", help=SOURCE)],
    n_clusters: Annotated[str, typer.Option("-k", "--n-clusters", metavar="G[,M]", help=CLUSTERS)] = "8",
    model: Annotated[
        str, typer.Option(metavar="NAME", help="A name from 'cotext models'.", show_default=MODEL)
    ] = "auto",
    weighting: Annotated[str, words(metavar="W", help=KINDS, show_default=SUITS)] = "auto",
    idf: Annotated[str, words(metavar="KIND", help="plain or smooth.")] = "plain",
    stem: Annotated[str | None, words(metavar="NAME", help=STEM)] = None,
    context: Annotated[str, words(metavar="WHERE", help=PAIRS, show_default=BY_SOURCE)] = "auto",
    context_from: Annotated[str | None, words(metavar="INPUT", help=ELSEWHERE)] = None,
    stop_words: Annotated[str, words(metavar="LIST", help=LEFT_OUT, show_default="small")] = "auto",
    language: Annotated[str, words(metavar="CODE", help=SPOKEN, show_default="guessed")] = "auto",
    token_pattern: Annotated[str | None, words(metavar="REGEX", help=PATTERN)] = None,
    phrases: Annotated[bool, words("--phrases/--no-phrases", help=PHRASES)] = False,
    keep_debris: Annotated[bool, words("--keep-debris", help=DEBRIS)] = False,
    min_df: Annotated[
        str, words(metavar="N", help=FEWER, show_default="2, more for large collections")
    ] = "auto",
    max_df: Annotated[str, words(metavar="N", help=MORE, show_default="0.5")] = "auto",
    seed_words: Annotated[Path | None, words(metavar="FILE", help=SEEDS, show_default=False)] = None,
    text: Annotated[str | None, reading(metavar="COLUMN[:N],...", help=TEXTS, show_default="guessed")] = None,
    id: Annotated[str | None, reading(metavar="COLUMN", help=READING["id"])] = None,
    label: Annotated[str | None, reading(metavar="COLUMN", help=READING["label"])] = None,
    date: Annotated[str | None, reading(metavar="COLUMN", help=READING["date"])] = None,
    title: Annotated[
        str | None, reading(metavar="COLUMN", help=READING["title"], show_default="guessed")
    ] = None,
    group: Annotated[str, reading(metavar="COLUMN,...", help=READING["group"])] = "",
    keep: Annotated[str, reading(metavar="COLUMN,...", help=READING["keep"])] = "",
    header: Header = None,
    sep: Sep = None,
    quote: Quote = None,
    keep_na: KeepNA = False,
    deduplicate: Annotated[bool, reading("--deduplicate", help=READING["deduplicate"])] = False,
    segment: Annotated[int | None, reading(metavar="N", min=1, help=READING["segment"])] = None,
    encoding: Annotated[
        str, reading(metavar="NAME", help=READING["encoding"], show_default="UTF-8, else guessed")
    ] = "auto",
    strict_input: Annotated[bool, reading("--strict-input", help=ALL)] = False,
    seed: Annotated[int, run(metavar="N", help="Same seed, same result.")] = 0,
    n_init: Annotated[
        int | None, run(metavar="N", help="Restarts; the best is kept.", show_default="10, consensus 1")
    ] = None,
    settings: Annotated[list[str] | None, run("--set", metavar="PARAM=VALUE", help=SET)] = None,
    out: Annotated[
        Path | None, run(metavar="RUN", help="Folder for the result.", show_default="runs/INPUT")
    ] = None,
    memberships: Annotated[
        Path | None, run(metavar="FILE", help="Write each document's share in every cluster here, as CSV.")
    ] = None,
    no_texts: Annotated[bool, run("--no-texts", help=PRIVATE)] = False,
    cluster: Annotated[str | None, run(metavar="ADDRESS|local:N", help=CLUSTER)] = None,
    dashboard: Annotated[bool, run("--dashboard", help="Print the link to the cluster's dashboard.")] = False,
    strict: Annotated[bool, run("--strict", help="Exit with 4 if the fit did not converge.")] = False,
    checkpoint: Annotated[float, run(metavar="SECONDS", min=0, help=OFTEN)] = EVERY,
    resume: Annotated[bool, run("--resume", help=RESUME)] = False,
    as_json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Cluster documents and words, print the clusters and save a run folder.

    Example: cotext fit reviews.csv -k 8 --text body --out runs/reviews
    """
    options = about_texts(locals())
    parameters = parse_settings(settings or [])
    if n_init is not None:
        parameters["n_init"] = n_init
    if (levels := parse_levels(n_clusters)) is not None:
        parameters["levels"] = levels
    run_fit(
        as_source(sources),
        parse_clusters(n_clusters) if levels is None else levels[-1],
        model,
        out or default_run(sources[0]),
        options,
        parameters,
        seed=seed,
        as_json=as_json,
        quiet=quiet,
        verbose=verbose,
        strict=strict,
        seed_words=seed_words,
        memberships=memberships,
        keep_texts=not no_texts,
        keeping=Keeping(checkpoint, resume),
        cluster=(cluster, dashboard),
    )


def about_texts(given: Mapping[str, Any]) -> dict[str, Any]:
    """Keywords of the recipe, from what was given to the options of ``fit``."""
    return {
        "weighting": given["weighting"],
        "idf": given["idf"],
        "stem": given["stem"],
        "context": given["context"],
        "context_from": given["context_from"],
        "stop_words": given["stop_words"],
        "language": given["language"],
        "token_pattern": given["token_pattern"],
        "phrases": given["phrases"],
        "debris": "keep" if given["keep_debris"] else "drop",
        "min_df": parse_number(given["min_df"]),
        "max_df": parse_number(given["max_df"]),
        "text": given["text"],
        "id": given["id"],
        "label": given["label"],
        "date": given["date"],
        "title": given["title"],
        "group": given["group"] or (),
        "keep": given["keep"] or (),
        **table_options(given["header"], given["sep"], given["quote"], given["keep_na"]),
        "deduplicate": given["deduplicate"],
        "segment": given["segment"],
        "encoding": given["encoding"],
        "strict_input": given["strict_input"],
    }
