"""``cotext compare``: differences between two fits of the same documents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from cotext.cli.output import Json, Quiet, Run, check_file, cluster_label, print_json, print_table, talk
from cotext.parsing import PICTURES, TABLES

MOVED = "Write the documents that moved to FILE, as CSV."
FLOWS = "Draw the flows to FILE: .png, .svg or .pdf."


def compare(
    run: Run,
    other: Annotated[Path, Argument(metavar="RUN", help="Another run of the same documents.")],
    moved: Annotated[Path | None, Option(metavar="FILE", help=MOVED)] = None,
    plot: Annotated[Path | None, Option(metavar="FILE", help=FLOWS)] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare two runs: their agreement, and the documents that clusters share or that moved.

    Documents are matched by id, and each cluster with one cluster of the other run. A document has moved if
    it is not in the cluster that matches its own.

    Example: cotext compare runs/reviews runs/reviews-nmtf --moved moved.csv
    """
    check_file("--moved", moved, TABLES, "tables")
    check_file("--plot", plot, PICTURES, "pictures")
    from cotext.result import CoClustering

    with talk(quiet) as talking:
        talking.stage("reading")
        first, second = CoClustering.load(run), CoClustering.load(other)
        comparison = first.compare(second)
        if moved is not None:
            comparison.moved.to_csv(moved)
        if plot is not None:
            talking.stage("drawing")
            second.plot.sankey(other=first).save(plot)
    if as_json:
        print_json(
            {
                "runs": [str(run), str(other)],
                "n_documents": comparison.n_documents,
                "only": list(comparison.only),
                "metrics": {"nmi": comparison.nmi, "ari": comparison.ari},
                "flows": comparison.flows.to_dict(),
                "moved": comparison.moved.to_dict(),
            }
        )
    elif not quiet:
        rows = []
        for row in comparison.flows:
            start = cluster_label(first.names, row["from"], row["from_words"]), row["from"]
            rows.append([*start, cluster_label(second.names, row["to"], row["to_words"]), row["to"]])
            rows[-1].append(row["documents"])
        columns = ["from", "from_cluster", "to", "to_cluster", "documents"]
        print_table("Documents by clusters of both runs", columns, rows)
        talking.note(comparison.told())
