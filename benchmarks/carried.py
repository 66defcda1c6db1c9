"""Is confidence what it says on every level and after splits and merges by hand?

Every collection, 2,000 texts of it at most, is fitted with four seeds. "said" is the mean confidence, "seen"
the share of the other three fits that put a document into its cluster, clusters matched one to one; "error"
is their mean distance over ten bins of confidence, and "by membership" that of the largest membership, which
was taken for confidence before. "split": the largest cluster of the first fit, and those that match it, in
three; of its documents. "merged": the two clusters that are most alike, and those that match them; of theirs.
"lower" counts documents, all over the run, that a merge has made less sure. Needs COTEXT_DATA.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

import cotext
from benchmarks.confidence import SEEDS, error
from benchmarks.known_words import texts_of
from cotext.metrics import match_labels

COLLECTIONS = {
    "classic4": [4, 12],
    "ng20": [5, 20],
    "reuters65": [5, 15],
    "pnc_3topics": [3, 8],
    "pydocs": [6, 20],
}


def seen(results: list[Any], i: int) -> np.ndarray:
    """How often the other fits put each document of one into its cluster."""
    z = results[i].row_labels_
    others = [match_labels(z, other.row_labels_) == z for j, other in enumerate(results) if j != i]
    return np.asarray(np.mean(others, axis=0))


def line(name: str, what: str, results: list[Any], mine: list[np.ndarray], more: str = "") -> None:
    """Print what is said and seen of some documents of each result."""
    said = np.concatenate([one.confidence[own] for one, own in zip(results, mine, strict=True)])
    shares = [one.memberships.max(axis=1)[own] for one, own in zip(results, mine, strict=True)]
    true = np.concatenate([seen(results, i)[own] for i, own in enumerate(mine)])
    numbers = f"{said.mean():6.2f} {true.mean():6.2f} {error(said, true):6.3f}"
    print(f"{name:12} {what:8} {numbers} {error(np.concatenate(shares), true):14.3f}{more}", flush=True)


def matching(results: list[Any], clusters: list[int]) -> list[list[int]]:
    """In each result the clusters that match some of the first."""
    found = []
    for one in results:
        as_first = match_labels(results[0].row_labels_, one.row_labels_)
        own = [np.bincount(one.row_labels_[as_first == k], minlength=one.n_clusters[0]) for k in clusters]
        found.append([int(sizes.argmax()) for sizes in own])
    return found


def main() -> None:
    warnings.simplefilter("ignore")
    print(f"{'collection':12} {'what':8}   said   seen  error  by membership")
    for name, levels in COLLECTIONS.items():
        texts = texts_of(name)
        nested = [cotext.cluster(texts, levels=levels, random_state=seed) for seed in SEEDS]
        for level in range(len(levels)):
            each = [result.at_level(level) for result in nested]
            line(name, f"level {level + 1}", each, [~one.is_empty for one in each])
        flat = [cotext.cluster(texts, levels[1], random_state=seed) for seed in SEEDS]
        largest = matching(flat, [int(flat[0].sizes.argmax())])
        split = [one.split(k, 3) for one, (k,) in zip(flat, largest, strict=True)]
        line(name, "split", split, [one.row_labels_ == k for one, (k,) in zip(flat, largest, strict=True)])
        centres = flat[0].model.document_centres_
        alike = np.triu(centres.T @ centres, 1)
        pairs = matching(flat, list(map(int, np.unravel_index(alike.argmax(), alike.shape))))
        chosen = [(one, pair) for one, pair in zip(flat, pairs, strict=True) if len(set(pair)) == 2]
        merged = [one.merge(pair) for one, pair in chosen]
        lower = sum(
            int((new.confidence < one.confidence).sum()) for new, (one, _) in zip(merged, chosen, strict=True)
        )
        mine = [np.isin(one.row_labels_, pair) for one, pair in chosen]
        line(name, "merged", merged, mine, f"   {lower} lower")


if __name__ == "__main__":
    main()
