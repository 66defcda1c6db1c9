"""Is it luck? How far restarts, or the opinions of a consensus, agree with each other and on each cluster."""

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
class Stability(Numbers):
    """Agreement of the restarts, best restart first, or of the opinions of a consensus, kind by kind.

    Attributes
    ----------
    restarts : list of int
        Their numbers, lowest criterion first; of a consensus, the numbers of the kinds of opinion.
    ari, nmi : ndarray of shape (restarts, restarts)
        Agreement of each pair; of two kinds the mean over their opinions, on the diagonal over those of one.
    names : list of str
        What the clusters are called.
    agreement : list of float
        Per cluster, how often a pair of its documents is together in a restart, or in a weighted opinion.
    sure : list of float
        Per cluster, the share of its documents that stay with at least half of it on average.
    kinds : list of str
        The kinds of opinion; none if these are restarts.
    weights : list of float
        Of each kind in the consensus.
    """

    name: ClassVar[str] = "stability"
    restarts: list[int]
    ari: np.ndarray
    nmi: np.ndarray
    names: list[str]
    agreement: list[float]
    sure: list[float]
    kinds: list[str] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)

    def table(self) -> Table:
        """One row per pair of restarts or kinds of opinion, then one per cluster."""
        called, kind = self.kinds or self.restarts, "opinions" if self.kinds else "restarts"
        pairs = [
            (kind, one, other, float(self.ari[i, j]), float(self.nmi[i, j]))
            for i, one in enumerate(called)
            for j, other in enumerate(called)
            if i < j or (self.kinds and i == j)
        ]
        clusters: list[tuple[str, object, object, float, float]] = [
            ("cluster", k, k, together, sure)
            for k, (together, sure) in enumerate(zip(self.agreement, self.sure, strict=True))
        ]
        return Table(("kind", "first", "second", "ari_or_together", "nmi_or_sure"), pairs + clusters)


class Asked(NamedTuple):
    """Clusters of the documents by each of those that are compared, whose group they are of, and weights."""

    labels: np.ndarray
    groups: np.ndarray
    weights: np.ndarray
    numbers: list[int]
    kinds: list[str]


