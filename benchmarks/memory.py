"""Memory of a fit beside X: what `bytes_needed` tells beforehand, beside the measured growth of the process.

Each fit runs in a process of its own, on documents whose words are drawn as in texts, few often and many
seldom. Linux only. Sizes are those of X; "off" is the estimate over the measurement, less one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
from scipy import sparse

SIZES = [(30_000, 12_000, 60, "float32"), (8_000, 40_000, 90, "float64")]
MODELS = (
    "nmf", "nmtf", "wc-nmtf", "kmeans", "itcc", "modularity", "directional", "consensus", "splbm",
    "spherical-kmeans", "rsn", "gtsc",
)  # fmt: skip
CLUSTERS, SWEEPS = 8, 4


def texts(n: int, d: int, length: int, dtype: str) -> sparse.csr_array:
    """Counts of n documents of so many words each."""
    rng = np.random.default_rng(0)
    weights = 1 / (np.arange(d) + 20.0)
    words = rng.choice(d, size=n * length, p=weights / weights.sum()).astype(np.int32)
    starts = np.arange(0, n * length + 1, length, dtype=np.int32)
    X = sparse.csr_array((np.ones(n * length, dtype), words, starts), shape=(n, d))
    X.sum_duplicates()
    return X


def measured(name: str, size: tuple[int, int, int, str]) -> dict[str, float]:
    """Told and measured bytes, from a fresh process."""
    code = f"from benchmarks.memory import measure; measure({name!r}, {size!r})"
    root = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, stdout=subprocess.PIPE, text=True, check=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def measure(name: str, size: tuple[int, int, int, str]) -> None:
    """Fit in this process and print how much it grew at most."""
    import inspect
    import warnings

    from cotext.models import by_name

    warnings.simplefilter("ignore")
    Model = by_name(name)
    asked = {"random_state": 0, "max_iter": SWEEPS}
    known = {k: v for k, v in asked.items() if k in inspect.signature(Model).parameters}
    Model(3, **known).fit(texts(200, 150, 20, size[3]))  # what is loaded on the way does not count
    X, model = texts(*size), Model(CLUSTERS, **known)
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    before = _status("VmRSS")
    model.fit(X)
    print(json.dumps({"told": model.bytes_needed(X), "measured": _status("VmHWM") - before, "nnz": X.nnz}))


def _status(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


def main() -> None:
    for size in SIZES:
        n, d, _, dtype = size
        print(f"{n:,} x {d:,}, {dtype}, {CLUSTERS} clusters\n{'':18} told MB   measured   off")
        for name in MODELS:
            found = measured(name, size)
            told, grew = found["told"] / 1e6, found["measured"] / 1e6
            print(f"{name:18} {told:7.0f}   {grew:8.0f}  {told / grew - 1:+.0%}", flush=True)


if __name__ == "__main__":
    main()
