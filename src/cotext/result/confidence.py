"""How sure is a document of its cluster: the probability that a fit with another seed puts it there as well.

The other restarts of a fit serve as fits with other seeds. Each of them, matched one to one, puts a document
into its cluster or not; a refit keeps the best of its restarts, so better restarts count more. For a
consensus, its opinions take the place of restarts. Confidence is a rising curve of the lead that a document's
cluster has over the next one, and new documents read their confidence off that curve.

With levels, every level has its own opinions, and a document is in its cluster if it is on the right branch
of each level.

After an edit by hand, confidence is derived from that before it, because no other fit made the new clusters.
A vote for one part of a merged cluster is a vote for that cluster, so merging never lowers confidence. A
document is in a part of a split cluster if it is in the cluster and, by the opinions on this cluster alone,
in the part. Documents of other clusters keep their confidence.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from cotext.models.engine import Fit
from cotext.result.estimators import parents_of
from cotext.result.votes import divided, mean_within, other_restarts, steps_down
from cotext.result.words import Floats

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering

KNOTS = 20  # of a curve, at most
# python -m benchmarks confidence: log-odds that a refit agrees, fitted to nine collections, four seeds each.
# Coefficients of 1, the document's share of the opinions, and the mean share (collections differ in it)
OPINIONS = (-6.26, 5.39, 7.06)


@dataclass(frozen=True)
class Confidence:
    """A rising curve from lead to probability, and its source.

    Attributes
    ----------
    source : {"restarts", "opinions", "memberships", "none"}
        Origin of the estimate. "memberships": there was one start only, or nothing is random; then
        confidence is the largest membership, which ranks documents but is no probability. "none": clusters
        were made by hand, and there is no estimate.
    leads, probabilities : ndarray
        The knots of the curve, which is straight between them and constant outside.
    documents : ndarray of shape (n_documents,) or None
        Confidence of the fitted documents, if more than their lead is known; NaN if it is not estimated.
    votes : ndarray of shape (n_documents, n_clusters) or None
        After an edit by hand, the share of the source that puts each document into each cluster.
    mean : float
        Mean share of the opinions that put a document into its cluster in the fit; NaN without opinions.
    """

    source: str = "memberships"
    leads: Floats = field(default_factory=lambda: np.zeros(0))
    probabilities: Floats = field(default_factory=lambda: np.zeros(0))
    documents: Floats | None = None
    votes: Floats | None = None
    mean: float = float("nan")

    def of(self, memberships: Floats, empty: np.ndarray) -> Floats:
        """Return the confidence of each document; 0 for those that are ``empty``."""
        if self.source == "none":
            values = np.full(len(memberships), np.nan)
        elif len(self.leads) == 0:
            values = memberships.max(axis=1)
        else:
            values = np.interp(lead(memberships), self.leads, self.probabilities)
        return np.where(empty, 0.0, values)


def lead(memberships: Floats) -> Floats:
    """Return the lead of the largest membership over the next, relative to both: 0 for a tie, 1 for no rival.

    Examples
    --------
    >>> lead(np.array([[0.75, 0.25, 0.0], [0.5, 0.5, 0.0]])).tolist()
    [0.5, 0.0]
    """
    if memberships.shape[1] < 2:
        return np.ones(len(memberships))
    second, first = np.partition(memberships, -2, axis=1)[:, -2:].T
    return np.asarray((first - second) / (first + second))


def learn(fit: Fit, memberships: Floats, labels: np.ndarray, empty: np.ndarray) -> Confidence:
    """Estimate confidence from the opinions of a fit, or else from its restarts."""
    levels = steps_down(fit, labels)
    if empty.all():
        return Confidence()
    if levels:
        certain, mean = np.ones(len(labels)), float(levels[0][0][~empty].mean())
        for share, above in levels:
            certain = certain * by_opinions(share, mean_within(share, above, empty))
        curve = rising(lead(memberships)[~empty], certain[~empty])
        return Confidence("opinions", *curve, np.where(empty, 0.0, certain), mean=mean)
    if len(parents_of(fit)) or (agreeing := other_restarts(fit, labels)) is None:
        return Confidence()
    return Confidence("restarts", *rising(lead(memberships)[~empty], agreeing[~empty]))


def by_opinions(share: Floats, mean: Floats | float) -> Floats:
    """Return the probability that another consensus agrees, from the share of this one's opinions that do."""
    a, b, c = OPINIONS
    return np.asarray(1 / (1 + np.exp(-a - b * share - c * mean)))


