"""The cluster that this process is connected to, found without importing Dask."""

from __future__ import annotations

import sys
from typing import Any


def client_here() -> Any | None:
    """The client of ``with dask.distributed.Client(...)`` around us; None without one, and on workers."""
    distributed = sys.modules.get("distributed")
    if distributed is None:
        return None
    try:
        distributed.get_worker()
    except ValueError:  # this is no task of a worker
        try:
            return distributed.Client.current()
        except ValueError:
            return None
    return None
