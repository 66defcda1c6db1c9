"""Which solver reaches the same objective sooner? Coordinate descent and multiplicative updates, same start.

The goal is what multiplicative updates reach in 100 sweeps, to a millionth. Needs COTEXT_DATA.
"""

from __future__ import annotations

import time
import warnings
from contextlib import suppress
from typing import Any

import numpy as np

from cotext.datasets import load
from cotext.matrix import Weighting
from cotext.models import NMF, NMTF, WCNMTF

SETS = {"cstr": 4, "classic4": 4, "reuters4": 4, "la12": 6, "ng20": 20}
SWEEPS, LIMIT, ROUNDING = 100, 300, 1e-6
warnings.simplefilter("ignore")


class Reached(Exception):
    """The objective is there."""


def run(model: Any, X: Any, goal: float | None) -> tuple[float, int, float]:
    """Seconds, sweeps and objective at the goal or the end; the clock starts when the first sweep ends."""
    ticks, losses = [], []

    def watch(step: Any) -> None:
        ticks.append(time.perf_counter())
        losses.append(step.loss)
        if goal is not None and step.loss <= goal:
            raise Reached

    with suppress(Reached):
        model.fit(X, callback=watch)
    return (ticks[-1] - ticks[0]) * len(ticks) / max(len(ticks) - 1, 1), len(ticks), losses[-1]


def main() -> None:
    print("data      model     |  mu s (sweeps) |  cd s (sweeps) | ratio")
    for name, g in SETS.items():
        counts = load(name).X
        X = Weighting().fit(counts).transform(counts)
        rng = np.random.default_rng(0)
        scale = np.sqrt(X.mean() / g)
        Z, W = ((scale * (1 - rng.random((size, g)))).astype(np.float32) for size in X.shape)
        for Model in (NMF, NMTF, WCNMTF):
            if Model is WCNMTF and X.shape[1] > 20_000:
                continue  # document contexts of so many words take minutes
            start = (Z, W) if Model is NMF else (Z, W, np.eye(g, dtype=np.float32) + 0.05)
            goal = run(Model(g, init=start, solver="mu", max_iter=SWEEPS, tol=0), X, None)[2]
            cells = []
            for solver in ("mu", "cd"):
                model = Model(g, init=start, solver=solver, max_iter=LIMIT, tol=0)
                cells.append(run(model, X, goal * (1 + ROUNDING)))
            (mu, m, _), (cd, c, _) = cells
            print(
                f"{name:9} {Model.cli_name:9} | {mu:7.3f} ({m:4}) | {cd:7.3f} ({c:4}) | {mu / cd:5.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
