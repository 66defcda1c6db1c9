"""NMF, K = 20, beyond memory: what a sweep over a store costs beside one in memory, and how much it holds.

The number is millions of nonzeros, 20 by default: `python -m benchmarks scale 200`. The documents are made
up, 200 words each of 50,000, in 20 groups, and written as a store a batch at a time. Seconds are those of the
processor, in memory and on disk by turns; at most 1.3 times as many is the target. Then the same fit, from
its usual start, is a process that may hold 4 GB (RLIMIT_DATA, so Linux; --limit=1 for another number):
`python -m benchmarks scale 1000 --only=limit` for 1e9. `--only=cluster` compares a sweep over the store in
one process with one on two workers (local:2) instead. `--only=shard` makes up 5 GB of text (--gigabytes=0.5
for another size) of 400,000 words by Zipf's law, and shards it, which words meet included, in a process that
may hold 2 GB of data (--limit=1 for another number).
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

K, WORDS, LENGTH, BATCH = 20, 50_000, 200, 20_000
SWEEPS, TURNS = 8, 3


def batches(entries: int) -> Iterator[sparse.csr_array]:
    """Documents of about so many entries together, a third of each from its own group's words."""
    rng, own = np.random.default_rng(0), WORDS // K
    for start in range(0, entries // LENGTH, BATCH):
        n = min(BATCH, entries // LENGTH - start)
        groups = rng.integers(K, size=(n, 1))
        words = rng.integers(WORDS, size=(n, LENGTH), dtype=np.int32)
        words[:, : LENGTH // 3] = groups * own + words[:, : LENGTH // 3] % own
        ones = np.ones(words.size, dtype=np.float32)
        X = sparse.csr_array((ones, words.ravel(), np.arange(0, words.size + 1, LENGTH)), shape=(n, WORDS))
        X.sum_duplicates()
        yield X


def per_sweep(X: Any, clock: Callable[[], Any] = time.process_time) -> Any:
    """Processor seconds of a sweep, or what another clock tells, the median."""
    from cotext.models import NMF

    ticks: list[Any] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = NMF(K, init="random", n_init=1, max_iter=SWEEPS, tol=0, random_state=0)
        model.fit(X, callback=lambda step: ticks.append(clock()))
    return np.median(np.diff(ticks, axis=0), axis=0)


def on_cluster(store: Any, workers: int = 2) -> None:
    """Seconds of a sweep, on the wall and of all processors, in one process and on workers by turns."""
    from cotext.backend import usable_cores
    from cotext.backend.dask import connected
    from cotext.backend.dask.cluster import quicker_alone

    alone, together = [], []
    for _ in range(TURNS):
        alone.append(per_sweep(store, lambda: (time.perf_counter(), time.process_time())))
        with connected(f"local:{workers}") as client:

            def clocks(client: Any = client) -> tuple[float, float]:
                wall, there = time.perf_counter(), client.run(time.process_time)
                return wall, time.process_time() + sum(there.values())

            together.append(per_sweep(store, clocks))
    for name, seconds in (("one process", alone), (f"local:{workers}", together)):
        wall, processor = np.median(seconds, axis=0)
        print(f"{name}: {wall:.3f} s per sweep, {processor:.3f} processor seconds")
    wall, processor = np.median(together, axis=0) / np.median(alone, axis=0)
    print(f"local:{workers} takes {wall:.2f} times as long and {processor:.2f} times the processor seconds")
    print(
        quicker_alone(store, K, usable_cores(), workers, here=True) or "workers were expected to be quicker"
    )


def limited(folder: str, gigabytes: float) -> None:
    """Fit in this process under the limit, and print what it took."""
    most = int(gigabytes * 1e9)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    from cotext import Store
    from cotext.models import NMF

    store = Store.open(folder)
    began, ticks = time.perf_counter(), list[float]()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = NMF(K, n_init=1, max_iter=4, tol=0, random_state=0)
        model.fit(store, callback=lambda step: ticks.append(time.perf_counter()))
    held = {
        line.split(":")[0]: int(line.split()[1]) / 1e6
        for line in Path("/proc/self/status").read_text().splitlines()
        if line.startswith("RssAnon")
    }
    n = store.shape[0]
    print(f"{store.nnz:,} nonzeros, {n:,} documents, {len(store)} blocks, {gigabytes:g} GB allowed")
    print(
        f"fitted in {time.perf_counter() - began:.0f} s, {model.n_iter_} sweeps after the start, "
        f"{len(np.unique(model.labels_))} clusters; {held['RssAnon']:.2f} GB of its own in the end"
    )
    sweep = float(np.median(np.diff(ticks)))
    print(f"{sweep:.1f} s per sweep on the wall, {store.nnz / sweep / 1e6:.0f} million nonzeros per second")


def main(millions: int = 20, only: str = "", limit: str = "", gigabytes: str = "5") -> None:
    from benchmarks._scale_texts import made_and_sharded
    from cotext import Store

    if only == "shard":
        return made_and_sharded(float(gigabytes), float(limit or 2))
    with tempfile.TemporaryDirectory(prefix="cotext-scale-") as folder:
        began = time.process_time()
        store = Store.write(Path(folder, "store"), batches(millions * 1_000_000))
        print(f"{store.nnz:,} nonzeros written in {time.process_time() - began:.1f} processor seconds")
        if only == "cluster":
            return on_cluster(store)
        if only != "limit":
            X, pairs = store.whole(), []
            for _ in range(TURNS):
                pairs.append((per_sweep(X), per_sweep(store)))
            here, there = np.median(pairs, axis=0)
            print(
                f"in memory {here:.3f} s per sweep, on disk {there:.3f} s: {there / here:.2f} times as many"
            )
            wall = [per_sweep(one, time.perf_counter) for one in (X, store)]
            rates = " and ".join(f"{store.nnz / seconds / 1e6:.0f}" for seconds in wall)
            print(f"on the wall {rates} million nonzeros per second")
            del X
        code = f"from benchmarks.scale import limited; limited({str(store.folder)!r}, {limit or 4})"
        subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[1], check=True)


if __name__ == "__main__":
    main()
