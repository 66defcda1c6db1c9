"""The default of ``cotext fit`` against scikit-learn and mean word vectors: NMI with the classes, set by set.

All get the true number of classes. The peers are scikit-learn's NMF, KMeans, SpectralCoclustering and its
documented recipe for texts, "LSA": TruncatedSVD(100), Normalizer and KMeans. Each runs on eight inputs:
counts, log(1 + counts), tf-idf and the weights of ``cotext fit``, of all words and of those in ten documents
or more; LSA also on ``TfidfVectorizer(sublinear_tf=True)`` of the raw texts. Shown is the input of highest
mean NMI, which nobody could choose without the classes: these columns flatter the peers. cotext has its own
input and nothing to choose. "vectors" is k-means of the mean of the static word vectors of a text, those of
wordllama, learned from other texts; blank if a set has no texts. Every k-means of the peers keeps the best
of ten starts. "left out" is the NMI of a consensus whose kinds of opinion and temperature were chosen, among
18 settings, on all other collections: it would be much lower than that of the shipped one if that were tuned
to these collections. The second table has the adjusted Rand index between the clusters of two seeds, mean
over all pairs of seeds, and the third the seconds of one fit (on one thread if there are several jobs),
without reading.

``python -m benchmarks defaults 5`` takes means over the seeds 0 to 4. ``--only=LSA,cotext`` runs these
columns, ``--sets=cstr,m10`` these sets, ``--jobs=16`` that many processes; ``--out=FILE`` saves all figures
and adds to those that the file has. Needs COTEXT_DATA; sets that are not there are skipped.
"""

from __future__ import annotations

import json
import os
import sys
import time
import warnings
from collections import Counter, defaultdict
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from sklearn.preprocessing import normalize

from benchmarks._default_peers import PEERS, cluster, input_names, made, wordllama
from cotext import datasets
from cotext.errors import CotextError
from cotext.metrics import ari, nmi
from cotext.models import Consensus
from cotext.models.consensus import Steps
from cotext.models.judging.opinions import agree, weigh
from cotext.recipe import Prepared, Recipe

COLLECTIONS = (
    "ng20", "pydocs", "reuters65", "la12", "pubmed_diabetes", "classic4", "classic3", "reuters4", "tr41",
    "nips14-17", "cora", "acm3025", "acmdl_tensor", "ng3", "ng2", "ng1", "m10", "m5", "m2", "ng2_dcc", "cstr",
    "pnc_toy",
)  # fmt: skip
KINDS = tuple(
    kinds for kinds in (range(9), range(1, 9), range(2, 9), range(6), (0, 1, 5, 6, 7, 8), (0, 1, 2, 5, 6, 8))
)
TEMPERATURES = (0.05, 0.1, 0.2)
OURS = "cotext"
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
    labels = []
    for kinds, temperature in product(KINDS, TEMPERATURES):
        weights = weigh(scores[list(kinds)], temperature)
        z = agree([opinions[i] for i in kinds], weights.tolist(), g)
        labels.append((X @ normalize(X.T @ np.eye(g)[z], axis=0)).argmax(axis=1))
    return labels


def fits(name: str, who: str, what: str, n_seeds: int, n_jobs: int | None) -> dict[str, Any]:
    """NMI of every seed, agreement between seeds, seconds; of one collection, peer or cotext, and input."""
    warnings.simplefilter("ignore")
    ready, texts, classes = collection(name)
    g, labels, tried = len(np.unique(classes)), [], []
    X = ready.weighted.X if who == OURS else made(what, ready.counts, texts)
    began = time.perf_counter()
    for seed in range(n_seeds):
        if who == OURS:
            model = Consensus(g, random_state=seed, n_jobs=n_jobs)
            labels.append(model.fit(X, cooccurrence=ready.cooccurrence).labels_)
        else:
            labels.append(cluster(who, X, g, seed))
    seconds = (time.perf_counter() - began) / n_seeds
    if who == OURS:
        models = [Consensus(g, random_state=seed, n_jobs=n_jobs) for seed in range(n_seeds)]
        tried = [[nmi(classes, z) for z in settings(model, X, ready.cooccurrence)] for model in models]
    scores = [nmi(classes, z) for z in labels]
    pairs = [ari(one, other) for one, other in combinations(labels, 2)]
    print(f"{name}, {who} {what}: {np.mean(scores):.3f}, {seconds:.1f} s", file=sys.stderr, flush=True)
    agreement = float(np.mean(pairs)) if pairs else float("nan")
    found = {"set": name, "who": who, "input": what, "nmi": scores, "ari": agreement, "seconds": seconds}
    return found | {"settings": tried}


