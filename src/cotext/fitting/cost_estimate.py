"""What a fit of a store takes, told before it begins: memory, disk, passes, and where it is quickest."""

from __future__ import annotations

import shutil
from typing import Any

from cotext.backend import Blocks, available_memory, gigabytes, is_small, thread_count
from cotext.backend.dask import client_here, quickest
from cotext.models.engine import SweepAlgorithm
from cotext.models.engine.memory import Size


def plan(estimator: Any, X: Blocks, **given: Any) -> list[str]:
    """One or two lines on what fitting X takes, with what else ``fit`` is given."""
    algorithm = estimator.algorithm
    if not algorithm.reads_chunks:
        return [f"{estimator.cli_name}: needs all documents at once, {gigabytes(X.bytes)} in memory"]
    needed, disk = algorithm.bytes_needed(X, **given), disk_needed(algorithm, X)
    free = "" if X.room is None else f" ({gigabytes(shutil.disk_usage(X.room).free)} free)"
    told = [
        f"about {gigabytes(needed)} of memory ({gigabytes(available_memory())} free)",
        f"{gigabytes(disk)} of disk{free}" if disk else "no disk beside the store",
        algorithm.describe_plan(),
        f"{gigabytes(X.bytes)} in {len(X)} block{'s' * (len(X) != 1)}",
    ]
    lines = [f"{estimator.cli_name}: {', '.join(told)}"]
    if client_here() is None:
        size = Size(*X.shape, X.nnz, X.dtype.itemsize)
        whole = X.bytes + max(algorithm.loop_bytes(size), needed)
        advice = quickest(X, columns_of(algorithm), thread_count(estimator.n_jobs), whole)
        lines += [] if advice is None else [advice]
    return lines


def disk_needed(algorithm: SweepAlgorithm[Any], X: Blocks) -> float:
    """Bytes of the answers of all documents, where they are too many for memory."""
    one = float(X.shape[0]) * columns_of(algorithm) * X.dtype.itemsize
    return one * max(documents for documents, _ in algorithm.arrays()) if not is_small(one) else 0.0


def columns_of(algorithm: SweepAlgorithm[Any]) -> int:
    """Clusters of all restarts that run side by side."""
    return max(algorithm.cluster_pair()) * algorithm.side_by_side()


def passes(estimator: Any) -> list[str]:
    """What a fit will do, where that can be told."""
    plan = estimator.algorithm.describe_plan()
    return [] if plan is None else [plan]