def rising(x: Floats, y: Floats, knots: int = KNOTS) -> tuple[Floats, Floats]:
    """Return the curve of few knots that never falls and is nearest to y at x, in squares.

    Examples
    --------
    >>> rising(np.array([0.1, 0.2, 0.3]), np.array([0.4, 0.2, 0.9]))[1].round(2).tolist()
    [0.3, 0.3, 0.9]
    """
    from sklearn.isotonic import isotonic_regression

    edges = np.unique(np.quantile(x, np.linspace(0, 1, knots + 1)[1:]))
    bins = np.searchsorted(edges, x)  # equal values of x share a bin
    sizes = np.bincount(bins, minlength=len(edges))
    used = sizes > 0
    leads, means = (np.bincount(bins, v, len(edges))[used] / sizes[used] for v in (x, y))
    return leads, np.clip(isotonic_regression(means, sample_weight=sizes[used]), 0.0, 1.0)


def after_merge(old: CoClustering, new: CoClustering, names: np.ndarray) -> Confidence:
    """Return the confidence of ``new``, in which cluster k of ``old`` is in cluster ``names[k]``."""
    votes = np.clip(old.votes @ np.eye(int(names.max()) + 1)[names], 0.0, 1.0)
    known = ~new.is_empty & np.isfinite(old.confidence)
    merged = np.flatnonzero(known & (np.bincount(names)[np.maximum(new.row_labels_, 0)] > 1))
    certain = votes[merged, new.row_labels_[merged]]
    if old.certainty.source == "opinions":
        certain = by_opinions(certain, old.certainty.mean)
    elif old.certainty.source == "restarts" and len(merged):
        leads = lead(new.memberships[merged])
        certain = np.interp(leads, *rising(leads, certain))
    documents = old.confidence.copy()
    documents[merged] = np.maximum(documents[merged], certain)
    return _with_curve(old, new, votes, documents)


def after_split(
    old: CoClustering, new: CoClustering, cluster: int, members: np.ndarray, share: Floats | None
) -> Confidence:
    """Return the confidence of ``new``, in which one cluster of ``old`` is split.

    ``members`` are the documents with words of that cluster. ``share`` is the share of the opinions on them
    alone that put each into its part; None if unknown.
    """
    parts = new.n_clusters[0] - old.n_clusters[0] + 1
    old_cluster = np.append(np.arange(old.n_clusters[0]), np.full(parts - 1, cluster))
    documents, shares = old.confidence.copy(), np.full(len(members), 1 / parts)
    if share is None or old.certainty.source in ("memberships", "none"):
        documents[members] = np.nan
    else:
        documents[members] *= by_opinions(share, float(share.mean()))
    if share is not None:
        shares[members] = share
    votes = divided(old.votes, old_cluster, np.maximum(new.row_labels_, 0), shares)
    return _with_curve(old, new, votes, documents)


def _with_curve(old: CoClustering, new: CoClustering, votes: Floats, documents: Floats) -> Confidence:
    """Add a curve for new documents, by the new memberships."""
    known = ~new.is_empty & np.isfinite(documents)
    confidence = replace(old.certainty, votes=votes.astype(np.float32), documents=documents)
    if not known.any():
        return replace(confidence, source="none", leads=np.zeros(0), probabilities=np.zeros(0))
    leads, probabilities = rising(lead(new.memberships)[known], documents[known])
    return replace(confidence, leads=leads, probabilities=probabilities)