def main(n_seeds: int = 1, only: str = "", jobs: str = "1", sets: str = "", out: str = "") -> None:
    columns = only.split(",") if only else [*PEERS, OURS]
    if unknown := set(columns) - {*PEERS, OURS}:
        raise SystemExit(
            f"--only={only}: {sorted(unknown)} unknown; choose from {', '.join((*PEERS, OURS))}."
        )
    if "vectors" in columns:
        wordllama()  # an hour's work should not end for want of it
    known = json.loads(Path(out).read_text()) if out and os.path.exists(out) else []
    there = [name for name in (sets.split(",") if sets else COLLECTIONS) if is_there(name)]
    work = [(name, who, what) for name in there for who in columns for what in inputs(name, who)]
    done = {(one["set"], one["who"], one["input"]) for one in known}
    n_jobs = 1 if int(jobs) > 1 else None
    todo = (delayed(fits)(*one, n_seeds, n_jobs) for one in work if one not in done)
    for found in Parallel(n_jobs=int(jobs), return_as="generator_unordered")(todo):
        known.append(found)
        if out:
            Path(out).write_text(json.dumps(known))
    show([name for name in COLLECTIONS if name in {one["set"] for one in known}], known)


def is_there(name: str) -> bool:
    try:
        datasets.load(name)
    except CotextError as error:
        print(f"{name:16} {error}")
        return False
    return True


def inputs(name: str, who: str) -> list[str]:
    """Those that a peer is tried on; texts if there are any."""
    return [""] if who == OURS else input_names(who, datasets.load(name).texts is not None)


def show(names: list[str], known: list[dict[str, Any]]) -> None:
    """Print the tables of all that is known."""
    best: dict[str, dict[str, Any]] = defaultdict(dict)
    for one in known:
        before = best[one["who"]].get(one["set"])
        if before is None or np.mean(one["nmi"]) > np.mean(before["nmi"]):
            best[one["who"]][one["set"]] = one
    who = [one for one in (*PEERS, OURS) if one in best]
    figures = {one: {name: float(np.mean(best[one][name]["nmi"])) for name in best[one]} for one in who}
    ours = best.get(OURS, {})
    if ours:
        figures["left out"] = left_out([name for name in names if name in ours], ours)
    table("NMI", names, figures)
    table("ARI of seeds", names, {one: {name: best[one][name]["ari"] for name in best[one]} for one in who})
    table("seconds", names, {one: {name: best[one][name]["seconds"] for name in best[one]} for one in who})
    for one in who:
        if one != OURS:
            taken = Counter(found["input"] for found in best[one].values())
            print(f"inputs that suited {one}: " + ", ".join(f"{name} {n}" for name, n in taken.most_common()))
    peers = [one for one in who if one != OURS]
    if ours and peers:
        for title in (OURS, "left out"):
            compare(title, figures[title], [figures[one] for one in peers])
    if ours:
        means = np.mean([np.mean(ours[name]["settings"], axis=0) for name in ours], axis=0)
        print("mean NMI by kinds of opinion and temperature:")
        for kinds, row in zip(KINDS, means.reshape(len(KINDS), -1), strict=True):
            print(tuple(kinds), row.round(3))


def left_out(names: list[str], ours: dict[str, Any]) -> dict[str, float]:
    """NMI of the setting that is best on all other collections."""
    means = np.array([np.mean(ours[name]["settings"], axis=0) for name in names])
    best = [
        np.delete(means, i, axis=0).mean(axis=0).argmax() if len(means) > 1 else 0 for i in range(len(means))
    ]
    return dict(zip(names, means[np.arange(len(means)), best].tolist(), strict=True))


def table(title: str, names: list[str], columns: dict[str, dict[str, float]]) -> None:
    """One row per set, blank if there is nothing to tell, and the means."""
    print(f"{title:16}" + "".join(f"{one:>10}" for one in columns))
    for name in names:
        cells = (columns[one].get(name) for one in columns)
        print(f"{name:16}" + "".join(" " * 10 if cell is None else f"{cell:10.3f}" for cell in cells))
    print(f"{'mean':16}" + "".join(f"{np.mean(list(columns[one].values())):10.3f}" for one in columns))
    for one in columns:
        if len(columns[one]) < len(names):
            print(f"the mean of {one} is over {len(columns[one])} collections")
    print()


def compare(title: str, ours: dict[str, float], peers: list[dict[str, float]]) -> None:
    """Against the peer that is best on each collection."""
    best = {name: max((peer[name] for peer in peers if name in peer), default=np.nan) for name in ours}
    gains = {name: ours[name] - best[name] for name in ours if np.isfinite(best[name])}
    worst = min(gains, key=lambda name: gains[name])
    above = sum(gain >= 0 for gain in gains.values())
    print(
        f"{title} less the best peer: mean {np.mean(list(gains.values())):+.3f}, worst {gains[worst]:+.3f} "
        f"({worst}), at or above it on {above} of {len(gains)}, more than .02 below it on "
        f"{sum(gain < -0.02 for gain in gains.values())}"
    )
