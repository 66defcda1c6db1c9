"""Is it luck? How far the restarts agree, with each other and about every cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.errors import UsageError
from cotext.metrics import ari, nmi
from cotext.pictures.numbers import Numbers, cluster_names, left_out, percent
from cotext.result import CoClustering, Table

MOST = 50  # restarts compared with each other


@dataclass(frozen=True, kw_only=True)
class Stability(Numbers):
    """Agreement of the restarts, best restart first.

    Attributes
    ----------
    restarts : list of int
        Their numbers, lowest criterion first.
    ari, nmi : ndarray of shape (restarts, restarts)
        Agreement of each pair.
    names : list of str
        What the clusters are called.
    agreement : list of float
        Per cluster, how often a pair of its documents is together in a restart.
    sure : list of float
        Per cluster, the share of its documents that stay with at least half of it on average.
    """

    name: ClassVar[str] = "stability"
    restarts: list[int]
    ari: np.ndarray
    nmi: np.ndarray
    names: list[str]
    agreement: list[float]
    sure: list[float]

    def table(self) -> Table:
        """One row per pair of restarts, then one per cluster."""
        pairs = [
            ("restarts", one, other, float(self.ari[i, j]), float(self.nmi[i, j]))
            for i, one in enumerate(self.restarts)
            for j, other in enumerate(self.restarts)
            if i < j
        ]
        clusters = [
            ("cluster", k, k, together, sure)
            for k, (together, sure) in enumerate(zip(self.agreement, self.sure, strict=True))
        ]
        return Table(("kind", "first", "second", "ari_or_together", "nmi_or_sure"), pairs + clusters)


def prepare(result: CoClustering) -> Stability:
    """Compare the labels of all restarts."""
    labels = np.asarray(getattr(result.model, "restart_labels_", np.zeros((0, 0))))
    n = len(result.row_labels_)
    if labels.ndim != 2 or labels.shape[1] != n or len(labels) < 2:
        raise UsageError(
            f"this run of {result.model.cli_name} holds one start only, so there is nothing to compare: fit "
            "with n_init=10 or more, by a model that draws its starts."
        )
    order = np.argsort(result.model.criteria_, kind="stable")[:MOST]
    own = result.row_labels_ >= 0
    labels, clusters = labels[order][:, own], result.row_labels_[own]
    pairs = [(i, j) for i in range(len(order)) for j in range(i)]
    scores = {}
    for name, measure in (("ari", ari), ("nmi", nmi)):
        scores[name] = np.eye(len(order))
        for i, j in pairs:
            scores[name][i, j] = scores[name][j, i] = measure(labels[i], labels[j])
    together = _together(labels, clusters, result.n_clusters[0])
    sizes = np.maximum(result.sizes, 1)
    agreement = np.bincount(clusters, together, minlength=len(sizes)) / sizes
    sure = np.bincount(clusters, together >= 0.5, minlength=len(sizes)) / sizes
    mean = float(np.mean([scores["ari"][i, j] for i, j in pairs]))
    used = np.flatnonzero(result.sizes)
    best, worst = used[agreement[used].argmax()], used[agreement[used].argmin()]
    verdict = "agree well" if mean >= 0.8 else "agree in part" if mean >= 0.5 else "hardly agree"
    title = f"The {len(order)} starts {verdict}: mean ARI {mean:.2f}; cluster {worst} is the least certain"
    return Stability(
        title=title,
        alt=f"Heat map of the agreement of {len(order)} starts and bars of the agreement about each cluster. "
        f"{title}: its pairs are together in {percent(agreement[worst])} of the starts, those of cluster "
        f"{best} in {percent(agreement[best])}.",
        note="Left: adjusted Rand index of pairs of starts, best criterion first. Right: how often two "
        "documents of a cluster are together in a start; dot: share of its documents that stay with most of "
        f"it.{left_out(result)}",
        restarts=order.tolist(),
        ari=scores["ari"],
        nmi=scores["nmi"],
        names=cluster_names(result),
        agreement=agreement.tolist(),
        sure=sure.tolist(),
    )


def _together(labels: np.ndarray, clusters: np.ndarray, n_clusters: int) -> np.ndarray:
    """Per document, the mean share of its cluster's other documents that each restart puts beside it."""
    sizes = np.bincount(clusters, minlength=n_clusters)[clusters]
    total = np.zeros(len(clusters))
    for row in labels:
        table = np.zeros((n_clusters, int(row.max()) + 1))
        np.add.at(table, (clusters, row), 1)
        total += np.where(sizes > 1, (table[clusters, row] - 1) / np.maximum(sizes - 1, 1), 1.0)
    return total / len(labels)
