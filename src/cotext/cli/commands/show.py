"""``cotext show`` and ``cotext similar``: print a run, one of its clusters, or similar words or documents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cotext.cli.output import (
    Json,
    Run,
    by_title,
    cluster_label,
    print_json,
    print_lines,
    print_result,
    print_table,
    print_text,
)
from cotext.console import Console
from cotext.errors import UsageError

if TYPE_CHECKING:
    from cotext.result import CoClustering

CLUSTER, WORDS = "Show one document cluster, by number or name.", "Show one word cluster, by number."
DOCUMENTS = "Print all documents with their clusters, as CSV."


def show(
    run: Run,
    cluster: Annotated[str | None, Option("--cluster", "-c", metavar="K", help=CLUSTER)] = None,
    word_cluster: Annotated[int | None, Option("--word-cluster", "-w", metavar="K", help=WORDS)] = None,
    documents: Annotated[bool, Option("--documents", help=DOCUMENTS)] = False,
    n: Annotated[int, Option("-n", metavar="N", min=1, help="Show N words and documents.")] = 10,
    as_json: Json = False,
) -> None:
    """Show the clusters of a run, or the words and typical documents of one of them.

    Example: cotext show runs/reviews --cluster 3
    """
    if (cluster is not None) + (word_cluster is not None) + documents > 1:
        raise UsageError("--cluster, --word-cluster and --documents exclude each other; give one of them.")
    from cotext.result import CoClustering, number_of

    result = CoClustering.load(run)
    if cluster is not None:
        _show_cluster(result, run, number_of(result, cluster), n, as_json)
    elif word_cluster is not None:
        _show_words(result, run, word_cluster, n, as_json)
    elif documents and as_json:
        print_json({"run": str(run), "documents": result.documents().to_dict()})
    elif documents:
        print_text(result.documents().csv())
    else:
        print_result(result, run, as_json, Console().note, n)


def _show_cluster(result: CoClustering, run: Path, cluster: int, n: int, as_json: bool) -> None:
    """Print words of a document cluster, words that it over- and under-uses, and typical documents."""
    from cotext.result import Table, describe_cluster

    details = describe_cluster(result, cluster, n)
    if as_json:
        print_json({"run": str(run), **details})
        return
    lines = {
        "words": details["words"],
        "more than elsewhere": details["more"],
        "less than elsewhere": details["less"],
        "note": details.get("note"),
        "set aside as noise": details.get("noise"),
    }
    label = cluster_label(result.names, cluster, details["words"])
    print_lines(
        f"{label} (cluster {cluster}): {details['size']:,} documents, {details['share']:.1%}",
        {name: value for name, value in lines.items() if value},
    )
    typical = details["documents"]
    columns = list(typical[0]) if typical else ["id", "confidence"]
    rows = [{**row, "confidence": "not estimated"} if row["confidence"] is None else row for row in typical]
    table = Table(columns, [tuple(row.values()) for row in rows])
    print_table("Typical documents", *by_title(table, "id"))


def _show_words(result: CoClustering, run: Path, cluster: int, n: int, as_json: bool) -> None:
    from cotext.result import describe_word_cluster

    details = describe_word_cluster(result, cluster, n)
    if as_json:
        print_json({"run": str(run), **details})
        return
    label = cluster_label({}, cluster, [row["word"] for row in details["words"]])
    title = f"{label} (word cluster {cluster}): {details['size']:,} words"
    print_table(title, ["word", "weight", "keyness"], [list(row.values()) for row in details["words"]])


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
