"""A cluster by its address, running already or made for a fit, and whether it is worth its messages."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cotext.backend.chunks.source import Blocks
from cotext.backend.dask.groups import group_cuts
from cotext.backend.memory import USABLE, available_memory, gigabytes
from cotext.errors import UsageError

if TYPE_CHECKING:
    from distributed import Client

RATE = 1.2e9  # entries times columns that a core does in a second: benchmarks/scale.py
ON_DISK = 1.2  # times as long takes a sweep over blocks on disk as one in memory: benchmarks/scale.py
FELT = 0.1  # seconds
WORTH = 1.5  # times as quick must a cluster be to be spoken of
SWEEP, GROUP = 0.1, 0.01  # seconds that a sweep on a cluster takes more, and for each group
LOCAL = "local:"
HOST, TLS = "127.0.0.1", "tls://"
ANSWER_WITHIN = 10.0  # seconds
LEAST_MEMORY = 400e6  # bytes of a worker that has but imported what it needs, twice
INSTALL = "pip install 'cotext[dask]'"


def client_here() -> Client | None:
    """The client of ``with dask.distributed.Client(...)`` around us; None without one, and on workers."""
    distributed = sys.modules.get("distributed")
    if distributed is None:
        return None
    try:
        distributed.get_worker()
    except ValueError:  # this is no task of a worker
        try:
            client: Client = distributed.Client.current()
            return client
        except ValueError:
            return None
    return None


@contextmanager
def connected(address: str, dashboard: bool = False) -> Iterator[Client]:
    """A client of the cluster at an address, or of ``local:N`` new workers; what fits find around them."""
    if find_spec("distributed") is None:
        raise UsageError(f"a cluster needs Dask, which is not installed: {INSTALL}.")
    if dashboard and find_spec("bokeh") is None:
        raise UsageError("the dashboard needs bokeh, which is not installed: pip install bokeh.")
    distributed = import_module("distributed")
    for name in [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL)  # who is lost is made up for, or told in one line
    with ExitStack() as stack:
        if address.startswith(LOCAL):
            there: Any = stack.enter_context(_local(_number(address), dashboard))
        else:
            there = _guarded(address)
            if there.startswith(TLS):
                _check_certificates(distributed, there)
        try:
            client = stack.enter_context(distributed.Client(there, timeout=ANSWER_WITHIN))
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            raise UsageError(
                f"no cluster answers at {address} within {ANSWER_WITHIN:g} s ({type(error).__name__}): see "
                f"that 'dask scheduler' runs there, or give {LOCAL}2 for two workers on this machine."
            ) from error
        yield client


def _local(n_workers: int, dashboard: bool) -> Any:
    """Workers of this machine: processes that only this machine can talk to."""
    distributed = import_module("distributed")
    memory = available_memory() / n_workers
    if memory < LEAST_MEMORY:
        raise UsageError(
            f"{n_workers} workers would have {gigabytes(memory)} of memory each, and need at least "
            f"{gigabytes(LEAST_MEMORY)}: ask for fewer."
        )
    return distributed.LocalCluster(
        n_workers=n_workers,
        threads_per_worker=1,
        processes=True,
        host=HOST,
        memory_limit=int(memory),
        dashboard_address=f"{HOST}:0",
        scheduler_kwargs={"dashboard": dashboard},
        silence_logs=logging.CRITICAL,
    )


def _number(address: str) -> int:
    asked = address.removeprefix(LOCAL)
    if not asked.isdigit() or int(asked) < 1:
        raise UsageError(f"{address} names no number of workers: give {LOCAL}2, say.")
    return int(asked)


def _check_certificates(distributed: ModuleType, address: str) -> None:
    """Refuse an encrypted address if Dask has been given no certificates for it, or none that can be read."""
    try:
        found = distributed.Security().get_connection_args("client").get("ssl_context")
        why = "Dask knows no certificates for it" if found is None else ""
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        why = f"its certificates cannot be used ({error!s:.200})"
    if why:
        raise UsageError(
            f"{address} is encrypted, and {why}: name the files by DASK_DISTRIBUTED__COMM__TLS__CA_FILE, "
            "..__CLIENT__CERT and ..__CLIENT__KEY, or in ~/.config/dask (https://distributed.dask.org/en/stable/tls.html)."
        )


def _guarded(address: str) -> str:
    """An address as Dask takes it; others than our own machine's only where nobody can listen or join."""
    whole = address if "://" in address else f"tcp://{address}"
    try:
        parts = urlsplit(whole)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if host is None or port is None:
        raise UsageError(
            f"{address} is no address of a cluster: give HOST:PORT, as 'dask scheduler' prints it, or "
            f"{LOCAL}2 for two workers on this machine."
        )
    if parts.scheme != "tls" and host not in (HOST, "localhost", "::1"):
        raise UsageError(
            f"{address} is on another machine and not encrypted, so anybody in between could run code on the "
            f"workers: start the cluster with TLS and give tls://{host}:{port}, or come through ssh -L."
        )
    return whole


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
