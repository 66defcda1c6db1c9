"""``cotext split`` and ``cotext merge``: a run with other document clusters, as a new run."""

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
Out = Annotated[Path, Option("--out", metavar="NEW", help="Folder for the new run.")]


def split(
    run: Run,
    cluster: Cluster,
    out: Out,
    into: Annotated[int, Option(metavar="N", help="Number of parts.")] = 2,
    as_json: Json = False,
) -> None:
    """Divide a document cluster of a run, and write what comes out as a new run.

    The other clusters keep their documents and numbers; the run itself stays as it is. To change the run
    itself, with a way back, use 'cotext label RUN --split K'.

    Example: cotext split runs/reviews "Late parcels" --into 3 --out runs/reviews-parcels
    """
    result, (number,) = _opened(run, [cluster], out)
    _finish(result.split(number, into), out, as_json)
    if result.pieces is not None:
        Console().note("the new run has no segments: how they divide is not known after a split")


def merge(run: Run, clusters: Clusters, out: Out, as_json: Json = False) -> None:
    """Put document clusters of a run together, and write what comes out as a new run.

    The merged cluster has the smallest of the numbers, those above close up; the run itself stays as it is.
    To change the run itself, with a way back, use 'cotext label RUN --merge K,K'.

    Example: cotext merge runs/reviews 0 5 --out runs/reviews-merged
    """
    result, numbers = _opened(run, clusters, out)
    _finish(result.merge(numbers), out, as_json)


def _opened(run: Path, clusters: list[str], out: Path) -> tuple[CoClustering, list[int]]:
    """The run and the numbers of its clusters; refuses, before the work, a place that cannot be written."""
    from cotext.result import CoClustering, number_of

    result = CoClustering.load(run)
    if out.resolve() == run.resolve():
        raise UsageError(f"--out {out}: that is the run itself; give another folder, or use 'cotext label'.")
    check_out(out)
    return result, [number_of(result, cluster) for cluster in clusters]


def _finish(result: CoClustering, out: Path, as_json: bool) -> None:
    result.save(out)
    print_result(result, out, as_json, Console().note)
