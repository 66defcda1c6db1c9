"""``cotext shard``: write any number of documents to a store of chunks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from cotext.cli.options import as_source, recipe_options, recipe_values
from cotext.cli.output import Json, Quiet, Verbose, print_json, talk
from cotext.recipe import NEW_DOCUMENTS

SOURCE = "Files, folders, patterns or a matrix, as in 'cotext fit', of any size; read twice."
PAIRS = "Count which words share a document, sentence or window:L; 'none' omits this."
BLOCK = "Write chunks of about N entries; a fit reads one chunk at a time into memory."
THREADS = "Use N threads; the store is the same for any number."
ADD = "Add the documents to an existing store, without changing its words and weights."


@recipe_options(without=("context_from", "phrases", "deduplicate", "segment"), context={"help": PAIRS})
def shard(
    sources: Annotated[list[str], Argument(metavar="INPUT", help=SOURCE)],
    out: Annotated[Path, Option(metavar="STORE", help="Write the store into this folder.")],
    append: Annotated[bool, Option("--append", help=ADD)] = False,
    block_entries: Annotated[
        int | None, Option(metavar="N", min=1, help=BLOCK, show_default="16 million")
    ] = None,
    jobs: Annotated[int | None, Option(metavar="N", min=1, help=THREADS, show_default="all cores")] = None,
    as_json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    **recipe: Any,
) -> None:
    """Write documents that do not fit in memory to a store, which 'cotext fit' reads in chunks.

    To continue after an interruption, run the same command again.

    Example: cotext shard news.jsonl.gz --out news.store
    """
    context = recipe["context"]
    options = recipe_values({**recipe, "context": "auto" if context == "none" else context})
    with talk(quiet, verbose) as talking:
        talking.stage("starting")
        from cotext import Recipe, Store
        from cotext.backend import quiet_blas, return_freed_memory
        from cotext.store import shard as write

        return_freed_memory()
        if append:
            store = Store.open(out)
            own = {name: options[name] for name in NEW_DOCUMENTS if options[name] != "auto"}
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
        typer.echo(f"{out}: {n:,} documents, {d:,} words, {store.nnz:,} entries in {size} chunks")
