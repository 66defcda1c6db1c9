"""The whole job, from a file of raw texts to clusters: ``cotext fit`` against what one would write by hand.

The peers read the same file and stop at an array of labels: `TfidfVectorizer` (English stop words,
`min_df=2`, `max_df=0.5`) and `NMF`, the same and `KMeans(n_init=10)`, and LDA of tomotopy, 100 iterations on
all cores. ``cotext fit`` is as it comes; it also weighs its opinions on halves of the words, describes
clusters and words and writes a run folder. All get the true number of classes. Every side runs in a process
of its own, one after another, imports included, which are compiled before, as pip leaves them; memory is the
most the process held. "ratio" is the peer's wall seconds over ours, NMI is with the classes. The generated
texts have 20 planted topics, words as frequent as in texts, and some very short documents.

``--only=classic4`` (or ng20, generated) runs one collection; ``python -m benchmarks whole 20000
--only=generated`` generates so many texts. ``--growth=1000000`` runs cotext alone, k = 20, on 10,000 texts
and then on ever more, up to that number: long. CLASSIC4 and NG20 need COTEXT_DATA.
"""

from __future__ import annotations

import compileall
import csv
import os
import subprocess
import sys
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np

import cotext
from benchmarks._whole_jobs import read
from cotext.metrics import nmi

SETS = ("classic4", "ng20", "generated")
PEERS = {"nmf": "TfidfVectorizer + NMF", "kmeans": "TfidfVectorizer + KMeans", "lda": "tomotopy LDA"}
TEXTS, SMALLEST, CLUSTERS, STEP = 200_000, 10_000, 20, 10**0.5
ROOT = Path(__file__).parents[1]


class Cost(NamedTuple):
    """What a process took: wall and processor seconds, and the most bytes it held."""

    wall: float
    cpu: float
    memory: float


def main(texts: int = TEXTS, only: str = "", growth: str = "") -> None:
    if only and only not in SETS:
        sys.exit(f"no collection {only!r}; there are {', '.join(SETS)}")
    with tempfile.TemporaryDirectory() as folder:
        if growth:
            grow(Path(folder), int(growth))
            return
        for name in [only] if only else SETS:
            if name != "generated" and not os.environ.get("COTEXT_DATA"):
                print(f"{name} is skipped: set COTEXT_DATA to the folder of the data sets")
                continue
            side_by_side(name, texts, Path(folder))


def side_by_side(name: str, texts: int, folder: Path) -> None:
    """A row for cotext and for each peer."""
    file = written(name, texts, folder)
    labels = np.unique(read(file, "label"), return_inverse=True)[1]
    k = len(np.unique(labels))
    print(f"{name}, {len(labels):,} texts, {k} clusters")
    print(f"{'':28} {'wall s':>8} {'cpu s':>8} {'MB':>7} {'ratio':>7} {'NMI':>6}")
    ours, clusters = fitted(file, k, folder)
    row("cotext fit", ours, 1.0, nmi(labels, clusters))
    for peer, title in PEERS.items():
        if peer == "lda" and find_spec("tomotopy") is None:
            print(f'{title:28} left out: pip install "cotext[bench]"')
            continue
        out = folder / f"{peer}.npy"
        theirs = cost("-m", "benchmarks._whole_jobs", peer, str(file), str(k), str(out))
        row(title, theirs, theirs.wall / ours.wall, nmi(labels, np.load(out)))


def grow(folder: Path, most: int) -> None:
    """A row of cotext for ever larger collections."""
    print(
        f"cotext fit, generated texts, {CLUSTERS} clusters\n{'texts':>9} {'wall s':>8} {'cpu s':>8} {'MB':>7}"
    )
    steps = int(np.log(most / SMALLEST) / np.log(STEP) + 0.5)
    for texts in (round(SMALLEST * STEP**i, -3) for i in range(steps + 1)):
        spent, _ = fitted(written("generated", int(texts), folder), CLUSTERS, folder)
        print(f"{texts:9,.0f} {spent.wall:8.1f} {spent.cpu:8.1f} {spent.memory / 1e6:7.0f}", flush=True)


def row(title: str, spent: Cost, ratio: float, score: float) -> None:
    sizes = f"{spent.wall:8.1f} {spent.cpu:8.1f} {spent.memory / 1e6:7.0f}"
    print(f"{title:28} {sizes} {ratio:7.2f} {score:6.3f}", flush=True)


def written(name: str, texts: int, folder: Path) -> Path:
    """The collection as a file; made elsewhere, as a large parent would count as memory of its children."""
    file = folder / f"{name}.jsonl"
    cost("-m", "benchmarks._whole_jobs", "write", name, str(file), str(texts))
    return file


def fitted(file: Path, k: int, folder: Path) -> tuple[Cost, np.ndarray]:
    """``cotext fit`` and its clusters."""
    run = folder / "run"
    spent = cost("-m", "cotext", "fit", str(file), "-k", str(k), "--out", str(run), "--quiet")
    with (run / "documents.csv").open(newline="", encoding="utf-8") as lines:
        return spent, np.array([int(line["cluster"]) for line in csv.DictReader(lines)])


@cache
def compiled() -> dict[str, str]:
    """An environment in which no side compiles its modules anew."""
    compileall.compile_dir(Path(cotext.__file__).parent, quiet=1)
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def cost(*command: str) -> Cost:
    """Run this Python on the command and wait for it."""
    began = time.perf_counter()
    child = subprocess.Popen([sys.executable, *command], cwd=ROOT, stdout=subprocess.DEVNULL, env=compiled())
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{' '.join(command)} ended with {child.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Cost(time.perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss * unit)


if __name__ == "__main__":
    main()
