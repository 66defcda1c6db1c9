"""Is a new document as sure of its cluster as it says, when only some of its words are known?

Of every collection 2,000 texts at most: four fifths are fitted, the others come as new documents. "seen" is
the share of three fits with other seeds that have all texts, the new ones in full, and put the new one into
the cluster that ``predict`` gave it, clusters matched by the fitted documents. "whole" are the new texts as
they are, "cut" their first 3 to 40 words, "foreign" texts of the other collections, which belong to no
cluster, so nothing is seen of them. These three count alike; documents in cluster -1 are left out. "lead" is
what the lead alone says, as it did before, "said" what the result says now; "error" is the mean distance of
said and seen over ten bins of confidence. Each collection is judged by numbers that were fitted to the other
four; ``TRUST`` are those of ``fitting/predict.py``, fitted to all. Needs COTEXT_DATA.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize

import cotext
from benchmarks.confidence import BINS, bins
from cotext import datasets
from cotext.fitting.predict import TRUST, Known, place, usual_words
from cotext.metrics import match_labels

COLLECTIONS = {"classic4": 4, "ng20": 20, "reuters65": 20, "pnc_3topics": 3, "pydocs": 20}  # and clusters
MOST, FOREIGN, SHORT = 2000, 200, 5
SEEDS, OTHERS = (0, 1), (10, 11, 12)
CUTS = (3, 5, 8, 12, 20, 40)
KINDS = ("whole", "cut", "foreign")


class Rows(NamedTuple):
    """New documents of one run: their kind, what their lead says, what is known of them, and what is seen."""

    kind: int
    lead: np.ndarray
    known: Known
    seen: np.ndarray
    usual: int
    n_clusters: int

    def said(self, trust: tuple[float, ...]) -> np.ndarray:
        """Confidence by these numbers."""
        slope = max(trust[1], 0.0)
        return self.lead * self.known.trusted(
            self.usual, self.n_clusters, (max(trust[0], 0.0), slope, trust[2])
        )


def texts_of(name: str) -> list[str]:
    """Some texts of a collection, in an order of chance."""
    texts = [text for text in datasets.load(name).texts or () if len(text.split()) >= SHORT]
    order = np.random.default_rng(0).permutation(len(texts))[:MOST]
    return [texts[i] for i in order.tolist()]


def collected(name: str, texts: Mapping[str, list[str]]) -> list[Rows]:
    """What is said and seen of the new documents of a collection."""
    own, g = texts[name], COLLECTIONS[name]
    fitted = 4 * len(own) // 5
    others = [cotext.cluster(own, g, random_state=seed).row_labels_ for seed in OTHERS]
    new = {"whole": [own[fitted:]], "foreign": [texts[key][:FOREIGN] for key in texts if key != name]}
    new["cut"] = [[" ".join(text.split()[:n]) for text in own[fitted:]] for n in CUTS]
    found = []
    for seed in SEEDS:
        result = cotext.cluster(own[:fitted], g, random_state=seed)
        labels = np.append(result.row_labels_, np.full(len(own) - fitted, -1))
        renamed = np.stack([match_labels(labels, other)[fitted:] for other in others])
        for kind, documents in ((name, one) for name in KINDS for one in new[name]):
            seen = None if kind == "foreign" else renamed
            found.append(rows_of(result, KINDS.index(kind), documents, seen))
    return found


def rows_of(result: Any, kind: int, documents: list[str], others: np.ndarray | None) -> Rows:
    """Some new documents, those in cluster -1 left out."""
    ready = result.recipe.prepare(documents)
    z, shares = place(result, ready)
    known, usual = Known.of(ready), usual_words(result.counts)
    seen = np.zeros(len(z)) if others is None else (others == z).mean(axis=0)
    in_one = ~known.too_little(usual)
    some = Known(known.words[in_one], known.share[in_one])
    lead = result.certainty.of(shares, known.words == 0)
    return Rows(kind, lead[in_one], some, seen[in_one], usual, result.n_clusters[0])


def fit(collections: Iterable[list[Rows]]) -> tuple[float, ...]:
    """The numbers by which what is seen is likeliest; collections and kinds count alike."""
    rows = [(one, weight) for own in collections for one, weight in zip(own, weights(own), strict=True)]

    def loss(trust: np.ndarray) -> float:
        total = 0.0
        for one, weight in rows:
            p = np.clip(one.said(tuple(trust)), 1e-3, 1 - 1e-3)
            total -= weight * (one.seen * np.log(p) + (1 - one.seen) * np.log(1 - p)).sum()
        return total

    return tuple(minimize(loss, TRUST, method="Nelder-Mead").x.tolist())


def weights(rows: list[Rows]) -> list[float]:
    """Of a document in each: all kinds alike."""
    sizes = np.bincount([one.kind for one in rows], [len(one.seen) for one in rows], len(KINDS))
    return [1 / sizes[one.kind] for one in rows]


def error(rows: list[Rows], said: list[np.ndarray]) -> float:
    """Expected calibration error, kinds alike."""
    weight = np.concatenate([np.full(len(p), w) for p, w in zip(said, weights(rows), strict=True)])
    p, seen = np.concatenate(said), np.concatenate([one.seen for one in rows])
    gaps = np.bincount(bins(p), weight * (p - seen), BINS)
    return float(np.abs(gaps).sum() / weight.sum())


def main() -> None:
    warnings.simplefilter("ignore")
    texts = {name: texts_of(name) for name in COLLECTIONS}
    found = {name: collected(name, texts) for name in COLLECTIONS}
    print(f"{'collection':12} {'kind':8} documents   lead   said   seen    error: lead   said")
    for name, rows in found.items():
        trust = fit(own for key, own in found.items() if key != name)
        leads, said = [one.lead for one in rows], [one.said(trust) for one in rows]
        for number, kind in enumerate(KINDS):
            own = [i for i, one in enumerate(rows) if one.kind == number]
            columns = [[each[i] for i in own] for each in (leads, said)] + [[rows[i].seen for i in own]]
            means = " ".join(f"{np.concatenate(column).mean():6.2f}" for column in columns)
            print(f"{name:12} {kind:8} {sum(len(rows[i].seen) for i in own):9,} {means}", end="")
            print(f" {error(rows, leads):14.3f} {error(rows, said):6.3f}" if number == 0 else "", flush=True)
    print("\nTRUST = ({:.2f}, {:.1f}, {:.2f})".format(*fit(found.values())))


if __name__ == "__main__":
    main()
