"""How near a sweep comes to what the memory allows, and whether it stays so when there are more documents.

What is counted, and where the floor comes from, is in docs/roofline.md. Needs COTEXT_DATA with ng20.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend import Argmax, CoordinateDescent, Multiplicative, open_matrix, quiet_blas, usable_cores
from cotext.backend.native import describe, kernels
from cotext.datasets import load
from cotext.matrix import Weighting

K = 20


def seconds(work: Callable[[], Any], repeats: int = 15) -> float:
    """The best of several: what the machine can do when nothing disturbs it."""
    best = np.inf
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return float(best)


def copy_bandwidth() -> float:
    """Bytes read and written per second by copies of 64 MB, one per core."""
    cores = usable_cores()
    pairs = [(np.ones(1 << 23), np.empty(1 << 23)) for _ in range(cores)]
    with ThreadPoolExecutor(cores) as pool:
        return (
            2
            * 8
            * (1 << 23)
            * cores
            / seconds(lambda: list(pool.map(lambda p: np.copyto(p[1], p[0]), pairs)))
        )


def gather_bandwidth(X: sparse.csr_array, W: np.ndarray) -> float:
    """Bytes of X, and of rows of W in the order in which X names them, read per second."""
    home = open_matrix(X)
    return (matrix_bytes(X) + X.nnz * W.shape[1] * W.itemsize) / seconds(lambda: home @ W, 40)


def matrix_bytes(X: sparse.csr_array) -> int:
    return X.nnz * (X.dtype.itemsize + 4)


def shares(X: sparse.csr_array) -> None:
    rng = np.random.default_rng(0)
    n, d = X.shape
    W, Z = (rng.random((rows, K)).astype(X.dtype) for rows in (d, n))
    G = W.T @ W
    anywhere = sparse.csr_array(
        (X.data, rng.integers(d, size=X.nnz, dtype=np.int32), X.indptr), shape=X.shape
    )
    copy = copy_bandwidth()
    speeds = {"as X names them": gather_bandwidth(X, W), "anywhere": gather_bandwidth(anywhere, W)}
    print(f"copy {copy / 1e9:.0f} GB/s; rows of {K} numbers out of {d:,}: ", end="")
    print(", ".join(f"{name} {speed / 1e9:.0f} GB/s" for name, speed in speeds.items()))
    home, answers, row = open_matrix(X), n * K * X.dtype.itemsize, X.nnz * K * X.dtype.itemsize
    least_squares = 4 * X.nnz * K + 4 * n * K * K
    passes: dict[str, tuple[Callable[[], Any], int, int]] = {  # work, bytes of rows, operations
        "sweep, multiplicative": (lambda: home.sweep(Z, Multiplicative(W, G)), 3 * row, least_squares),
        "sweep, coordinate descent": (lambda: home.sweep(Z, CoordinateDescent(W, G)), 3 * row, least_squares),
        "sweep, argmax": (lambda: home.sweep(Z, Argmax(W, reseed=False)), row + 2 * row // K, 2 * X.nnz * K),
    }
    print(f"{'':26} | {'ms':>6} | rows MB | GFlop/s | floor ms | share | share, rows anywhere")
    for name, (work, rows, operations) in passes.items():
        took = seconds(work, 40)
        floors = [(matrix_bytes(X) + rows) / speed + 2 * answers / copy for speed in speeds.values()]
        print(
            f"{name:26} | {1e3 * took:6.2f} | {rows / 1e6:7.0f} | {operations / took / 1e9:7.1f} | "
            f"{1e3 * floors[0]:8.2f} | {floors[0] / took:5.0%} | {floors[1] / took:5.0%}",
            flush=True,
        )


def linear() -> None:
    """Seconds per sweep and nonzero as documents are added: 100 words each, of 50,000, common ones first."""
    rng = np.random.default_rng(0)
    d, per_document = 50_000, 100
    W = rng.random((d, K), dtype=np.float32)
    first = None
    for nnz in (10_000_000, 30_000_000, 100_000_000):
        n = nnz // per_document
        words = (d * rng.random(nnz, dtype=np.float32) ** 3).astype(np.int32)
        starts = np.arange(0, nnz + 1, per_document)
        X = open_matrix(sparse.csr_array((rng.random(nnz, dtype=np.float32), words, starts), shape=(n, d)))
        Z = rng.random((n, K), dtype=np.float32)
        each = seconds(lambda X=X, Z=Z: X.sweep(Z, CoordinateDescent(W, W.T @ W)), 5) / nnz
        first = first or each
        print(f"{nnz:11,} nonzeros: {1e9 * each:5.2f} ns each, {each / first:4.2f} of the first", flush=True)


def main() -> None:
    counts = load("ng20").X
    X = Weighting().fit(counts).transform(counts)
    print(f"NG20 {X.shape[0]:,} x {X.shape[1]:,}, {X.nnz:,} nonzeros, {X.dtype}, {usable_cores()} cores")
    print(f"home of sweep: {describe()}")
    if kernels() is None:
        print("the row-gather bandwidth below is SciPy's")
    with quiet_blas():
        shares(X)
        linear()


if __name__ == "__main__":
    main()
