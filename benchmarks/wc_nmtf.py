"""WC-NMTF on 20 Newsgroups with 10-word windows against the paper's updates typed in SciPy, from one start.

Needs COTEXT_DATA with ng20 and its texts.
"""

from __future__ import annotations

import time
import warnings
from contextlib import suppress
from typing import Any

import numpy as np

from benchmarks.nmf import LIMIT, ROUNDING, Reached
from benchmarks.text import read_texts
from cotext.cooccurrence import count_contexts, sppmi
from cotext.datasets import load
from cotext.matrix import Weighting
from cotext.models import WCNMTF
from cotext.tokens import tokenize

K, SWEEPS, TINY = 20, 100, 1e-30
warnings.simplefilter("ignore")


def naive(X: Any, M: Any, Z: np.ndarray, W: np.ndarray, S: np.ndarray) -> tuple[float, float]:
    """Seconds per sweep, and the objective after SWEEPS."""
    Q = W
    began = time.perf_counter()
    for _ in range(SWEEPS):
        Z = Z * (X @ (W @ S.T)) / np.maximum(Z @ (S @ (W.T @ W) @ S.T), TINY)
        ZS = Z @ S
        W = W * (X.T @ ZS + M @ Q) / np.maximum(W @ (ZS.T @ ZS + Q.T @ Q), TINY)
        S = S * (Z.T @ (X @ W)) / np.maximum((Z.T @ Z) @ S @ (W.T @ W), TINY)
        Q = Q * (M.T @ W) / np.maximum(Q @ (W.T @ W), TINY)
    each = (time.perf_counter() - began) / SWEEPS
    return each, _half_error(X, Z @ S, W) + _half_error(M, W, Q)


def _half_error(A: Any, L: np.ndarray, R: np.ndarray) -> float:
    """1/2 |A - L R'|^2 in float64."""
    L, R = L.astype(np.float64), R.astype(np.float64)
    cross = float(((A @ R) * L).sum())
    return (
        float(np.square(A.data, dtype=np.float64).sum()) - 2 * cross + float(((L.T @ L) * (R.T @ R)).sum())
    ) / 2


def ours(X: Any, C: Any, start: Any, target: float, **settings: Any) -> tuple[float, int, float]:
    """Seconds to the target (or LIMIT sweeps), sweeps, seconds per sweep."""
    ticks: list[float] = []

    def watch(step: Any) -> None:
        ticks.append(time.perf_counter())
        if step.loss <= target * (1 + ROUNDING) or len(ticks) == LIMIT:
            raise Reached

    model = WCNMTF(K, regularization=1.0, init=start, max_iter=LIMIT, tol=0, **settings)
    with suppress(Reached):
        model.fit(X, cooccurrence=C, callback=watch)
    each = float(np.median(np.diff(ticks)))
    return (ticks[-1] - ticks[0] + each) if len(ticks) < LIMIT else np.inf, len(ticks), each


def main() -> None:
    data = load("ng20")
    X = Weighting().fit(data.X).transform(data.X)
    texts = data.texts or read_texts("ng20")
    C = count_contexts(tokenize(texts), context="window:10", vocabulary=data.vocabulary)
    M = sppmi(C, dtype=np.float32)
    rng = np.random.default_rng(0)
    Z, W, S = (
        1 - rng.random(shape, dtype=np.float32) for shape in ((X.shape[0], K), (X.shape[1], K), (K, K))
    )
    print(f"NG20 {X.shape[0]:,} x {X.shape[1]:,}, nonzeros of X {X.nnz:,}, of M {M.nnz:,}, K = {K}, float32")
    each, target = naive(X, M, Z, W, S)
    print(f"naive SciPy: {1e3 * each:.1f} ms per sweep, objective after {SWEEPS} {target:.0f}", flush=True)
    for solver in ("mu", "cd"):
        total, sweeps, mine = ours(X, C, (Z, W, S), target, solver=solver)
        print(
            f"ours, {solver}: {1e3 * mine:.1f} ms per sweep, ratio {each / mine:.2f}; "
            f"that objective in {total:.2f} s ({sweeps} sweeps), ratio {SWEEPS * each / total:.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
