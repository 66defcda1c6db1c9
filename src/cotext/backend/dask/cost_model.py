"""Whether a cluster is worth its messages: a sweep here and there, in seconds, about."""

from __future__ import annotations

from cotext.backend.chunks.source import Blocks
from cotext.backend.dask.groups import group_cuts
from cotext.backend.memory import USABLE, available_memory, gigabytes

RATE = 1.2e9  # entries times columns that a core does in a second: benchmarks/scale.py
ON_DISK = 1.2  # times as long takes a sweep over blocks on disk as one in memory: benchmarks/scale.py
FELT = 0.1  # seconds
WORTH = 1.5  # times as quick must a cluster be to be spoken of
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


def quickest(X: Blocks, columns: int, cores: int, whole: float) -> str | None:
    """Where a sweep over X is quickest: in memory, if ``whole`` bytes fit, on a cluster, or on this disk.

    Nothing is said of sweeps that are over at once.
    """
    alone = sweep_seconds(X, columns, cores)
    if alone < FELT:
        return None
    told = f"a sweep over the blocks takes about {alone:.2g} s here"
    if whole < USABLE * available_memory():
        return (
            f"{told}; all of it would fit in memory ({gigabytes(whole)}), about {ON_DISK:g} times as quick: "
            "fit the documents themselves, or store.whole() in Python"
        )
    workers = max(1, min(len(group_cuts(X)) - 1, int(alone * cores)))  # a second of work for each
    together = sweep_seconds(X, columns, workers, workers)
    if together * WORTH < alone:
        return f"{told}, and {together:.2g} s on {workers} workers of other machines (--cluster)"
    return f"{told}; nothing else would be quicker"