def asked_of(result: CoClustering) -> Asked | None:
    """Those who can be compared: restarts if there are several, else opinions."""
    fit, n = result.fit, len(result.row_labels_)
    tried = np.asarray(fit.get("restart_labels", np.zeros((0, 0))))
    if tried.ndim == 2 and tried.shape[1] == n and len(tried) > 1:
        order = np.argsort(fit.criteria, kind="stable")[:MOST]
        return Asked(tried[order], np.arange(len(order)), np.ones(len(order)), order.tolist(), [])
    said = np.asarray(fit.get("opinion_labels", np.zeros((0, 0))))
    if said.ndim != 2 or said.shape[1] != n or len(said) < 2:
        return None
    groups, told = np.asarray(fit.get("opinion_kinds")), fit.get("opinions")
    each = max(MOST // len(told), 1)
    kept = np.concatenate([np.flatnonzero(groups == kind)[:each] for kind in range(len(told))])
    weights = np.array([float(weight) for _, _, weight in told])[groups[kept]]
    kinds = [str(name) for name, _, _ in told]
    return Asked(said[kept], groups[kept], weights, list(range(len(told))), kinds)


def prepare(result: CoClustering) -> Stability:
    """Compare the labels of all restarts, or of all opinions."""
    asked = asked_of(result)
    if asked is None:
        raise UsageError(_nothing(result))
    own = np.flatnonzero(result.row_labels_ >= 0)
    some = own
    if len(own) > DOCUMENTS:
        some = np.sort(np.random.default_rng(0).choice(own, DOCUMENTS, replace=False))
    scores, mean = _compared(asked, some)
    clusters, sizes = result.row_labels_[own], np.maximum(result.sizes, 1)
    together = _together(asked.labels[:, own], asked.weights, clusters, result.n_clusters[0])
    agreement = np.bincount(clusters, together, minlength=len(sizes)) / sizes
    sure = np.bincount(clusters, together >= 0.5, minlength=len(sizes)) / sizes
    used = np.flatnonzero(result.sizes)
    best, worst = used[agreement[used].argmax()], used[agreement[used].argmin()]
    mean = round(mean, 2)
    verdict = "agree well" if mean >= 0.8 else "agree in part" if mean >= 0.5 else "hardly agree"
    one = "opinion" if asked.kinds else "start"
    who = f"{len(asked.labels)} {one}s"
    title = f"The {who} {verdict}: mean ARI {mean:.2f}; cluster {worst} is the least certain"
    weights = [float(result.fit.get("opinions")[k][2]) for k in asked.numbers] if asked.kinds else []
    return Stability(
        title=title,
        alt=f"Heat map of the agreement of {who} and bars of the agreement about each cluster. "
        f"{title}: its pairs are together in {percent(agreement[worst])} of the {one}s, those of cluster "
        f"{best} in {percent(agreement[best])}.",
        note=_note(result, asked, len(some) < len(own)),
        restarts=asked.numbers,
        ari=scores["ari"],
        nmi=scores["nmi"],
        names=cluster_names(result),
        agreement=agreement.tolist(),
        sure=sure.tolist(),
        kinds=asked.kinds,
        weights=weights,
    )


def _nothing(result: CoClustering) -> str:
    """Why there is nothing to compare."""
    if result.fit.get("opinions") is not None:
        return (
            f"this run of {result.fitted_by} was saved by a version that did not keep the opinions, so "
            "there is nothing to compare: fit again."
        )
    return (
        f"this run of {result.fitted_by} holds one start only, so there is nothing to compare: fit "
        "with n_init=10 or more, by a model that draws its starts."
    )


def _note(result: CoClustering, asked: Asked, sampled: bool) -> str:
    if asked.kinds:
        one, by = "an opinion", ", by weight"
        pairs = "two kinds of opinion, mean over their starts; on the diagonal, of the starts of one kind"
    else:
        one, by, pairs = "a start", "", "pairs of starts, best criterion first"
    note = (
        f"Left: adjusted Rand index of {pairs}. Right: how often two documents of a cluster are together in "
        f"{one}{by}; dot: share of its documents that stay with most of it."
    )
    if len(result.tree.parents) and not result.is_edited:
        note += " These are the opinions on the coarsest level."
    elif any("split" in step for step in result.provenance.get("steps", [])):
        note += " Parts of clusters that were split by hand are smaller than what was compared here."
    if sampled:
        note += f" Agreement is that on {DOCUMENTS:,} documents."
    return note + left_out(result)


def _compared(asked: Asked, rows: np.ndarray) -> tuple[dict[str, np.ndarray], float]:
    """Agreement between groups, and the mean ARI of all pairs by weight."""
    labels, n = asked.labels[:, rows], len(asked.numbers)
    place = asked.groups.tolist()
    pairs = [(i, j) for i in range(len(labels)) for j in range(i)]
    weight = np.array([asked.weights[i] * asked.weights[j] for i, j in pairs])
    found, mean = {}, 0.0
    for name, measure in (("ari", ari), ("nmi", nmi)):
        values = np.array([measure(labels[i], labels[j]) for i, j in pairs])
        sums, counts = np.zeros((n, n)), np.zeros((n, n))
        for (i, j), value in zip(pairs, values.tolist(), strict=True):
            for a, b in {(place[i], place[j]), (place[j], place[i])}:
                sums[a, b] += value
                counts[a, b] += 1
        found[name] = np.where(counts > 0, sums / np.maximum(counts, 1), 1.0)  # one alone agrees with itself
        mean = float(weight @ values / weight.sum()) if name == "ari" else mean
    return found, mean


def _together(labels: np.ndarray, weights: np.ndarray, clusters: np.ndarray, n_clusters: int) -> np.ndarray:
    """Per document, the mean share of its cluster's other documents that each row puts next to it."""
    sizes = np.bincount(clusters, minlength=n_clusters)[clusters]
    total = np.zeros(len(clusters))
    for row, weight in zip(labels.astype(np.int64), weights.tolist(), strict=True):
        width = int(row.max()) + 2
        both = clusters * width + row + 1
        near = np.bincount(both, minlength=n_clusters * width)[both]
        total += weight * np.where(sizes > 1, (near - 1) / np.maximum(sizes - 1, 1), 1.0)
    return np.asarray(total / weights.sum())
