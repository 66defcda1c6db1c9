"""How sure is a document of its cluster: the probability that a fit with another seed puts it there as well.

Other seeds are asked where a fit has asked them. The other restarts say of each document whether they put it
into its cluster, matched one to one; a refit keeps the best of its restarts, so the best of the others count
most. Of a consensus, its opinions say the same. What they say is learned as a rising curve of the lead that
the document's cluster has over the next one, and new documents read their confidence off that curve.

With levels every level has opinions of its own, and a document is in its cluster if it goes the right way on
each. Edits by hand carry confidence on, see ``carried``.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from cotext.models.engine import Fit
from cotext.result.fitted import parents_of
from cotext.result.votes import mean_within, other_restarts, steps_down
from cotext.result.words import Floats

KNOTS = 20  # of a curve, at most
# python -m benchmarks confidence: log-odds that a refit agrees, fitted to nine collections, four seeds each;
# 1, the document's share of the opinions, and the mean share, because collections differ in how sure all are
OPINIONS = (-6.26, 5.39, 7.06)


@dataclass(frozen=True)
class Confidence:
    """A rising curve from lead to probability, and where it comes from.

    Attributes
    ----------
    source : {"restarts", "opinions", "memberships", "none"}
        Who was asked. "memberships": nobody, because there was one start only, or nothing is random: then
        confidence is the largest membership, which orders documents but is no probability. "none": nobody
        can say anything of clusters that were made by hand.
    leads, probabilities : ndarray
        The knots of the curve; straight between them, level outside.
    documents : ndarray of shape (n_documents,) or None
        Confidence of the fitted documents, if more is known of them than their lead; NaN if it is not
        estimated.
    votes : ndarray of shape (n_documents, n_clusters) or None
        After an edit by hand, the share of those who were asked that puts each document into each cluster.
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
        """Confidence of each document; 0 for those that are ``empty``, of which nothing is known."""
        if self.source == "none":
            sure = np.full(len(memberships), np.nan)
        elif len(self.leads) == 0:
            sure = memberships.max(axis=1)
        else:
            sure = np.interp(lead(memberships), self.leads, self.probabilities)
        return np.where(empty, 0.0, sure)

    def saved(self) -> dict[str, Any]:
        """What a run keeps of it."""
        return asdict(self)


def lead(memberships: Floats) -> Floats:
    """Lead of the largest membership over the next, in parts of both: 0 for a tie, 1 without a rival.

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
    """Ask whoever can tell what other seeds would say."""
    found = _documents(fit, labels, empty)
    if found is None:
        return Confidence()
    source, told, mean = found
    documents = None if source == "restarts" else np.where(empty, 0.0, told)
    return Confidence(source, *rising(lead(memberships)[~empty], told[~empty]), documents, mean=mean)


def _documents(fit: Fit, labels: np.ndarray, empty: np.ndarray) -> tuple[str, Floats, float] | None:
    """Who was asked, what they say of each document, and the mean share of opinions; None if nobody was."""
    levels = steps_down(fit, labels)
    if empty.all():
        return None
    if levels:
        told = np.ones(len(labels))
        for share, above in levels:
            told = told * by_opinions(share, mean_within(share, above, empty))
        return "opinions", told, float(levels[0][0][~empty].mean())
    if len(parents_of(fit)) or (said := other_restarts(fit, labels)) is None:
        return None
    return "restarts", said, float("nan")


def by_opinions(share: Floats, mean: Floats | float) -> Floats:
    """Probability that another consensus agrees, from the share of this one's opinions that do."""
    a, b, c = OPINIONS
    return np.asarray(1 / (1 + np.exp(-a - b * share - c * mean)))


def rising(x: Floats, y: Floats, knots: int = KNOTS) -> tuple[Floats, Floats]:
    """The curve of few knots that never falls and is nearest to y at x, in squares.

    Examples
    --------
    >>> rising(np.array([0.1, 0.2, 0.3]), np.array([0.4, 0.2, 0.9]))[1].round(2).tolist()
    [0.3, 0.3, 0.9]
    """
    from sklearn.isotonic import isotonic_regression

    edges = np.unique(np.quantile(x, np.linspace(0, 1, knots + 1)[1:]))
    own = np.searchsorted(edges, x)  # things of the same x in the same bin
    sizes = np.bincount(own, minlength=len(edges))
    used = sizes > 0
    leads, means = (np.bincount(own, v, len(edges))[used] / sizes[used] for v in (x, y))
    return leads, np.clip(isotonic_regression(means, sample_weight=sizes[used]), 0.0, 1.0)
