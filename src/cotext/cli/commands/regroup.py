"""``cotext split`` and ``cotext merge``: change the document clusters of a run and write a new run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cotext.cli.fitting import check_out
from cotext.cli.output import Json, Run, print_result
from cotext.console import Console
from cotext.errors import UsageError

if TYPE_CHECKING:
    from cotext.result import CoClustering

Cluster = Annotated[str, Argument(metavar="CLUSTER", help="A document cluster, by number or name.")]
Clusters = Annotated[
    list[str], Argument(metavar="CLUSTER", help="Two or more document clusters, by number or name.")
]
Out = Annotated[Path, Option("--out", metavar="NEW", help="Save the new run in this folder.")]


def split(
    run: Run,
    cluster: Cluster,
    out: Out,
    into: Annotated[int, Option(metavar="N", help="Split it into N parts.")] = 2,
    as_json: Json = False,
) -> None:
    """Split a document cluster of a run, and save the result as a new run.

    The other clusters keep their documents and numbers; the run itself does not change. To change the run
    itself, with undo, use 'cotext label RUN --split K'.

    Example: cotext split runs/reviews "Late parcels" --into 3 --out runs/reviews-parcels
    """
    result, (number,) = _open(run, [cluster], out)
    _save(result.split(number, into), out, as_json)
    if result.pieces is not None:
        Console().note("the new run has no segments: a split does not show how they divide")


def merge(run: Run, clusters: Clusters, out: Out, as_json: Json = False) -> None:
    """Merge document clusters of a run, and save the result as a new run.

    The merged cluster gets the smallest of the numbers, and the clusters above are renumbered. The run itself
    does not change. To change the run itself, with undo, use 'cotext label RUN --merge K,K'.

    Example: cotext merge runs/reviews 0 5 --out runs/reviews-merged
    """
    result, numbers = _open(run, clusters, out)
    _save(result.merge(numbers), out, as_json)


def _open(run: Path, clusters: list[str], out: Path) -> tuple[CoClustering, list[int]]:
    """Return the run and the numbers of its clusters; refuse an ``out`` that cannot be written."""
    from cotext.result import CoClustering, number_of

    result = CoClustering.load(run)
    if out.resolve() == run.resolve():
        raise UsageError(f"--out {out}: this is the run itself; give another folder, or use 'cotext label'.")
    check_out(out)
    return result, [number_of(result, cluster) for cluster in clusters]


def _save(result: CoClustering, out: Path, as_json: bool) -> None:
    result.save(out)
    print_result(result, out, as_json, Console().note)
