"""Every model on CSTR and CLASSIC4 next to the paper's column (WC-NMTF, AAAI 2018, Table 2).

Mean over ten starts and the best of them by criterion, NMI / ARI. Needs COTEXT_DATA with cstr and classic4.
"""

from __future__ import annotations

import inspect
import time
import warnings
from typing import Any

import numpy as np

from cotext.cooccurrence import count_contexts
from cotext.datasets import load
from cotext.matrix import Weighting
from cotext.metrics import ari, nmi
from cotext.models import all_models
from cotext.tokens import tokenize

STARTS = 10
PAPER = {
    "cstr": {
        "spherical-kmeans": (0.65, 0.68), "nmf": (0.65, 0.54), "onmf": (0.65, 0.56), "pnmf": (0.66, 0.56),
        "gnmf": (0.57, 0.53), "nmtf": (0.67, 0.64), "onmtf": (0.65, 0.62), "gnmtf": (0.64, 0.57),
        "wc-nmtf": (0.76, 0.81),
    },
    "classic4": {
        "spherical-kmeans": (0.60, 0.47), "nmf": (0.51, 0.36), "onmf": (0.55, 0.39), "pnmf": (0.59, 0.44),
        "gnmf": (0.65, 0.49), "nmtf": (0.55, 0.44), "onmtf": (0.54, 0.43), "gnmtf": (0.58, 0.42),
        "wc-nmtf": (0.72, 0.71), "semantic-nmf": (0.74, 0.69),
    },
}  # fmt: skip
warnings.simplefilter("ignore")


def contexts(name: str, data: Any) -> Any:
    """Ten-word windows where there are texts, as the papers' figures need; documents otherwise."""
    if data.texts is None:
        return count_contexts(data.X)
    return count_contexts(
        tokenize(data.texts, stem="porter"), context="window:10", vocabulary=data.vocabulary
    )


def main() -> None:
    print(f"NMI/ARI over {STARTS} starts      mean        best      paper      mean - paper   seconds")
    for name, paper in PAPER.items():
        data = load(name)
        X = Weighting().fit(data.X).transform(data.X)
        C = contexts(name, data)
        for Model in all_models():
            side = {"cooccurrence": C} if "cooccurrence" in inspect.signature(Model.fit).parameters else {}
            began = time.perf_counter()
            fits = [Model(4, n_init=1, random_state=seed).fit(X, **side) for seed in range(STARTS)]
            seconds = time.perf_counter() - began
            scores = np.array([(nmi(data.labels, f.labels_), ari(data.labels, f.labels_)) for f in fits])
            mean, best = scores.mean(axis=0), scores[np.argmin([f.criterion_ for f in fits])]
            line = f"{name:9} {Model.cli_name:17} {mean[0]:.3f}/{mean[1]:.3f} {best[0]:.3f}/{best[1]:.3f}"
            if Model.cli_name in paper:
                goal = paper[Model.cli_name]
                line += f"  {goal[0]:.2f}/{goal[1]:.2f}   {mean[0] - goal[0]:+.3f}/{mean[1] - goal[1]:+.3f}"
            print(f"{line:72} {seconds:7.2f}", flush=True)


if __name__ == "__main__":
    main()
