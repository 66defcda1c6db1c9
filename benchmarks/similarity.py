"""chi-Sim against the dense formula of the paper, its precision on the newsgroup subsets, and all of NG20.

Needs COTEXT_DATA with the subsets and ng20; the last part takes minutes and about 9 GB.
"""

from __future__ import annotations

import time
import warnings
from typing import Any

import numpy as np
from scipy import sparse

from cotext.datasets import load
from cotext.matrix import Weighting
from cotext.metrics import acc, ari, nmi
from cotext.models import CTK, LSA, SNOS, ChiSim, CosineSimilarity

K, PRUNE, ITERATIONS = 0.8, 0.6, 4
SUBSETS = ("m2", "m5", "m10", "ng1", "ng2", "ng3")
warnings.simplefilter("ignore")


def dense(X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Equations 8 and 9, n x d x d products and all."""
    Y = X**K
    R, C = np.eye(len(X), dtype=X.dtype), np.eye(X.shape[1], dtype=X.dtype)
    slack = 1 - np.finfo(X.dtype).eps ** 0.75  # equal similarities stay together
    for _ in range(ITERATIONS):
        new = []
        for S in (Y @ C @ Y.T, Y.T @ R @ Y):
            root = S.diagonal() ** (1 / (2 * K))
            S = S ** (1 / K) / np.maximum(np.outer(root, root), 1e-30)
            new.append(np.where(np.quantile(S, PRUNE, method="lower") * slack > S, 0, S))
        R, C = new
    return R, C


def own_samples(name: str) -> tuple[list[sparse.csr_array], np.ndarray, int]:
    """The distinct samples of a subset, their labels and the number of classes."""
    data = load(name)
    own = [X for X, copy in zip(data.samples, data.duplicate_of, strict=True) if copy < 0]
    return own, data.labels, len(data.label_names)


def seconds(work: Any) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def against_dense() -> None:
    for n in (2000, 4000):
        X = sparse.random_array(
            (n, n), density=0.01, rng=np.random.default_rng(0), dtype=np.float32, format="csr"
        )
        ours = seconds(lambda X=X: ChiSim(3).algorithm.similarities(X))
        theirs = seconds(lambda X=X: dense(X.toarray()))
        print(
            f"n = d = {n:,}: ours {ours:.2f} s, dense {theirs:.2f} s, ratio {theirs / ours:.1f}", flush=True
        )


def subsets() -> None:
    models = {
        "cosine": lambda g: CosineSimilarity(g),
        "LSA": lambda g: LSA(g),
        "SNOS": lambda g: SNOS(g),
        "CTK": lambda g: CTK(g),
        "chi-Sim L1": lambda g: ChiSim(g, normalization="l1", prune=0),
        "chi-Sim k=1": lambda g: ChiSim(g, k=1, prune=0),
        "chi-Sim k=.8 p=.6": lambda g: ChiSim(g),
        "... last one whole": lambda g: ChiSim(g, prune_last=False),
    }
    print(f"{'micro-averaged precision':24}" + "".join(f"{name:>8}" for name in SUBSETS))
    for title, make in models.items():
        row(title, [scores(make, name) for name in SUBSETS])


def scores(make: Any, name: str) -> np.ndarray:
    samples, labels, g = own_samples(name)
    fits = [make(g).fit(sparse.csr_array(X, dtype=np.float32)) for X in samples]
    return np.array([acc(labels, fit.labels_) for fit in fits])


def row(title: str, found: Any) -> None:
    print(f"{title:24}" + "".join(f"{np.mean(each):8.3f}" for each in found), flush=True)


def whole() -> None:
    data = load("ng20")
    X = Weighting().fit(data.X).transform(data.X)
    began = time.perf_counter()
    algorithm = ChiSim(20).algorithm
    print(algorithm.memory_needed(X), flush=True)
    R = algorithm.similarities(X).documents
    middle = time.perf_counter()
    from cotext.models.families.similarity import group

    labels = group(R, 20, "ward", None)
    print(
        f"NG20 {X.shape[0]:,} x {X.shape[1]:,}: {ITERATIONS} iterations {middle - began:.0f} s, Ward "
        f"{time.perf_counter() - middle:.0f} s, NMI {nmi(data.labels, labels):.3f}, "
        f"ARI {ari(data.labels, labels):.3f}",
        flush=True,
    )


def main() -> None:
    against_dense()
    subsets()
    whole()


if __name__ == "__main__":
    main()
