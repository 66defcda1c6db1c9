"""Whether a cluster is worth its messages: a sweep here and there, in seconds, about."""

from __future__ import annotations

from cotext.backend.blocks.source import Blocks
from cotext.backend.dask.groups import group_cuts

RATE = 1.2e9  # entries times columns that a core does in a second: benchmarks/scale.py
SWEEP, GROUP = 0.1, 0.01  # seconds that a sweep on a cluster takes more, and for each group


def sweep_seconds(X: Blocks, columns: int, cores: int, workers: int = 0) -> float:
    """Of a sweep with so many columns, on cores of one process, or on as many of so many workers."""
    work = X.nnz * columns / RATE
    if not workers:
        return work / cores
    groups = len(group_cuts(X)) - 1
    return work / min(cores, workers, groups) + SWEEP + GROUP * groups


def quicker_alone(X: Blocks, columns: int, cores: int, workers: int, *, here: bool) -> str | None:
    """A word to those whose documents are too few for a cluster; ``here``: the workers share our cores."""
    alone = sweep_seconds(X, columns, cores)
    together = sweep_seconds(X, columns, cores if here else workers, workers)
    if together < alone:
        return None
    return (
        f"one process would be quicker here: a sweep takes it about {alone:.2g} s, and {workers} "
        f"worker{'s' * (workers != 1)} about {together:.2g} s"
    )
