"""``cotext shard``: documents of any number in, a store of blocks out."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from cotext.cli.commands.fit import DEBRIS, FEWER, KINDS, LEFT_OUT, MORE, PATTERN, SPOKEN, STEM, TEXTS
from cotext.cli.options import Header, KeepNA, Quote, Sep, as_source, table_options
from cotext.cli.output import Json, Quiet, Verbose, print_json, talk
from cotext.parsing import READING, parse_number

reading, words = (partial(typer.Option, rich_help_panel=panel) for panel in ("Reading", "Words"))
SOURCE = "Files, folders, patterns or a matrix, as in 'cotext fit', of any size; read twice."
PAIRS = "Where two words meet: document, sentence, window:L; none leaves it out."
BLOCK = "Entries of a block, about: what a fit holds in memory at once."
THREADS = "Threads; what is written is the same for any number."
ADD = "Add the documents to a store that is there; its words and weights stay as they are."


def shard(  # noqa: PLR0913 - one argument per option
    sources: Annotated[list[str], typer.Argument(metavar="INPUT", help=SOURCE)],
    out: Annotated[Path, typer.Option(metavar="STORE", help="Folder for the store.")],
    weighting: Annotated[str, words(metavar="W", help=KINDS)] = "log-tf-idf-norm",
    idf: Annotated[str, words(metavar="KIND", help="plain or smooth.")] = "plain",
    stem: Annotated[str | None, words(metavar="NAME", help=STEM)] = None,
    context: Annotated[
        str, words(metavar="WHERE", help=PAIRS, show_default="window:40 for texts, document for matrices")
    ] = "auto",
    stop_words: Annotated[str, words(metavar="LIST", help=LEFT_OUT, show_default="small")] = "auto",
    language: Annotated[str, words(metavar="CODE", help=SPOKEN, show_default="guessed")] = "auto",
    token_pattern: Annotated[str | None, words(metavar="REGEX", help=PATTERN)] = None,
    keep_debris: Annotated[bool, words("--keep-debris", help=DEBRIS)] = False,
    min_df: Annotated[
        str, words(metavar="N", help=FEWER, show_default="2, more for large collections")
    ] = "auto",
    max_df: Annotated[str, words(metavar="N", help=MORE, show_default="0.5")] = "auto",
    text: Annotated[str | None, reading(metavar="COLUMN[:N],...", help=TEXTS, show_default="guessed")] = None,
    id: Annotated[str | None, reading(metavar="COLUMN", help="Holds the names of the documents.")] = None,
    label: Annotated[str | None, reading(metavar="COLUMN", help="Holds known classes.")] = None,
    date: Annotated[str | None, reading(metavar="COLUMN", help="Holds dates; kept.")] = None,
    title: Annotated[
        str | None, reading(metavar="COLUMN", help=READING["title"], show_default="guessed")
    ] = None,
    group: Annotated[str, reading(metavar="COLUMN,...", help="Holds groups to compare; kept.")] = "",
    keep: Annotated[str, reading(metavar="COLUMN,...", help="Goes into documents.csv; or 'all'.")] = "",
    header: Header = None,
    sep: Sep = None,
    quote: Quote = None,
    keep_na: KeepNA = False,
    encoding: Annotated[
        str, reading(metavar="NAME", help="Encoding of text files.", show_default="UTF-8, else guessed")
    ] = "auto",
    strict_input: Annotated[
        bool, reading("--strict-input", help="Stop at a file that cannot be read.")
    ] = False,
    append: Annotated[bool, typer.Option("--append", help=ADD)] = False,
    block_entries: Annotated[
        int | None, typer.Option(metavar="N", min=1, help=BLOCK, show_default="16 million")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", min=1, help=THREADS, show_default="all cores")
    ] = None,
    as_json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write documents that may not fit in memory as a store, which 'cotext fit' takes in their place.

    The same command again goes on where it was stopped.

    Example: cotext shard news.jsonl.gz --out news.store
    """
    how: dict[str, Any] = {
        "text": text,
        "id": id,
        **table_options(header, sep, quote, keep_na),
        "strict_input": strict_input,
    }
    options: dict[str, Any] = {
        **how,
        "weighting": weighting,
        "idf": idf,
        "stem": stem,
        "context": "auto" if context == "none" else context,
        "stop_words": stop_words,
        "language": language,
        "token_pattern": token_pattern,
        "debris": "keep" if keep_debris else "drop",
        "min_df": parse_number(min_df),
        "max_df": parse_number(max_df),
        "label": label,
        "date": date,
        "title": title,
        "group": group or (),
        "keep": keep or (),
        "encoding": encoding,
    }
    with talk(quiet, verbose) as talking:
        talking.stage("starting")
        from cotext import Recipe, Store
        from cotext.backend import quiet_blas, return_freed_memory
        from cotext.store import shard as write

        return_freed_memory()
        if append:
            store = Store.open(out)
            own = how if encoding == "auto" else {**how, "encoding": encoding}
            with quiet_blas(jobs):
                share = store.append(as_source(sources), **own)
            talking.note(f"{share:.1%} of the words of the new documents are not in the vocabulary")
        else:
            store = write(
                as_source(sources),
                out,
                Recipe(**options),
                contexts=context != "none",
                block_entries=block_entries,
                n_jobs=jobs,
                stage=talking.stage,
                note=talking.note,
            )
        (n, d), size = store.shape, len(store)
    if as_json:
        print_json({"store": str(out), "documents": n, "words": d, "entries": store.nnz, "blocks": size})
    elif not quiet:
        typer.echo(f"{out}: {n:,} documents, {d:,} words, {store.nnz:,} entries in {size} blocks")
