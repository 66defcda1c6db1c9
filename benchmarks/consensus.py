"""What a consensus costs: CPU seconds, sweeps and NMI with the classes, set by set.

Fitted as ``cotext fit`` does, on one thread, with the true number of classes; reading and counting words is
left out. ``python -m benchmarks consensus 3`` takes means over the seeds 0 to 2 instead of seed 0. Needs
COTEXT_DATA; sets that are not there are skipped.
"""

from __future__ import annotations

import time
import warnings
from unittest.mock import patch

import numpy as np

from benchmarks.defaults import collection
from cotext.errors import CotextError
from cotext.metrics import nmi
from cotext.models import Consensus
from cotext.models.engine import loop
from cotext.recipe import Prepared

COLLECTIONS = (
    "cstr", "m5", "m10", "ng2", "pnc_toy", "cora", "acm3025", "acmdl_tensor", "reuters4", "classic4",
    "pydocs", "tr41",
)  # fmt: skip
warnings.simplefilter("ignore")


def cost(ready: Prepared, labels: np.ndarray, seed: int) -> tuple[float, float, float]:
    """CPU seconds, sweeps and NMI of one fit."""
    with patch.object(loop, "_sweep", wraps=loop._sweep) as sweeps:
        begun = time.process_time()
        model = Consensus(len(np.unique(labels)), random_state=seed, n_jobs=1)
        model.fit(ready.weighted.X, cooccurrence=ready.cooccurrence)
        return time.process_time() - begun, sweeps.call_count, nmi(labels, model.labels_)


def main(n_seeds: int = 1) -> None:
    print(f"{'set':14}{'documents':>10}{'seconds':>9}{'sweeps':>8}{'NMI':>7}")
    found = []
    for name in COLLECTIONS:
        try:
            ready, _, labels = collection(name)
        except CotextError as error:
            print(f"{name:14} {error}")
            continue
        found.append(np.mean([cost(ready, labels, seed) for seed in range(n_seeds)], axis=0))
        seconds, sweeps, score = found[-1]
        print(f"{name:14}{len(labels):10,}{seconds:9.2f}{sweeps:8.0f}{score:7.3f}", flush=True)
    if found:
        seconds, sweeps, score = np.mean(found, axis=0)
        print(f"{'mean':24}{seconds:9.2f}{sweeps:8.0f}{score:7.3f}")
