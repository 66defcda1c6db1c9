"""``cotext similar``: what is like this word, or this document?"""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Option

from cotext.cli.output import Json, Run, by_title, print_json, print_table


def similar(
    run: Run,
    name: Annotated[
        str, Argument(metavar="WORD|ID", help="A word, or with --document an identifier or title.")
    ],
    document: Annotated[bool, Option("--document", "-d", help="Ask about a document.")] = False,
    n: Annotated[int, Option("-n", metavar="N", help="How many to show.")] = 10,
    as_json: Json = False,
) -> None:
    """List the words or documents most like one: by the model's own similarity, else by cosine.

    Example: cotext similar runs/reviews battery
    """
    from cotext.result import CoClustering

    result = CoClustering.load(run)
    table = result.similar_documents(name, n) if document else result.similar_words(name, n)
    if as_json:
        print_json({"run": str(run), "similar": table.to_dict()})
    else:
        print_table(f"like {name}", *by_title(table, "document"))
