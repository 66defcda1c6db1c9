"""The same models on CPU and GPU from the same start: do they agree, and how long is a sweep?

Run on a machine with a GPU: ``python -m benchmarks.gpu`` (needs COTEXT_DATA with ng20 and cstr).
"""

from __future__ import annotations

import time
import warnings
from typing import Any

import numpy as np

from cotext.cooccurrence import count_contexts
from cotext.datasets import load
from cotext.matrix import Weighting
from cotext.models import NMF, NMTF, WCNMTF, SphericalKMeans

warnings.simplefilter("ignore")


def timed_fit(model: Any, X: Any, **side: Any) -> float:
    """Median seconds between sweeps."""
    ticks: list[float] = []
    model.fit(X, callback=lambda step: ticks.append(time.perf_counter()), **side)
    return float(np.median(np.diff(ticks)))


def compare(name: str, g: int, dtype: type, sweeps: int) -> None:
    counts = load(name).X
    X = Weighting().fit(counts).transform(counts, dtype=dtype)
    C = count_contexts(counts)
    rng = np.random.default_rng(0)
    n, d = X.shape
    start = (1 - rng.random((n, g)), 1 - rng.random((d, g)), np.eye(g) + 0.05)
    for Model in (SphericalKMeans, NMF, NMTF, WCNMTF):
        side = {"cooccurrence": C} if Model is WCNMTF else {}
        fits, seconds = {}, {}
        for device in ("cpu", "cuda"):
            fits[device] = Model(g, init=start, max_iter=sweeps, tol=0, device=device)
            seconds[device] = timed_fit(fits[device], X, **side)
        a, b = fits["cpu"], fits["cuda"]
        print(
            f"{name:5} {np.dtype(dtype).name} {Model.cli_name:17} curves apart {_apart(a, b):.1e}, "
            f"documents alike {(a.row_labels_ == b.row_labels_).mean():.4f}, words alike "
            f"{(a.column_labels_ == b.column_labels_).mean():.4f}; sweep cpu {1e3 * seconds['cpu']:.1f} ms, "
            f"cuda {1e3 * seconds['cuda']:.1f} ms",
            flush=True,
        )


def _apart(a: Any, b: Any) -> float:
    k = min(len(a.losses_), len(b.losses_))
    return float(np.max(np.abs(a.losses_[:k] - b.losses_[:k]) / np.abs(a.losses_[:k])))


def main() -> None:
    from cotext.backend.cuda import describe_gpu
    from cotext.errors import UsageError

    try:
        print(describe_gpu())
    except UsageError as error:
        print(f"left out: {error}")
        return
    for dtype in (np.float64, np.float32):
        compare("cstr", 4, dtype, sweeps=50)
    compare("ng20", 20, np.float32, sweeps=30)


if __name__ == "__main__":
    main()
