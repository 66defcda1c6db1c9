"""Votes of restarts and opinions on the cluster of each document, matched to the clusters of a result."""

from __future__ import annotations

import numpy as np

from cotext.metrics import match_labels
from cotext.models.engine import Fit
from cotext.result.estimators import array_of, parents_of
from cotext.result.words import Floats


def vote_shares(fit: Fit, labels: np.ndarray, n_clusters: int, source: str) -> Floats | None:
    """Return the share of restarts or opinions that put each document into each cluster; None without any.

    Their clusters are matched one to one to those of the result; with levels, to those of the coarsest level.
    Below it, votes for other clusters are spread evenly over the siblings of a document's cluster.
    """
    parents = parents_of(fit)
    top = np.where(labels < 0, labels, parents[0][labels]) if len(parents) else labels
    n_top = int(parents[0].max()) + 1 if len(parents) else n_clusters
    voters = None
    if source == "restarts":
        voters = weighed_restarts(fit, labels)
    elif source == "opinions":
        voters = weighed_opinions(fit)
    if voters is None:
        return None
    votes = _votes(voters, top, n_top)
    levels = [*parents, np.arange(n_clusters)]
    shares = steps_down(fit, labels)[1:]
    for (share, _), coarse, fine in zip(shares, levels[:-1], levels[1:], strict=True):
        old_cluster = np.zeros(int(fine.max()) + 1, dtype=np.int64)
        old_cluster[fine] = coarse
        votes = divided(votes, old_cluster, fine[np.maximum(labels, 0)], share)
    return votes


Voters = list[tuple[float, np.ndarray]]  # weight and labels of each


def weighed_opinions(fit: Fit) -> Voters | None:
    """Return the weight and labels of each opinion; None in runs that do not hold them."""
    labels = array_of(fit, "opinion_labels")
    if labels.ndim != 2 or not len(labels):
        return None
    weights = np.array([weight for _, _, weight in fit.get("opinions")])[fit.get("opinion_kinds")]
    return list(zip((weights / weights.sum()).tolist(), labels, strict=True))


def weighed_restarts(fit: Fit, labels: np.ndarray) -> Voters | None:
    """Return the other restarts, each with its chance to be the best of as many draws as restarts."""
    criteria, restarts = array_of(fit, "criteria"), array_of(fit, "restart_labels")
    n = len(restarts)
    if n < 2 or restarts.shape != (len(criteria), len(labels)):
        return None
    order = np.argsort(criteria, kind="stable").tolist()
    order.remove(next((r for r in order if (restarts[r] == labels)[labels >= 0].all()), order[0]))
    weights = -np.diff(np.linspace(1, 0, n) ** n)
    return list(zip(weights.tolist(), restarts[order], strict=True))


def other_restarts(fit: Fit, labels: np.ndarray) -> Floats | None:
    """Return the share of the other restarts that put each document into its cluster; None without any."""
    restarts = weighed_restarts(fit, labels)
    if restarts is None:
        return None
    return np.asarray(sum(weight * (match_labels(labels, z) == labels) for weight, z in restarts))


def steps_down(fit: Fit, labels: np.ndarray) -> list[tuple[Floats, np.ndarray]]:
    """Return, per level, the share of opinions for each document's cluster, and the cluster above it."""
    shares = array_of(fit, "level_agreement")
    if not len(shares):
        shares = array_of(fit, "agreement")[None]
    parents = parents_of(fit)
    if shares.shape != (len(parents) + 1, len(labels)):
        return []
    above = [np.zeros(len(labels), dtype=np.int64), *(level[np.maximum(labels, 0)] for level in parents)]
    return list(zip(shares, above, strict=True))


def mean_within(share: Floats, above: np.ndarray, empty: np.ndarray) -> Floats:
    """Return, for each document, the mean share of all documents in the same cluster above.

    Examples
    --------
    >>> mean_within(np.array([1.0, 0.5, 0.0, 0.9]), np.array([0, 0, 1, 1]), np.array([False] * 3 + [True]))
    array([0.75, 0.75, 0.  , 0.  ])
    """
    shares = [share[(above == k) & ~empty] for k in range(int(above.max()) + 1)]
    means = np.array([members.mean() if len(members) else 0.0 for members in shares])
    return np.asarray(means[above])


def divided(votes: Floats, old_cluster: np.ndarray, z: np.ndarray, share: Floats) -> Floats:
    """Return the votes on clusters after a split: new cluster k is a part of ``old_cluster[k]``.

    The new cluster ``z`` of a document gets ``share`` of the votes for its old cluster. The other parts of
    that cluster divide the remaining votes equally, and so do the parts of every other cluster.

    Examples
    --------
    >>> votes, old_cluster = np.array([[0.8, 0.2]]), np.array([0, 1, 0])
    >>> divided(votes, old_cluster, np.array([2]), np.array([0.75])).round(2).tolist()
    [[0.2, 0.2, 0.6]]
    """
    n_parts = np.bincount(old_cluster, minlength=votes.shape[1])
    rows, own = np.arange(len(z)), old_cluster[z]
    share = np.where(n_parts[own] > 1, share, 1.0)
    others = votes[rows, own] * (1 - share) / np.maximum(n_parts[own] - 1, 1)
    is_sibling = old_cluster[None, :] == own[:, None]
    new = np.where(is_sibling, others[:, None], votes[:, old_cluster] / n_parts[old_cluster])
    new[rows, z] = votes[rows, own] * share
    return np.asarray(new)


def _votes(voters: Voters, z: np.ndarray, n_clusters: int) -> Floats:
    votes = np.zeros((len(z), n_clusters))
    rows = np.arange(len(z))
    for weight, labels in voters:
        matched = match_labels(z, labels)
        valid = (matched >= 0) & (matched < n_clusters)
        votes[rows[valid], matched[valid]] += weight
    return np.clip(votes, 0.0, 1.0)
