"""NMF on 20 Newsgroups against scikit-learn's: same matrix, same start, same objective.

Each peer runs 100 iterations; ours runs until it has the objective the peer ended with, to a millionth
(float32 knows it no better).
Needs COTEXT_DATA with ng20.
"""

from __future__ import annotations

import time
import warnings
from typing import Any

import numpy as np
from sklearn.decomposition import non_negative_factorization

from cotext.datasets import load
from cotext.matrix import Weighting
from cotext.models import NMF

K, ITERATIONS, LIMIT, ROUNDING = 20, 100, 1500, 1e-6
warnings.simplefilter("ignore")


def objective(X: Any, Z: np.ndarray, W: np.ndarray) -> float:
    Z, W = Z.astype(np.float64), W.astype(np.float64)
    cross = ((X.T @ Z) * W).sum()
    return float((np.square(X.data, dtype=np.float64).sum() - 2 * cross + ((Z.T @ Z) * (W.T @ W)).sum()) / 2)


def peer(X: Any, start: tuple[np.ndarray, np.ndarray], solver: str) -> tuple[float, float]:
    """Seconds for ITERATIONS, and the objective then."""
    Z, W = start
    began = time.perf_counter()
    Z, Wt, _ = non_negative_factorization(
        X, W=Z.copy(), H=W.T.copy(), n_components=K, init="custom", solver=solver, max_iter=ITERATIONS, tol=0
    )
    return time.perf_counter() - began, objective(X, Z, Wt.T)


class Reached(Exception):
    """The objective is there."""


def ours(X: Any, start: tuple[np.ndarray, np.ndarray], target: float) -> tuple[float, int, float]:
    """Seconds to the target (or LIMIT sweeps), sweeps, seconds per sweep."""
    ticks: list[float] = []

    def watch(step: Any) -> None:
        ticks.append(time.perf_counter())
        if step.loss <= target * (1 + ROUNDING):
            raise Reached

    began = time.perf_counter()
    reached = False
    try:
        NMF(K, init=start, max_iter=LIMIT, tol=0).fit(X, callback=watch)
    except Reached:
        reached = True
    return ticks[-1] - began if reached else np.inf, len(ticks), float(np.median(np.diff(ticks)))


def main() -> None:
    counts = load("ng20").X
    X = Weighting().fit(counts).transform(counts)
    rng = np.random.default_rng(0)
    scale = np.sqrt(X.mean() / K)
    start = tuple((scale * (1 - rng.random((n, K)))).astype(np.float32) for n in X.shape)
    print(f"NG20 {X.shape[0]:,} x {X.shape[1]:,}, {X.nnz:,} nonzeros, K = {K}, float32, same random start")
    print("peer                   | peer ms/it | ours ms/sweep | ratio |  peer s |  ours s | ratio")
    for solver in ("mu", "cd"):
        seconds, target = peer(X, start, solver)
        mine, sweeps, per_sweep = ours(X, start, target)
        each = seconds / ITERATIONS
        print(
            f"scikit-learn NMF {solver:5} | {1e3 * each:10.1f} | {1e3 * per_sweep:13.1f} | "
            f"{each / per_sweep:5.2f} | {seconds:7.2f} | {mine:7.2f} | {seconds / mine:5.2f}   "
            f"(objective {target:.2f}, {sweeps} sweeps of ours)",
            flush=True,
        )
    print("ratio > 1: ours is faster; inf: the objective was not reached within the limit of sweeps")


if __name__ == "__main__":
    main()
