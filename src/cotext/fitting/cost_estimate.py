"""What a fit of a store takes, told before it begins: memory, disk, passes, and where it is quickest."""

from __future__ import annotations

import shutil
from typing import Any

from cotext.backend import Blocks, available_memory, gigabytes, is_small, thread_count
from cotext.backend.dask import client_here, quickest
from cotext.models.engine import SweepModel
from cotext.models.engine.memory import Size


def plan(estimator: Any, X: Blocks, **given: Any) -> list[str]:
    """One or two lines on what fitting X takes, with what else ``fit`` is given."""
    if not isinstance(estimator, SweepModel) or not estimator.reads_blocks():
        return [f"{estimator.cli_name}: needs all documents at once, {gigabytes(X.bytes)} in memory"]
    needed, disk = estimator.bytes_needed(X, **given), disk_needed(estimator, X)
    free = "" if X.room is None else f" ({gigabytes(shutil.disk_usage(X.room).free)} free)"
    told = [
        f"about {gigabytes(needed)} of memory ({gigabytes(available_memory())} free)",
        f"{gigabytes(disk)} of disk{free}" if disk else "no disk beside the store",
        estimator.ahead(),
        f"{gigabytes(X.bytes)} in {len(X)} block{'s' * (len(X) != 1)}",
    ]
    lines = [f"{estimator.cli_name}: {', '.join(told)}"]
    if client_here() is None:
        size = Size(*X.shape, X.nnz, X.dtype.itemsize)
        whole = X.bytes + max(estimator.loop_bytes(size), needed)
        advice = quickest(X, columns_of(estimator), thread_count(estimator.n_jobs), whole)
        lines += [] if advice is None else [advice]
    return lines


def disk_needed(estimator: SweepModel[Any], X: Blocks) -> float:
    """Bytes of the answers of all documents, where they are too many for memory."""
    one = float(X.shape[0]) * columns_of(estimator) * X.dtype.itemsize
    return one * max(documents for documents, _ in estimator.arrays()) if not is_small(one) else 0.0


def columns_of(estimator: SweepModel[Any]) -> int:
    """Clusters of all restarts that run side by side."""
    return max(estimator.cluster_pair()) * estimator.side_by_side()


def passes(estimator: Any) -> list[str]:
    """What a fit will do, where that can be told."""
    return [estimator.ahead()] if isinstance(estimator, SweepModel) else []
