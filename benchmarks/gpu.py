"""The same models on CPU and GPU from the same start: do they agree, and how long is a sweep?

Run on a machine with a GPU: ``python -m benchmarks.gpu`` (needs COTEXT_DATA with ng20 and cstr).
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
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


def wc_nmtf_sweep(counts: Any, g: int, sweeps: int = 50) -> None:
    """One sweep of WC-NMTF: ours, and the same formulas with CuPy's own sparse products."""
    import cupy
    import cupyx.scipy.sparse as cusparse

    from cotext.cooccurrence import sppmi

    X = Weighting().fit(counts).transform(counts)
    C = count_contexts(counts)
    M = sppmi(C, shift=2.0)
    rng = np.random.default_rng(0)
    start = (1 - rng.random((X.shape[0], g)), 1 - rng.random((X.shape[1], g)), np.eye(g) + 0.05)
    start = tuple(F.astype(np.float32) for F in start)
    ours = timed_fit(
        WCNMTF(g, regularization=1.0, init=start, max_iter=sweeps, tol=0, device="cuda"), X, cooccurrence=C
    )
    x, m = (cusparse.csr_matrix(A.astype(np.float32)) for A in (X, M))
    xt = x.T.tocsr()
    Z, W, S = (cupy.asarray(F) for F in start)
    Q, ticks = W, []

    def step(F: Any, above: Any, below: Any) -> Any:
        return F * above / cupy.maximum(below, 1e-30)

    for _ in range(sweeps):
        WS = W @ S.T
        Z = step(Z, x @ WS, Z @ (WS.T @ WS))
        XtZ, ZtZ = xt @ Z, Z.T @ Z
        W = step(W, XtZ @ S + m @ Q, W @ (S.T @ ZtZ @ S + Q.T @ Q))
        WW, MW = W.T @ W, m @ W
        S = step(S, XtZ.T @ W, ZtZ @ S @ WW)
        Q = step(Q, MW, Q @ WW)
        WS = W @ S.T
        float((XtZ * WS).sum() + (ZtZ * (WS.T @ WS)).sum() + (MW * Q).sum() + (WW * (Q.T @ Q)).sum())
        ticks.append(time.perf_counter())
    plain = float(np.median(np.diff(ticks)))
    print(
        f"WC-NMTF sweep, nnz(X) {X.nnz:,}, nnz(M) {M.nnz:,}, g = m = {g}: ours {1e3 * ours:.2f} ms, "
        f"plain CuPy {1e3 * plain:.2f} ms, ratio {plain / ours:.1f}",
        flush=True,
    )


def chi_sim(counts: Any) -> None:
    """Four iterations on all of a collection, on the GPU."""
    from cotext.models import ChiSim

    X = Weighting().fit(counts).transform(counts)
    algorithm = ChiSim(20, device="cuda").algorithm
    for attempt in ("with compilation", "again"):
        laps = [time.perf_counter()]
        algorithm.similarities(X, report=lambda t, laps=laps: laps.append(_now()))
        total = time.perf_counter() - laps[0]
        each = ", ".join(f"{b - a:.2f}" for a, b in pairwise(laps))
        print(f"chi-Sim {X.shape}, {attempt}: {each} s per iteration, {total:.2f} s with copies", flush=True)


def default_model(name: str, g: int) -> None:
    """The default model from matrix and co-occurrences to labels, and what travels between the machines."""
    from benchmarks.defaults import collection
    from cotext.metrics import nmi
    from cotext.models import Consensus

    ready, _, y = collection(name)
    X, C = ready.weighted.X, ready.cooccurrence
    for device, what in (("cuda", "with compilation"), ("cuda", "again"), ("cuda", "again"), ("cpu", "")):
        start = time.perf_counter()
        with counted_copies() as (home, there):
            model = Consensus(g, random_state=0, device=device).fit(X, cooccurrence=C)
        seconds = time.perf_counter() - start
        copies = (
            f"; {len(home):,} copies to the host ({sum(home) / 1e6:.1f} MB), {len(there):,} arrays sent "
            f"({sum(there) / 1e6:.0f} MB)"
        )
        print(
            f"consensus, {name}, {g} clusters, {device} {what}: {seconds:.2f} s, "
            f"NMI {nmi(y, model.row_labels_):.3f}{copies if device == 'cuda' else ''}",
            flush=True,
        )


@contextmanager
def counted_copies() -> Iterator[tuple[list[int], list[int]]]:
    """Bytes of every array that leaves the GPU and of every one that is sent there."""
    import cupy

    home: list[int] = []
    there: list[int] = []
    get, array, asarray = cupy.ndarray.get, cupy.array, cupy.asarray

    def counting_get(self: Any, *more: Any, **named: Any) -> Any:
        home.append(self.nbytes)
        return get(self, *more, **named)

    def counting(make: Any) -> Any:
        def made(a: Any, *more: Any, **named: Any) -> Any:
            if isinstance(a, np.ndarray):
                there.append(a.nbytes)
            return make(a, *more, **named)

        return made

    cupy.ndarray.get, cupy.array, cupy.asarray = counting_get, counting(array), counting(asarray)
    try:
        yield home, there
    finally:
        cupy.ndarray.get, cupy.array, cupy.asarray = get, array, asarray


def _now() -> float:
    import cupy

    cupy.cuda.Device().synchronize()
    return time.perf_counter()


def _apart(a: Any, b: Any) -> float:
    k = min(len(a.losses_), len(b.losses_))
    return float(np.max(np.abs(a.losses_[:k] - b.losses_[:k]) / np.abs(a.losses_[:k])))


def main() -> None:
    from cotext.backend import usable_cores
    from cotext.backend.cuda import describe_gpu
    from cotext.backend.native import describe
    from cotext.errors import UsageError

    try:
        print(f"{describe_gpu()}; CPU: {usable_cores()} cores, kernels: {describe()}")
    except UsageError as error:
        print(f"left out: {error}")
        return
    default_model("ng20", 20)
    counts = load("ng20").X
    wc_nmtf_sweep(counts, 20)
    chi_sim(counts)
    for dtype in (np.float64, np.float32):
        compare("cstr", 4, dtype, sweeps=50)
    compare("ng20", 20, np.float32, sweeps=30)


if __name__ == "__main__":
    main()
