"""SphericalKMeans on 20 Newsgroups against scikit-learn's KMeans: same unit rows, same centers to start from.

Needs COTEXT_DATA with ng20.
"""

from __future__ import annotations

import time
import warnings

import numpy as np
from sklearn.cluster import KMeans
from sklearn.preprocessing import normalize

from cotext.datasets import load
from cotext.matrix import Weighting
from cotext.models import SphericalKMeans

K, ITERATIONS = 20, 30
warnings.simplefilter("ignore")


def main() -> None:
    counts = load("ng20").X
    X = normalize(Weighting().fit(counts).transform(counts))
    X.indices, X.indptr = (a.astype(np.int32) for a in (X.indices, X.indptr))  # the peer takes no others
    seeds = X[np.random.default_rng(0).choice(X.shape[0], K, replace=False)].toarray()
    print(f"NG20 {X.shape[0]:,} x {X.shape[1]:,}, k = {K}, float32, {ITERATIONS} iterations")
    began = time.perf_counter()
    ticks: list[float] = []
    start = (np.zeros((X.shape[0], K), np.float32), seeds.T)
    ours = SphericalKMeans(K, init=start, max_iter=ITERATIONS, tol=0)
    ours.fit(X, callback=lambda step: ticks.append(time.perf_counter()))
    mine = (time.perf_counter() - began) / len(ticks)
    print(f"ours                {1e3 * mine:6.1f} ms per iteration ({len(ticks)} iterations)", flush=True)
    for algorithm in ("lloyd", "elkan"):
        began = time.perf_counter()
        peer = KMeans(K, init=seeds, n_init=1, max_iter=ITERATIONS, tol=0, algorithm=algorithm).fit(X)
        theirs = (time.perf_counter() - began) / peer.n_iter_
        print(
            f"scikit-learn {algorithm} {1e3 * theirs:6.1f} ms per iteration ({peer.n_iter_} iterations), "
            f"ratio {theirs / mine:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
