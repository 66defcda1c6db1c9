"""Seconds per sweep of the factorisations on 20 Newsgroups, as multiples of NMF's.

Needs COTEXT_DATA with ng20.
"""

from __future__ import annotations

import time
import warnings
from typing import Any

import numpy as np

from cotext.datasets import load
from cotext.matrix import Weighting
from cotext.models import FNMTF, NMF, NMTF, ONMF, ONMTF, PNMF, BinOvNMTF, KMeans, OvNMTF, SphericalKMeans

K, L, SWEEPS = 20, 10, 30
warnings.simplefilter("ignore")


def per_sweep(model: Any, X: Any) -> float:
    """Median seconds between sweeps of one start."""
    ticks: list[float] = []
    model.set_params(n_init=1, max_iter=SWEEPS, tol=0, random_state=0)
    model.fit(X, callback=lambda step: ticks.append(time.perf_counter()))
    return float(np.median(np.diff(ticks)))


def main() -> None:
    counts = load("ng20").X
    X = Weighting().fit(counts).transform(counts)
    models = {
        "NMF": NMF(K),
        "NMF mu": NMF(K, solver="mu"),
        "NMTF": NMTF(K),
        f"OvNMTF l={L}": OvNMTF((K, L)),
        f"BinOvNMTF l={L}": BinOvNMTF((K, L)),
        "FNMTF": FNMTF(K),
        "ONMF": ONMF(K),
        "ONMTF": ONMTF(K),
        "PNMF": PNMF(K),
        "KMeans": KMeans(K),
        "SphericalKMeans": SphericalKMeans(K),
    }
    seconds = {name: per_sweep(model, X) for name, model in models.items()}
    print(f"NG20 {X.shape[0]:,} x {X.shape[1]:,}, k = {K}, float32, one start")
    for name, value in seconds.items():
        print(f"{name:16} {1e3 * value:7.1f} ms per sweep   {value / seconds['NMF']:5.2f} x NMF")


if __name__ == "__main__":
    main()
