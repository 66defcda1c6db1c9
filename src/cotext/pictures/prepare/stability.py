"""Is the result luck? Agreement of the restarts, or of the opinions of a consensus, also on each cluster."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

import numpy as np

from cotext.errors import UsageError
from cotext.metrics import ari, nmi
from cotext.pictures.numbers import Numbers, cluster_names, left_out, percent
from cotext.result import CoClustering, Table

MOST = 50  # restarts compared with each other, and opinions
DOCUMENTS = 20_000  # by which they are compared, at most


@dataclass(frozen=True, kw_only=True)
class StabilityPicture(Numbers):
    """Agreement of the restarts, best restart first, or of the opinions of a consensus, kind by kind."""

    name: ClassVar[str] = "stability"
    restarts: list[int]  # lowest criterion first; of a consensus, the numbers of the kinds of opinion
    ari: np.ndarray  # restarts x restarts; for kinds of opinion, means over their opinions
    nmi: np.ndarray
    names: list[str]
    agreement: list[float]  # of each cluster, how often two of its documents are together in a restart
    sure: list[float]  # of each cluster, the share of documents that stay with at least half of it
    kinds: list[str] = field(default_factory=list)  # of opinion; empty if these are restarts
    weights: list[float] = field(default_factory=list)  # of each kind in the consensus

    def table(self) -> Table:
        names, kind = self.kinds or self.restarts, "opinions" if self.kinds else "restarts"
        pairs = [
            (kind, first, second, float(self.ari[i, j]), float(self.nmi[i, j]))
            for i, first in enumerate(names)
            for j, second in enumerate(names)
            if i < j or (self.kinds and i == j)
        ]
        clusters: list[tuple[str, object, object, float, float]] = [
            ("cluster", k, k, together, sure)
            for k, (together, sure) in enumerate(zip(self.agreement, self.sure, strict=True))
        ]
        return Table(("kind", "first", "second", "ari_or_together", "nmi_or_sure"), pairs + clusters)


class Labelings(NamedTuple):
    """Several clusterings of the documents, in groups: each restart alone, or opinions by kind."""

    labels: np.ndarray  # labelings x documents
    groups: np.ndarray
    weights: np.ndarray
    numbers: list[int]  # of the groups
    kinds: list[str]


def comparable(result: CoClustering) -> Labelings | None:
    """Return the restarts if there are several, else the opinions, else None."""
    fit, n = result.fit, len(result.row_labels_)
    restarts = np.asarray(fit.get("restart_labels", np.zeros((0, 0))))
    if restarts.ndim == 2 and restarts.shape[1] == n and len(restarts) > 1:
        order = np.argsort(fit.criteria, kind="stable")[:MOST]
        return Labelings(restarts[order], np.arange(len(order)), np.ones(len(order)), order.tolist(), [])
    labels = np.asarray(fit.get("opinion_labels", np.zeros((0, 0))))
    if labels.ndim != 2 or labels.shape[1] != n or len(labels) < 2:
        return None
    groups, opinions = np.asarray(fit.get("opinion_kinds")), fit.get("opinions")
    each = max(MOST // len(opinions), 1)
    rows = np.concatenate([np.flatnonzero(groups == kind)[:each] for kind in range(len(opinions))])
    weights = np.array([float(weight) for _, _, weight in opinions])[groups[rows]]
    kinds = [str(name) for name, _, _ in opinions]
    return Labelings(labels[rows], groups[rows], weights, list(range(len(opinions))), kinds)


def prepare(result: CoClustering) -> StabilityPicture:
    """Compare the labels of all restarts, or of all opinions."""
    compared = comparable(result)
    if compared is None:
        raise UsageError(_reason(result))
    own = np.flatnonzero(result.row_labels_ >= 0)
    sample = own
    if len(own) > DOCUMENTS:
        sample = np.sort(np.random.default_rng(0).choice(own, DOCUMENTS, replace=False))
    scores, mean = _agreement(compared, sample)
    clusters, sizes, names = result.row_labels_[own], np.maximum(result.sizes, 1), cluster_names(result)
    together = _together(compared.labels[:, own], compared.weights, clusters, result.n_clusters[0])
    agreement = np.bincount(clusters, together, minlength=len(sizes)) / sizes
    sure = np.bincount(clusters, together >= 0.5, minlength=len(sizes)) / sizes
    used = np.flatnonzero(result.sizes)
    best, worst = used[agreement[used].argmax()], used[agreement[used].argmin()]
    mean = round(mean, 2)
    verdict = "agree well" if mean >= 0.8 else "agree in part" if mean >= 0.5 else "hardly agree"
    noun = "opinion" if compared.kinds else "start"
    title = (
        f"The {len(compared.labels)} {noun}s {verdict}: mean ARI {mean:.2f}; least certain: “{names[worst]}”"
    )
    opinions = result.fit.get("opinions")
    return StabilityPicture(
        title=title,
        alt=f"Heat map of the agreement of {len(compared.labels)} {noun}s and bars of the agreement about "
        f"each cluster. {title}. Its pairs are together in {percent(agreement[worst])} of the {noun}s, those "
        f"of “{names[best]}” in {percent(agreement[best])}.",
        note=_note(result, bool(compared.kinds), len(sample) < len(own)),
        restarts=compared.numbers,
        ari=scores["ari"],
        nmi=scores["nmi"],
        names=names,
        agreement=agreement.tolist(),
        sure=sure.tolist(),
        kinds=compared.kinds,
        weights=[float(opinions[k][2]) for k in compared.numbers] if compared.kinds else [],
    )


def _reason(result: CoClustering) -> str:
    """Explain why nothing can be compared."""
    if result.fit.get("opinions") is not None:
        return (
            f"this run of {result.fitted_by} was saved by a version of cotext that did not save opinions, so "
            "nothing can be compared: fit again."
        )
    return (
        f"this run of {result.fitted_by} has only one start, so nothing can be compared: fit with n_init=10 "
        "(--n-init 10) or more, by a model with random starts."
    )


def _note(result: CoClustering, by_opinions: bool, sampled: bool) -> str:
    where, pairs = "a start", "pairs of starts, best criterion first"
    if by_opinions:
        where, pairs = "an opinion, by weight", "two kinds of opinion, mean over starts (diagonal: one kind)"
    note = (
        f"Left: adjusted Rand index of {pairs}. Right: how often two documents of a cluster are together in "
        f"{where}; dot: share of its documents that stay with most of it."
    )
    if len(result.tree.parents) and not result.is_edited:
        note += " The opinions are those on the coarsest level."
    elif any("split" in step for step in result.provenance.get("steps", [])):
        note += " Parts of clusters split by hand are smaller than the clusters compared here."
    if sampled:
        note += f" Agreement is computed on {DOCUMENTS:,} documents."
    return note + left_out(result)


def _agreement(compared: Labelings, rows: np.ndarray) -> tuple[dict[str, np.ndarray], float]:
    """Return the agreement between groups, and the weighted mean ARI of all pairs."""
    labels, n = compared.labels[:, rows], len(compared.numbers)
    group = compared.groups.tolist()
    pairs = [(i, j) for i in range(len(labels)) for j in range(i)]
    weight = np.array([compared.weights[i] * compared.weights[j] for i, j in pairs])
    scores, mean = {}, 0.0
    for name, measure in (("ari", ari), ("nmi", nmi)):
        values = np.array([measure(labels[i], labels[j]) for i, j in pairs])
        sums, counts = np.zeros((n, n)), np.zeros((n, n))
        for (i, j), value in zip(pairs, values.tolist(), strict=True):
            for a, b in {(group[i], group[j]), (group[j], group[i])}:
                sums[a, b] += value
                counts[a, b] += 1
        scores[name] = np.where(
            counts > 0, sums / np.maximum(counts, 1), 1.0
        )  # a single one agrees with itself
        mean = float(weight @ values / weight.sum()) if name == "ari" else mean
    return scores, mean


def _together(labels: np.ndarray, weights: np.ndarray, clusters: np.ndarray, n_clusters: int) -> np.ndarray:
    """Return, for each document, the mean share of its cluster's other documents that stay with it."""
    sizes = np.bincount(clusters, minlength=n_clusters)[clusters]
    total = np.zeros(len(clusters))
    for row, weight in zip(labels.astype(np.int64), weights.tolist(), strict=True):
        width = int(row.max()) + 2
        both = clusters * width + row + 1
        size = np.bincount(both, minlength=n_clusters * width)[both]
        total += weight * np.where(sizes > 1, (size - 1) / np.maximum(sizes - 1, 1), 1.0)
    return np.asarray(total / weights.sum())
