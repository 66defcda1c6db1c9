"""chi-Sim's k and p chosen without labels, beside the oracle p; and every sample against the equations.

Takes about twenty minutes. Needs COTEXT_DATA with the newsgroup subsets.
"""

from __future__ import annotations

import warnings

import numpy as np
from scipy import sparse

from benchmarks.similarity import SUBSETS, dense, own_samples, row, scores
from cotext.backend.similarity import products
from cotext.models import ChiSim

GRID = (0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9)
BLOCKS = (96, 1024)
warnings.simplefilter("ignore")


def choices() -> None:
    """Precision with p fixed, known afterwards, and found."""
    print(f"{'micro-averaged precision':24}" + "".join(f"{name:>8}" for name in SUBSETS))
    found = {p: [scores(lambda g, p=p: ChiSim(g, prune=p), name) for name in SUBSETS] for p in GRID}
    for p, each in found.items():
        row(f"k=.8 p={p:g}", each)
    row("k=.8 oracle p", [np.max(each, axis=0) for each in zip(*found.values(), strict=True)])
    auto = [scores(lambda g: ChiSim(g, k="auto", prune="auto", random_state=0), name) for name in SUBSETS]
    row("k, p found", auto)


def equations() -> None:
    """Every sample, every block size: the largest difference from the equations, in float64."""
    for name in SUBSETS:
        worst = 0.0
        for X in own_samples(name)[0]:
            wanted = dense(X.toarray().astype(float))
            for rows in BLOCKS:
                products.BLOCK_ROWS = rows
                ours = ChiSim(3).algorithm.similarities(sparse.csr_array(X, dtype=float))
                worst = max(worst, *(abs(a - b).max() for a, b in zip(ours[:2], wanted, strict=True)))
        print(f"{name}: largest difference from the equations {worst:.1e}, blocks of {BLOCKS}", flush=True)
    products.BLOCK_ROWS = BLOCKS[0]


def main() -> None:
    choices()
    equations()


if __name__ == "__main__":
    main()
