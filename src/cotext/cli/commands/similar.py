"""``cotext similar``: list similar words or documents."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Option

from cotext.cli.output import Json, Run, by_title, print_json, print_table


def similar(
    run: Run,
    name: Annotated[
        str, Argument(metavar="WORD|ID", help="A word, or with --document the id or title of a document.")
    ],
    document: Annotated[bool, Option("--document", "-d", help="Find documents instead of words.")] = False,
    n: Annotated[int, Option("-n", metavar="N", help="List N words or documents.")] = 10,
    as_json: Json = False,
) -> None:
    """List the most similar words or documents, by the model's own similarity or else by cosine.

    Example: cotext similar runs/reviews battery
    """
    from cotext.result import CoClustering

    result = CoClustering.load(run)
    table = result.similar_documents(name, n) if document else result.similar_words(name, n)
    if as_json:
        print_json({"run": str(run), "similar": table.to_dict()})
    else:
        print_table(f"Similar to {name}", *by_title(table, "document"))
