"""TSPLBM per sweep against dense einsum, its growth with the documents, and its quality on real relations.

Needs COTEXT_DATA with the tensors for the last table.
"""

from __future__ import annotations

import time
import tracemalloc
import warnings
from typing import Any

import numpy as np
from scipy import sparse

from cotext.datasets import load
from cotext.matrix import RelationTensor
from cotext.metrics import agreement
from cotext.models import TSPLBM

G, V, PER_ROW = 3, 4, 20
warnings.simplefilter("ignore")


def random_slices(n: int) -> list[Any]:
    """v slices with about PER_ROW entries per document."""
    rng = np.random.default_rng(0)
    rows = np.repeat(np.arange(n), PER_ROW)
    return [
        sparse.csr_array((np.ones(n * PER_ROW), (rows, rng.integers(n, size=n * PER_ROW))), shape=(n, n))
        for _ in range(V)
    ]


def per_sweep(slices: Any) -> float:
    ticks: list[float] = []
    model = TSPLBM(G, n_init=1, max_iter=12, tol=0, random_state=0)
    model.fit(slices, callback=lambda step: ticks.append(time.perf_counter()))
    return float(np.median(np.diff(ticks)))


def dense_sweep(T: np.ndarray, rng: np.random.Generator) -> float:
    """One sweep of the same updates on an n x n x v array."""
    n = len(T)
    Z, W = (rng.dirichlet(np.ones(G), size=n) for _ in range(2))
    began = time.perf_counter()
    r, c = T.sum(axis=1), T.sum(axis=0)
    for _ in range(2):  # the documents' and the columns' turn
        xkk = np.einsum("ik,ijb,jk->bk", Z, T, W, optimize=True)
        xk, yk, N = r.T @ Z, c.T @ W, r.sum(axis=0)[:, None]
        inside = xkk / (xk * yk)
        off = (N - xkk.sum(axis=1, keepdims=True)) / (N**2 - (xk * yk).sum(axis=1, keepdims=True))
        logits = np.einsum("ijb,jk,bk->ik", T, W, np.log(inside / off), optimize=True) - r @ (
            yk * (inside - off)
        )
        Z = np.exp(logits - logits.max(axis=1, keepdims=True))
        Z /= Z.sum(axis=1, keepdims=True)
        Z, W, T, r, c = W, Z, T.swapaxes(0, 1), c, r
    return time.perf_counter() - began


def main() -> None:
    slices = random_slices(2223)
    ours = per_sweep(slices)
    cube = np.stack([one.toarray() for one in slices], axis=2)
    dense = min(dense_sweep(cube, np.random.default_rng(i)) for i in range(3))
    print(f"2,223 x 2,223 x {V}, {PER_ROW} entries per row and slice, per sweep:")
    print(f"ours {1e3 * ours:.1f} ms, dense einsum {1e3 * dense:.1f} ms, ratio {dense / ours:.1f}")
    del cube
    print("growth at fixed entries per row: documents, ms per sweep, microseconds per document, peak MB")
    for n in (1000, 2000, 4000, 8000, 16000, 32000):
        slices = random_slices(n)
        seconds = per_sweep(slices)
        tracemalloc.start()
        TSPLBM(G, n_init=1, max_iter=2, tol=0, random_state=0).fit(slices)
        peak = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        print(f"{n:7,} {1e3 * seconds:8.2f} {1e6 * seconds / n:8.2f} {peak:8.0f}", flush=True)
    print("mean of ten random starts: ACC / NMI / ARI")
    for name, g in (("acmdl_tensor", 3), ("acm3025", 3), ("cora", 7), ("pubmed_diabetes", 3)):
        data = load(name)
        tensor = RelationTensor.from_dataset(data)
        for what in ("all", *tensor.names):
            X = tensor if what == "all" else tensor[what]
            fits = [TSPLBM(g, n_init=1, random_state=seed).fit(X) for seed in range(10)]
            scores = [agreement(data.labels, fit.labels_) for fit in fits]
            means = " / ".join(f"{np.mean([s[k] for s in scores]):.3f}" for k in ("acc", "nmi", "ari"))
            print(f"{name:16} {what:34} {means}", flush=True)


if __name__ == "__main__":
    main()
