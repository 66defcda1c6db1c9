"""``--cluster``: the workers that a fit runs on, and what is told of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from cotext.cli.talk import Talk
from cotext.errors import UsageError


@contextmanager
def on_cluster(
    address: str | None, dashboard: bool, estimator: Any, source: Any, talking: Talk
) -> Iterator[Callable[[Any], None]]:
    """Fits inside run there; gives the callback that listens to their sweeps."""
    if address is None:
        if dashboard:
            raise UsageError("--dashboard shows a cluster: give --cluster, too.")
        yield talking.sweep
        return
    from cotext.backend.dask.cluster import LOCAL, connected
    from cotext.backend.dask.crew import crew_of

    store = _store(estimator, source)
    talking.stage("connecting")
    with connected(address, dashboard) as client:
        crew = crew_of(client)
        if dashboard:
            talking.note(f"dashboard: {client.dashboard_link}")
        if advice := _advice(estimator, store, len(crew.workers()), address.startswith(LOCAL)):
            talking.note(advice)
        yield _listener(crew, talking)


def _store(estimator: Any, source: Any) -> Any:
    """The store that is to be fitted; refuses what cannot be shared out."""
    from cotext.recipe.sources import is_store
    from cotext.store import Store

    if not is_store(source):
        raise UsageError(
            "--cluster works on stores: make one of the documents with 'cotext shard', fit that."
        )
    if not getattr(estimator, "reads_blocks", lambda: False)():
        raise UsageError(
            f"{estimator.cli_name} needs all documents at once, which no worker has: leave --cluster out, or "
            "choose a model that reads block by block, such as nmf."
        )
    return Store.open(source)


def _advice(estimator: Any, store: Any, workers: int, here: bool) -> str | None:
    from cotext.backend.dask.worth import quicker_alone
    from cotext.backend.threads import thread_count

    columns = max(estimator.cluster_pair()) * estimator.side_by_side()
    return quicker_alone(store, columns, thread_count(estimator.n_jobs), max(1, workers), here=here)


def _listener(crew: Any, talking: Talk) -> Callable[[Any], None]:
    last: list[Any] = [None]

    def listen(step: Any) -> None:
        if crew.slowest is None:
            talking.sweep(step)
            return
        seconds, worker = crew.slowest
        talking.sweep(step, f"; slowest worker {worker}: {seconds:.2g} s")
        if crew.slowest is not last[0]:
            last[0] = crew.slowest
            talking.details([f"sweep {step.sweep}: the slowest worker, {worker}, took {seconds:.3f} s"])

    return listen
