"""What others would have done with the documents: restarts and opinions, matched to a result's clusters."""

from __future__ import annotations

import numpy as np

from cotext.metrics import match_labels
from cotext.models.engine import Fit
from cotext.result.fitted import array_of, parents_of
from cotext.result.words import Floats


def vote_shares(fit: Fit, labels: np.ndarray, n_clusters: int, source: str) -> Floats | None:
    """Share of those who were asked that puts each document into each cluster; None if nobody was.

    The clusters of each are matched to those of the result one to one, as far as there are levels on the
    coarsest level. Below it a document that is not in its cluster is in any of the others as often.
    """
    up = parents_of(fit)
    top = up[0][np.maximum(labels, 0)] if len(up) else labels
    asked = None
    if source == "restarts":
        asked = weighed_restarts(fit, labels)
    elif source == "opinions":
        asked = weighed_opinions(fit)
    if asked is None:
        return None
    votes = _votes(asked, np.where(labels < 0, labels, top), int(up[0].max()) + 1 if len(up) else n_clusters)
    levels = [*up, np.arange(n_clusters)]
    shares = steps_down(fit, labels)[1:]
    for (share, _), before, after in zip(shares, levels[:-1], levels[1:], strict=True):
        lies_in = np.zeros(int(after.max()) + 1, dtype=np.int64)
        lies_in[after] = before
        votes = divided(votes, lies_in, after[np.maximum(labels, 0)], share)
    return votes


Asked = list[tuple[float, np.ndarray]]


def weighed_opinions(fit: Fit) -> Asked | None:
    """Weight and clusters of each opinion; None in runs that do not hold them."""
    labels = array_of(fit, "opinion_labels")
    if labels.ndim != 2 or not len(labels):
        return None
    weights = np.array([weight for _, _, weight in fit.get("opinions")])[fit.get("opinion_kinds")]
    return list(zip((weights / weights.sum()).tolist(), labels, strict=True))


def weighed_restarts(fit: Fit, labels: np.ndarray) -> Asked | None:
    """The other restarts, each with its chance to be the best of as many draws as the fit had restarts."""
    criteria = array_of(fit, "criteria")
    tried = array_of(fit, "restart_labels")
    if len(tried) < 2 or tried.shape != (len(criteria), len(labels)):
        return None
    order = np.argsort(criteria, kind="stable").tolist()
    kept = next((r for r in order if (tried[r] == labels)[labels >= 0].all()), order[0])
    order.remove(kept)
    left = np.linspace(1, 0, len(tried)) ** len(tried)
    return list(zip((-np.diff(left)).tolist(), tried[order], strict=True))


def other_restarts(fit: Fit, labels: np.ndarray) -> Floats | None:
    """Share of the other restarts that put each document into its cluster; None if there are none."""
    asked = weighed_restarts(fit, labels)
    if asked is None:
        return None
    return np.asarray(sum(weight * (match_labels(labels, tried) == labels) for weight, tried in asked))


def steps_down(fit: Fit, labels: np.ndarray) -> list[tuple[Floats, np.ndarray]]:
    """For each level the share of its opinions that each document's cluster has, and the cluster above."""
    shares = array_of(fit, "level_agreement")
    if not len(shares):
        shares = array_of(fit, "agreement")[None]
    up = parents_of(fit)
    if shares.shape != (len(up) + 1, len(labels)):
        return []
    above = [np.zeros(len(labels), dtype=np.int64), *(one[np.maximum(labels, 0)] for one in up)]
    return list(zip(shares, above, strict=True))


def mean_within(share: Floats, above: np.ndarray, empty: np.ndarray) -> Floats:
    """For each document, the mean share of all that lie in the same cluster above.

    Examples
    --------
    >>> mean_within(np.array([1.0, 0.5, 0.0, 0.9]), np.array([0, 0, 1, 1]), np.array([False] * 3 + [True]))
    array([0.75, 0.75, 0.  , 0.  ])
    """
    members = [share[(above == k) & ~empty] for k in range(int(above.max()) + 1)]
    means = np.array([own.mean() if len(own) else 0.0 for own in members])
    return np.asarray(means[above])


def divided(votes: Floats, lies_in: np.ndarray, z: np.ndarray, share: Floats) -> Floats:
    """The votes on clusters that were divided: new cluster k lies in old cluster ``lies_in[k]``.

    A document in new cluster ``z`` has ``share`` of what its old cluster had; the others within that have
    equal parts of the rest, and so have all parts of a cluster it was not in.

    Examples
    --------
    >>> votes, lies_in = np.array([[0.8, 0.2]]), np.array([0, 1, 0])
    >>> divided(votes, lies_in, np.array([2]), np.array([0.75])).round(2).tolist()
    [[0.2, 0.2, 0.6]]
    """
    parts = np.bincount(lies_in, minlength=votes.shape[1])
    new = votes[:, lies_in] / parts[lies_in]
    rows, own = np.arange(len(z)), lies_in[z]
    several = parts[own] > 1
    part = np.where(several, share, 1.0)
    rest = votes[rows, own] * (1 - part) / np.maximum(parts[own] - 1, 1)
    inside = lies_in[None, :] == own[:, None]
    new = np.where(inside, rest[:, None], new)
    new[rows, z] = votes[rows, own] * part
    return np.asarray(new)


def _votes(asked: Asked, z: np.ndarray, n_clusters: int) -> Floats:
    found = np.zeros((len(z), n_clusters))
    rows = np.arange(len(z))
    for weight, said in asked:
        matched = match_labels(z, said)
        there = (matched >= 0) & (matched < n_clusters)
        found[rows[there], matched[there]] += weight
    return np.clip(found, 0.0, 1.0)
