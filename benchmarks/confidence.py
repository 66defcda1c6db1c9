"""Is confidence what it says: how often do fits with other seeds put a document into the same cluster?

Every collection is fitted with four seeds as ``cotext fit`` does. "said" is the mean confidence of its
documents, "seen" the share of the other three fits that put them into their cluster, clusters matched one to
one; "error" is the expected calibration error, the mean distance of both over ten bins of confidence, and "by
membership" that of what confidence was before, the largest membership. For the consensus, "left out" is the
error when the curve is fitted to all other collections; ``OPINIONS`` are the numbers of
``result/confidence.py``, all collections counting alike. Needs COTEXT_DATA.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression

from benchmarks.defaults import collection
from cotext.matrix import Weighting
from cotext.metrics import match_labels
from cotext.models import ITCC, NMF, NMTF, Consensus, SphericalKMeans
from cotext.result.confidence import learn
from cotext.result.memberships import memberships

COLLECTIONS = ("cstr", "m5", "m10", "ng2", "pnc_toy", "acm3025", "cora", "tr41", "classic4")
MODELS = (Consensus, SphericalKMeans, ITCC, NMF, NMTF)
SEEDS, BINS = range(4), 10


def fits(Model: Any, name: str) -> list[Any]:
    """One fit for each seed."""
    ready, _, labels = collection(name)
    X, C = ready.weighted.X, ready.cooccurrence
    plain = Weighting().fit(ready.counts).transform(ready.counts)
    g = len(np.unique(labels))
    if Model is Consensus:
        return [Model(g, random_state=seed).fit(X, cooccurrence=C) for seed in SEEDS]
    return [Model(g, random_state=seed).fit(plain) for seed in SEEDS]


def told(fitted: list[Any]) -> np.ndarray:
    """A row per fit and document: seen, said, largest membership, share of the opinions, its mean."""
    rows = []
    for model in fitted:
        z = model.row_labels_
        others = [other.row_labels_ for other in fitted if other is not model]
        seen = np.mean([match_labels(z, other) == z for other in others], axis=0)
        empty = ~model.row_factor_.any(axis=1)
        shares = memberships(model.row_factor_, z, len(model.row_norms_), empty, model.row_norms_)
        sure = learn(model.fit_, shares, z, empty)
        said = sure.of(shares, empty) if sure.documents is None else sure.documents
        opinions = getattr(model, "agreement_", np.zeros(len(z)))
        mean = np.full(len(z), opinions[~empty].mean())
        rows.append(np.column_stack((seen, said, shares.max(axis=1), opinions, mean))[~empty])
    return np.concatenate(rows)


def bins(said: np.ndarray) -> np.ndarray:
    """Which tenth each confidence lies in."""
    return np.minimum((said * BINS).astype(int), BINS - 1)


def error(said: np.ndarray, seen: np.ndarray) -> float:
    """Expected calibration error."""
    gaps = np.bincount(bins(said), said - seen, BINS)
    return float(np.abs(gaps).sum() / len(said))


def curve(rows: Iterable[np.ndarray]) -> tuple[float, float, float]:
    """(a, b, c) of the probability 1 / (1 + exp(-a - b share - c mean)); collections count alike."""
    rows = list(rows)
    told, weight = np.concatenate(rows), np.concatenate([np.full(len(row), 1 / len(row)) for row in rows])
    yes, no = told[:, 0] * weight, (1 - told[:, 0]) * weight
    x, y = np.tile(told[:, 3:], (2, 1)), np.repeat([1, 0], len(told))
    found = LogisticRegression(C=1e6, max_iter=1000).fit(x, y, sample_weight=1000 * np.concatenate((yes, no)))
    return float(found.intercept_[0]), *map(float, found.coef_[0])


def by_curve(a: float, b: float, c: float, rows: np.ndarray) -> np.ndarray:
    """Confidence by these numbers."""
    return np.asarray(1 / (1 + np.exp(-a - b * rows[:, 3] - c * rows[:, 4])))


def main() -> None:
    warnings.simplefilter("ignore")
    for Model in MODELS:
        found = {name: told(fits(Model, name)) for name in COLLECTIONS}
        head = f"{Model.cli_name:18}   said   seen  error  by membership"
        print(head + "  left out" * (Model is Consensus))
        for name, rows in found.items():
            seen, said, largest = rows[:, :3].T
            line = f"{name:18} {said.mean():6.3f} {seen.mean():6.3f} {error(said, seen):6.3f}"
            line += f" {error(largest, seen):14.3f}"
            if Model is Consensus:
                other = curve(rows for key, rows in found.items() if key != name)
                line += f" {error(by_curve(*other, rows), seen):9.3f}"
            print(line, flush=True)
        everything = np.concatenate(list(found.values()))
        seen, said, largest = everything[:, :3].T
        print(f"{'all':18} {said.mean():6.3f} {seen.mean():6.3f} {error(said, seen):6.3f}", end="")
        print(f" {error(largest, seen):14.3f}\n\n{'confidence':18}   said   seen  documents")
        for i in np.unique(own := bins(said)):
            at = own == i
            span = f"{i / BINS:.1f} to {(i + 1) / BINS:.1f}"
            print(f"{span:18} {said[at].mean():6.3f} {seen[at].mean():6.3f} {at.sum() / len(SEEDS):10,.0f}")
        print()
        if Model is Consensus:
            print("OPINIONS = ({:.2f}, {:.2f}, {:.2f})\n".format(*curve(found.values())))


if __name__ == "__main__":
    main()
