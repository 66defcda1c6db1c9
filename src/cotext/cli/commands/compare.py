"""``cotext compare``: what another fit of the same documents changed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from cotext.cli.output import Json, Quiet, Run, check_file, print_json, print_table, talk
from cotext.parsing import PICTURES, TABLES

MOVED = "Write the documents that moved here, as CSV."
FLOWS = "Draw the flows here: .png, .svg or .pdf."


def compare(
    run: Run,
    other: Annotated[Path, Argument(metavar="RUN", help="Another run of the same documents.")],
    moved: Annotated[Path | None, Option(metavar="FILE", help=MOVED)] = None,
    plot: Annotated[Path | None, Option(metavar="FILE", help=FLOWS)] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare two runs: agreement, and which cluster's documents went to which.

    Documents are matched by their ids. A document has moved if it is not where most of its cluster is, each
    cluster matched to one of the other run.

    Example: cotext compare runs/reviews runs/reviews-nmtf --moved moved.csv
    """
    check_file("--moved", moved, TABLES, "tables")
    check_file("--plot", plot, PICTURES, "pictures")
    from cotext.result import CoClustering

    with talk(quiet) as talking:
        talking.stage("reading")
        first, second = CoClustering.load(run), CoClustering.load(other)
        found = first.compare(second)
        if moved is not None:
            found.moved.to_csv(moved)
        if plot is not None:
            talking.stage("drawing")
            second.plot.sankey(other=first).save(plot)
    if as_json:
        told = {
            "runs": [str(run), str(other)],
            "n_documents": found.n_documents,
            "only": list(found.only),
            "metrics": {"nmi": found.nmi, "ari": found.ari},
            "flows": found.flows.to_dict(),
            "moved": found.moved.to_dict(),
        }
        print_json(told)
    elif not quiet:
        rows = [list(row) for row in found.flows.rows]
        print_table("Documents by clusters of both runs", list(found.flows.columns), rows)
        talking.note(found.told())
