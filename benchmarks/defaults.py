"""The default of ``cotext fit`` against scikit-learn and mean word vectors: NMI with the classes, set by set.

All get the true number of classes. NMF, KMeans and SpectralCoclustering of scikit-learn run on eight inputs:
counts, log(1 + counts), tf-idf and the weights of ``cotext fit``, of all words and of those in ten documents
or more. Shown is the input of highest NMI, which nobody could choose without the classes: these columns
flatter the peers. cotext has its own input and nothing to choose. "vectors" is k-means of the mean of the
static word vectors of a text, those of wordllama, learned from other texts; blank where a set has no texts.
Every k-means of the peers keeps the best of five starts; all else is as it comes. "left out" is the NMI of a
consensus whose kinds of opinion and temperature were chosen, among 15 settings, on all other collections: it
would be much lower than that of the shipped one if that were tuned to these collections.

``python -m benchmarks defaults 5`` takes means over the seeds 0 to 4, the same for all, instead of seed 0;
``--only=peers`` and ``--only=cotext`` run one side, ``--jobs=16`` cotext's by so many processes. Needs
COTEXT_DATA; sets that are not there are skipped.
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from sklearn.preprocessing import normalize

from benchmarks._default_peers import PEERS, theirs, wordllama
from cotext import datasets
from cotext.errors import CotextError
from cotext.metrics import ari, nmi
from cotext.models import Consensus
from cotext.models.consensus import Steps
from cotext.models.itcc import ITCCAlgorithm
from cotext.models.judging.opinions import agree, weigh
from cotext.recipe import Prepared, Recipe

COLLECTIONS = (
    "cstr", "classic3", "classic4", "reuters4", "reuters65", "tr41", "la12", "ng20", "ng2_dcc", "m2", "m5",
    "m10", "ng1", "ng2", "ng3", "nips14-17", "pnc_toy", "pydocs", "acmdl_tensor", "acm3025", "cora",
    "pubmed_diabetes",
)  # fmt: skip
KINDS = ((0, 1, 2, 3, 4), (0, 1, 2, 4), (0, 1, 4), (1, 2, 3, 4), (2, 3, 4))
TEMPERATURES = (0.05, 0.1, 0.2)
warnings.simplefilter("ignore")


def collection(name: str) -> tuple[Prepared, Any, np.ndarray]:
    """Documents as ``cotext fit`` would prepare them, their texts if there are any, and their classes."""
    data = datasets.load(name)
    source = name if data.texts is not None or data.X is not None else data.slices[0]
    ready = Recipe(weighting=Consensus.weighting).fit_transform(source, contexts=True)
    return ready, data.texts, np.asarray(data.labels)


def settings(model: Consensus, X: Any, C: Any) -> list[np.ndarray]:
    """Clusters under every setting, from the same opinions."""
    extras = model.algorithm.extras(X, Steps(None, 1), C)
    X, g = normalize(X), model.n_clusters
    scores = np.array([score for _, score, _ in extras.learned["opinions"]])
    opinions = extras.given["inputs"].weighed[0]
    found = []
    for kinds, temperature in product(KINDS, TEMPERATURES):
        weights = weigh(scores[list(kinds)], temperature)
        z = agree([opinions[i] for i in kinds], weights, ITCCAlgorithm(g))
        found.append((X @ normalize(X.T @ np.eye(g)[z], axis=0)).argmax(axis=1))
    return found


def ours(name: str, seed: int, n_jobs: int | None) -> tuple[list[float], list[float]]:
    """(NMI and ARI, NMI of every setting)."""
    warnings.simplefilter("ignore")
    ready, _, labels = collection(name)
    X, C = ready.weighted.X, ready.cooccurrence
    model = Consensus(len(np.unique(labels)), random_state=seed, n_jobs=n_jobs)
    tried = [nmi(labels, z) for z in settings(model, X, C)]
    found = model.fit(X, cooccurrence=C).labels_
    print(f"{name}, seed {seed}: {nmi(labels, found):.3f}", file=sys.stderr, flush=True)
    return [score(labels, found) for score in (nmi, ari)], tried


def left_out(scores: np.ndarray) -> np.ndarray:
    """NMI of the setting that is best on all other collections; scores are collection x setting x seed."""
    means = scores.mean(axis=2)
    best = [np.delete(means, i, axis=0).mean(axis=0).argmax() for i in range(len(means))]
    return scores[np.arange(len(scores)), best]


def table(names: list[str], columns: dict[str, np.ndarray]) -> None:
    """Means over the seeds, blank where there is nothing to tell; columns are collection x seed."""
    cells = np.array([column.mean(axis=1) for column in columns.values()]).T
    print(f"{'NMI':16}" + "".join(f"{title:>10}" for title in columns))
    for name, row in [*zip(names, cells, strict=True), ("mean", np.nanmean(cells, axis=0))]:
        print(f"{name:16}" + "".join(" " * 10 if np.isnan(cell) else f"{cell:10.3f}" for cell in row))
    for title, told in zip(columns, (~np.isnan(cells)).sum(axis=0), strict=True):
        if told < len(names):
            print(f"the mean of {title} is over {told} collections")
    print()


def compare(title: str, found: np.ndarray, peers: np.ndarray) -> None:
    """Against the peer that is best on each collection; peers are peer x collection x seed."""
    best = np.nan_to_num(peers.mean(axis=2), nan=-1).argmax(axis=0)
    gains = found - peers[best, np.arange(len(found))]
    gain, by_seed = gains.mean(axis=1), gains.mean(axis=0)
    spread = f" ({by_seed.min():+.3f} to {by_seed.max():+.3f} by seed)" if len(by_seed) > 1 else ""
    print(
        f"{title} less the best peer: mean {gain.mean():+.3f}{spread}, worst {gain.min():+.3f}, "
        f"above it on {(gain > 0).sum()} of {len(gain)}"
    )


def main(n_seeds: int = 1, only: str = "", jobs: str = "1") -> None:
    if only not in ("", "peers", "cotext"):
        raise SystemExit(f"--only={only} is unknown: give peers or cotext, or leave it out to run both.")
    if only != "cotext":
        wordllama()  # an hour's work should not end for want of it
    names, chosen, peers = [], [], []
    for name in COLLECTIONS:
        try:
            datasets.load(name)
        except CotextError as error:
            print(f"{name:16} {error}")
            continue
        names.append(name)
        if only != "cotext":
            ready, texts, labels = collection(name)
            found, taken = theirs(ready.counts, texts, labels, range(n_seeds))
            print(f"{name}: {found.mean(axis=1).round(3)}", file=sys.stderr, flush=True)
            peers.append(found)
            chosen.append(taken)
    each = all_of_ours(names, n_seeds, int(jobs)) if only != "peers" else (np.array([]), np.array([]))
    tell(names, np.array(peers), chosen, *each)


def all_of_ours(names: list[str], n_seeds: int, jobs: int) -> tuple[np.ndarray, np.ndarray]:
    """What ``ours`` tells of every collection and seed: collection x measure x seed, and x setting x seed."""
    work = (delayed(ours)(name, seed, 1 if jobs > 1 else None) for name in names for seed in range(n_seeds))
    told = Parallel(n_jobs=jobs)(work)
    scores, tried = (np.array(part).reshape(len(names), n_seeds, -1) for part in zip(*told, strict=True))
    return scores.swapaxes(1, 2), tried.swapaxes(1, 2)


def tell(
    names: list[str], peers: np.ndarray, chosen: list[list[str]], scores: np.ndarray, tried: np.ndarray
) -> None:
    """Print what was run: arrays of collection x peer, measure or setting x seed, or empty ones."""
    columns = {title: peers[:, i] for i, title in enumerate(PEERS) if len(peers)}
    if len(scores):
        held = left_out(tried)
        columns |= {"cotext": scores[:, 0], "left out": held, "ARI": scores[:, 1]}
    table(names, columns)
    for title, inputs in zip(PEERS, zip(*chosen, strict=True), strict=False):
        told = ", ".join(f"{name} {n}" for name, n in Counter(inputs).most_common())
        print(f"inputs that suited {title}: {told}")
    if len(scores) and len(peers):
        compare("cotext", scores[:, 0], peers.swapaxes(0, 1))
        compare("left out", held, peers.swapaxes(0, 1))
    if len(scores):
        means = tried.mean(axis=(0, 2)).reshape(len(KINDS), len(TEMPERATURES))
        print("mean NMI by kinds of opinion and temperature:")
        print(*(f"{kinds} {row.round(3)}" for kinds, row in zip(KINDS, means, strict=True)), sep="\n")
