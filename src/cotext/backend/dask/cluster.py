"""Connects to a cluster, or starts one for a fit, and estimates whether it is faster."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from cotext.backend.chunks.source import Chunks
from cotext.backend.dask.groups import group_cuts
from cotext.backend.memory import USABLE, available_memory, gigabytes
from cotext.errors import UsageError

if TYPE_CHECKING:
    from distributed import Client

RATE = 1.2e9  # entries times columns per second and core: benchmarks/scale.py
ON_DISK = 1.2  # time of a sweep over chunks on disk, relative to memory: benchmarks/scale.py
FELT = 0.1  # seconds
WORTH = 1.5  # speedup from which a cluster is recommended
SWEEP, GROUP = 0.1, 0.01  # extra seconds of a sweep on a cluster, and of each group
LOCAL = "local:"
HOST, TLS = "127.0.0.1", "tls://"
ANSWER_WITHIN = 10.0  # seconds
LEAST_MEMORY = 400e6  # twice the bytes of a worker after its imports
INSTALL = "pip install 'cotext[dask]'"


def client_here() -> Client | None:
    """The client of the surrounding ``with Client(...)``; None without one, and on workers."""
    if (distributed := sys.modules.get("distributed")) is None:
        return None
    try:
        distributed.get_worker()
        return None
    except ValueError:  # not in a task of a worker
        pass
    try:
        return cast("Client", distributed.Client.current())
    except ValueError:
        return None


@contextmanager
def connected(address: str, dashboard: bool = False) -> Iterator[Client]:
    """A client, used by the fits within, of the cluster at an address or of ``local:N`` new workers."""
    if find_spec("distributed") is None:
        raise UsageError(f"a cluster needs Dask, which is not installed: {INSTALL}.")
    if dashboard and find_spec("bokeh") is None:
        raise UsageError("the dashboard needs bokeh, which is not installed: pip install bokeh.")
    distributed = import_module("distributed")
    for name in [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL)  # lost workers are replaced or reported by us
    with ExitStack() as stack:
        if address.startswith(LOCAL):
            cluster: Any = stack.enter_context(_local(_number(address), dashboard))
        else:
            cluster = _guarded(address)
            if cluster.startswith(TLS):
                _check_certificates(distributed, cluster)
        try:
            client = stack.enter_context(distributed.Client(cluster, timeout=ANSWER_WITHIN))
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            raise UsageError(
                f"no cluster answers at {address} within {ANSWER_WITHIN:g} s ({type(error).__name__}): check "
                f"that 'dask scheduler' runs there, or give {LOCAL}2 for two workers on this machine."
            ) from error
        yield client


def _local(n_workers: int, dashboard: bool) -> Any:
    """Workers on this machine: processes that only this machine can reach."""
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
    number = address.removeprefix(LOCAL)
    if not number.isdigit() or int(number) < 1:
        raise UsageError(f"{address} names no number of workers: give {LOCAL}2, say.")
    return int(number)


def _check_certificates(distributed: ModuleType, address: str) -> None:
    """Refuse an encrypted address if Dask has no certificates for it, or none that can be read."""
    try:
        context = distributed.Security().get_connection_args("client").get("ssl_context")
        why = "Dask knows no certificates for it" if context is None else ""
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        why = f"its certificates cannot be used ({error!s:.200})"
    if why:
        raise UsageError(
            f"{address} is encrypted, and {why}: name the files by DASK_DISTRIBUTED__COMM__TLS__CA_FILE, "
            "..__CLIENT__CERT and ..__CLIENT__KEY, or in ~/.config/dask (https://distributed.dask.org/en/stable/tls.html)."
        )


def _guarded(address: str) -> str:
    """An address for Dask; addresses of other machines must be encrypted."""
    url = address if "://" in address else f"tcp://{address}"
    try:
        parts = urlsplit(url)
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
    return url


def sweep_seconds(X: Chunks, columns: int, cores: int, workers: int = 0) -> float:
    """Seconds of a sweep with some columns, on the cores of one process or of workers."""
    work = X.nnz * columns / RATE
    if not workers:
        return work / cores
    groups = len(group_cuts(X)) - 1
    return work / min(cores, workers, groups) + SWEEP + GROUP * groups


def quicker_alone(X: Chunks, columns: int, cores: int, workers: int, *, here: bool) -> str | None:
    """Describe why one process would be quicker than a cluster, if so; ``here``: workers share our cores."""
    alone = sweep_seconds(X, columns, cores)
    together = sweep_seconds(X, columns, cores if here else workers, workers)
    if together < alone:
        return None
    return (
        f"one process would be quicker here: a sweep takes it about {alone:.2g} s, and {workers} "
        f"worker{'s' * (workers != 1)} about {together:.2g} s"
    )


def quickest(X: Chunks, columns: int, cores: int, whole: float) -> str | None:
    """Describe where a slow sweep is quickest: in memory, if ``whole`` bytes fit, on a cluster, or here."""
    alone = sweep_seconds(X, columns, cores)
    if alone < FELT:
        return None
    text = f"a sweep over the blocks takes about {alone:.2g} s here"
    if whole < USABLE * available_memory():
        return (
            f"{text}; all of it would fit in memory ({gigabytes(whole)}), about {ON_DISK:g} times as quick: "
            "fit the documents themselves, or store.whole() in Python"
        )
    workers = max(1, min(len(group_cuts(X)) - 1, int(alone * cores)))  # a second of work for each
    together = sweep_seconds(X, columns, workers, workers)
    if together * WORTH < alone:
        return f"{text}, and {together:.2g} s on {workers} workers of other machines (--cluster)"
    return f"{text}; nothing else would be quicker"
