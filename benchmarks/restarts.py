"""Fifty starts of WC-NMTF on CLASSIC4: side by side, one after the other, and as plain SciPy loops.

All from uniform random starts, with the same updates and the same stopping rule.
Needs COTEXT_DATA with classic4.
"""

from __future__ import annotations

import time
import warnings
from typing import Any

import numpy as np

from cotext.cooccurrence import count_contexts, sppmi
from cotext.datasets import load
from cotext.matrix import Weighting
from cotext.models import WCNMTF
from cotext.tokens import tokenize

STARTS, G, SWEEPS, TOL = 50, 4, 100, 1e-5
warnings.simplefilter("ignore")


def naive(X: Any, M: Any, rng: np.random.Generator) -> float:
    """The updates of the paper as one would type them; the final criterion."""
    n, d = X.shape
    Z, W, S = (1 - rng.random(shape, dtype=np.float32) for shape in ((n, G), (d, G), (G, G)))
    Q = W
    xx, mm = (float(np.square(A.data, dtype=np.float64).sum()) for A in (X, M))
    before = np.inf
    for _ in range(SWEEPS):
        Z = Z * (X @ (W @ S.T)) / np.maximum(Z @ (S @ (W.T @ W) @ S.T), 1e-30)
        ZS = Z @ S
        W = W * (X.T @ ZS + M @ Q) / np.maximum(W @ (ZS.T @ ZS + Q.T @ Q), 1e-30)
        S = S * (Z.T @ (X @ W)) / np.maximum((Z.T @ Z) @ S @ (W.T @ W), 1e-30)
        Q = Q * (M.T @ W) / np.maximum(Q @ (W.T @ W), 1e-30)
        documents = (
            xx - 2 * float(((X @ W) * (Z @ S)).sum()) + float(((Z.T @ Z) * (S @ (W.T @ W) @ S.T)).sum())
        )
        words = mm - 2 * float(((M @ Q) * W).sum()) + float(((W.T @ W) * (Q.T @ Q)).sum())
        loss = (documents + words) / 2
        if before - loss <= TOL * loss:
            break
        before = loss
    return loss


def main() -> None:
    data = load("classic4")
    X = Weighting().fit(data.X).transform(data.X)
    C = count_contexts(tokenize(data.texts, stem="porter"), context="window:10", vocabulary=data.vocabulary)
    M = sppmi(C, dtype=np.float32)
    settings = {"init": "random", "regularization": 1.0, "max_iter": SWEEPS, "tol": TOL}

    def side_by_side() -> list[float]:
        return WCNMTF(G, n_init=STARTS, random_state=0, **settings).fit(X, cooccurrence=C).criteria_.tolist()

    def one_by_one() -> list[float]:
        fits = [WCNMTF(G, n_init=1, random_state=i, **settings) for i in range(STARTS)]
        return [model.fit(X, cooccurrence=C).criterion_ for model in fits]

    def plain_loops() -> list[float]:
        return [naive(X, M, np.random.default_rng(i)) for i in range(STARTS)]

    print(
        f"CLASSIC4 {X.shape[0]:,} x {X.shape[1]:,}, nonzeros of X {X.nnz:,}, of M {M.nnz:,}; {STARTS} starts"
    )
    seconds = {}
    for work in (side_by_side, one_by_one, plain_loops):
        began = time.perf_counter()
        criteria = work()
        seconds[work] = time.perf_counter() - began
        name = work.__name__.replace("_", " ")
        print(
            f"{name:13} {seconds[work]:7.2f} s   ratio {seconds[work] / seconds[side_by_side]:5.2f}   "
            f"mean criterion {np.mean(criteria):.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
