"""Memory of a fit beside X: what `bytes_needed` tells beforehand, beside the measured growth of the process.

Each fit runs in a process of its own, on documents whose words are drawn as in texts, few often and many
seldom; models of tensors get three such slices. Linux only. "off" is the estimate over the measurement, less
one. Estimates were made by looking at two shapes; `python -m benchmarks memory 3` measures at a third.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

S, D = "float32", "float64"
Shape = tuple[int, int, int, str]  # documents, words, words per document, precision

SHAPES: dict[str, list[Shape]] = {  # by what a model takes or holds
    "sparse": [(40_000, 15_000, 20, S), (10_000, 50_000, 30, D), (25_000, 25_000, 25, D)],
    "ties": [(10_000, 5_000, 30, S), (4_000, 12_000, 50, D), (8_000, 8_000, 25, D)],
    "pairs": [(5_000, 2_500, 40, S), (2_500, 4_000, 50, D), (3_500, 3_500, 30, D)],
    "slices": [(20_000, 8_000, 25, S), (6_000, 20_000, 40, D), (12_000, 12_000, 20, D)],
    "dense": [(1_500, 1_000, 30, S), (800, 2_000, 40, D), (1_200, 1_200, 20, D)],
}
KINDS = {
    "dense": ("parafac-kmeans", "tucker-kmeans"),
    "pairs": ("chi-sim", "cosine", "ctk", "lsa", "snos"),
    "slices": ("gtsc", "tsplbm"),
    "ties": ("consensus", "gnmf", "gnmtf", "semantic-nmf", "wc-nmtf"),
}
TOPICAL = 0.3  # of the words
CLUSTERS, RESTARTS, SWEEPS, SLICES = 8, 3, 4, 3


def kind_of(name: str) -> str:
    return next((kind for kind, names in KINDS.items() if name in names), "sparse")


def texts(n: int, d: int, length: int, dtype: str, seed: int = 0) -> sparse.csr_array:
    """Counts of n documents of so many words each, some of them words of their topic."""
    rng = np.random.default_rng(seed)
    weights = 1 / (np.arange(d) + 20.0)
    words = rng.choice(d, size=(n, length), p=weights / weights.sum())
    topics = np.arange(n)[:, None] % CLUSTERS * (rng.random((n, length)) < TOPICAL)
    words = ((words + topics * (d // CLUSTERS)) % d).astype(np.int32).ravel()
    starts = np.arange(0, n * length + 1, length, dtype=np.int32)
    X = sparse.csr_array((np.ones(n * length, dtype), words, starts), shape=(n, d))
    X.sum_duplicates()
    return X


def data(name: str, shape: Shape) -> Any:
    """What the model takes: a matrix, or slices."""
    if kind_of(name) in ("slices", "dense"):
        return [texts(*shape, seed) for seed in range(SLICES)]
    return texts(*shape)


def measured(name: str, shape: Shape) -> dict[str, float]:
    """Told and measured bytes, from a fresh process."""
    code = f"from benchmarks.memory import measure; measure({name!r}, {shape!r})"
    root = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, stdout=subprocess.PIPE, text=True, check=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def measure(name: str, shape: Shape) -> None:
    """Fit in this process and print how much it grew at most."""
    import ctypes
    import inspect
    import warnings

    from cotext.models import by_name

    warnings.simplefilter("ignore")
    Model = by_name(name)
    asked = {"random_state": 0, "max_iter": SWEEPS, "n_init": 1 if name == "consensus" else RESTARTS}
    known = {k: v for k, v in asked.items() if k in inspect.signature(Model).parameters}
    Model(3, **known).fit(data(name, (200, 150, 20, shape[3])))  # what is loaded on the way does not count
    X, model = data(name, shape), Model(CLUSTERS, **known)
    told = model.algorithm.bytes_needed(X)
    ctypes.CDLL(None).malloc_trim(0)  # what lies free in the heap would be used again, and not be seen
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    before = _status("VmRSS")
    model.fit(X)
    print(json.dumps({"told": told, "measured": _status("VmHWM") - before}))


def _status(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


def main(*asked: int) -> None:
    from cotext.models import all_models

    names = sorted(Model.cli_name for Model in all_models())
    for kind, shapes in SHAPES.items():
        for shape in [shapes[one - 1] for one in asked or (1, 2)]:
            n, d, _, dtype = shape
            several = f"{SLICES} x " if kind in ("slices", "dense") else ""
            print(f"{several}{n:,} x {d:,}, {dtype}, {CLUSTERS} clusters")
            print(f"{'':22} told MB   measured   off")
            for name in (one for one in names if kind_of(one) == kind):
                found = measured(name, shape)
                told, grew = found["told"] / 1e6, found["measured"] / 1e6
                print(f"{name:22} {told:7.0f}   {grew:8.0f}  {told / grew - 1:+.0%}", flush=True)


if __name__ == "__main__":
    main()
