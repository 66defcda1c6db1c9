"""Two hundred saves of a run, each killed at a random moment (SIGKILL): after each, which run is there?

There is no peer; `lost` and `left behind after the next save` must be 0.
"""

from __future__ import annotations

import os
import random
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np
from scipy import sparse

from cotext.corpus import DocWord
from cotext.errors import CotextError
from cotext.models import NMF
from cotext.result import CoClustering

KILLS = 200


def made(note: str) -> CoClustering:
    """A run of a few hundred documents that says which it is."""
    X = sparse.csr_array(np.kron(np.eye(4), np.ones((80, 50))))
    n, d = X.shape
    docword = DocWord(X, [f"w{j}" for j in range(d)], [f"d{i}" for i in range(n)], notes=(note,))
    return CoClustering.from_fit(NMF(4, n_init=1, random_state=0).fit(X), docword)


def killed(result: CoClustering, run: Path, after: float) -> None:
    """Save in another process, and kill it."""
    if not (child := os.fork()):
        result.save(run)
        os._exit(0)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def which(run: Path) -> str:
    try:
        return str(CoClustering.load(run).docword.notes[0])
    except CotextError:
        return "lost"


def main() -> None:
    old, new, draw = made("old"), made("new"), random.Random(0)
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder, "run")
        old.save(run)
        began = time.perf_counter()
        old.save(run)
        once = time.perf_counter() - began
        found: Counter[str] = Counter()
        for _ in range(KILLS):
            killed(new, run, draw.uniform(0, 2 * once))
            found[which(run)] += 1
            found["left behind"] += len(list(Path(folder).iterdir())) > 1
            old.save(run)
            found["left behind after the next save"] += len(list(Path(folder).iterdir())) > 1
    print(f"{KILLS} kills within {2 * once * 1000:.0f} ms of the start of a save")
    for name in ("old", "new", "lost", "left behind", "left behind after the next save"):
        print(f"{name:32} {found[name]:4}")


if __name__ == "__main__":
    main()
