"""``cotext show``: a run again, or one of its clusters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from cotext.cli.output import (
    Json,
    Run,
    by_title,
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

CLUSTER, WORDS = "One document cluster, by number or name.", "One word cluster."
DOCUMENTS = "All documents with their clusters, as CSV."


def show(
    run: Run,
    cluster: Annotated[str | None, Option("--cluster", "-c", metavar="K", help=CLUSTER)] = None,
    word_cluster: Annotated[int | None, Option("--word-cluster", "-w", metavar="K", help=WORDS)] = None,
    documents: Annotated[bool, Option("--documents", help=DOCUMENTS)] = False,
    n: Annotated[int, Option("-n", metavar="N", min=1, help="Words and documents to show.")] = 10,
    as_json: Json = False,
) -> None:
    """Show the clusters of a run, or the words and typical documents of one of them.

    Example: cotext show runs/reviews --cluster 3
    """
    if (cluster is not None) + (word_cluster is not None) + documents > 1:
        raise UsageError("--cluster, --word-cluster and --documents were given together: give one of them.")
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
    """The words of a document cluster, those it uses more and less than others, and typical documents."""
    from cotext.result import Table, describe_cluster

    found = describe_cluster(result, cluster, n)
    if as_json:
        print_json({"run": str(run), **found})
        return
    name = f' "{found["name"]}"' if "name" in found else ""
    shown = {
        "words": found["words"],
        "more than elsewhere": found["more"],
        "less than elsewhere": found["less"],
        "note": found.get("note"),
        "set aside as noise": found.get("noise"),
    }
    print_lines(
        f"cluster {cluster}{name}: {found['size']:,} documents, {found['share']:.1%}",
        {name: value for name, value in shown.items() if value},
    )
    typical = found["documents"]
    columns = list(typical[0]) if typical else ["id", "confidence"]
    rows = [{**row, "confidence": "not estimated"} if row["confidence"] is None else row for row in typical]
    table = Table(columns, [tuple(row.values()) for row in rows])
    print_table("Typical documents", *by_title(table, "id"))


def _show_words(result: CoClustering, run: Path, cluster: int, n: int, as_json: bool) -> None:
    from cotext.result import describe_word_cluster

    found = describe_word_cluster(result, cluster, n)
    if as_json:
        print_json({"run": str(run), **found})
        return
    title = f"word cluster {cluster}: {found['size']:,} words"
    print_table(title, ["word", "weight", "keyness"], [list(row.values()) for row in found["words"]])
