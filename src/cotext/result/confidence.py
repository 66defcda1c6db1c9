"""How sure is a document of its cluster: the probability that a fit with another seed puts it there as well.

Other seeds are asked where a fit has asked them. The other restarts say of each document whether they put it
into its cluster, matched one to one; a refit keeps the best of its restarts, so the best of the others count
most. Of a consensus, its opinions say the same. What they say is learned as a rising curve of the lead that
the document's cluster has over the next one, and new documents read their confidence off that curve.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cotext.metrics import match_labels
from cotext.result.words import Floats

SOURCES = ("restarts", "opinions", "memberships")
KNOTS = 20  # of a curve, at most
# python -m benchmarks confidence: log-odds that a refit agrees, fitted to nine collections, four seeds each;
# 1, the document's share of the opinions, and the mean share, because collections differ in how sure all are
OPINIONS = (-6.26, 5.39, 7.06)


@dataclass(frozen=True)
class Confidence:
    """A rising curve from lead to probability, and where it comes from.

    Attributes
    ----------
    source : {"restarts", "opinions", "memberships"}
        Who was asked. "memberships": nobody, because there was one start only, or nothing is random: then
        confidence is the largest membership, which orders documents but is no probability.
    leads, probabilities : ndarray
        The knots of the curve; straight between them, level outside.
    documents : ndarray of shape (n_documents,) or None
        Confidence of the fitted documents, where more is known of them than their lead.
    """

    source: str = "memberships"
    leads: Floats = field(default_factory=lambda: np.zeros(0))
    probabilities: Floats = field(default_factory=lambda: np.zeros(0))
    documents: Floats | None = None

    def of(self, memberships: Floats, empty: np.ndarray) -> Floats:
        """Confidence of each document; 0 for those that are ``empty``, of which nothing is known."""
        if self.source == "memberships":
            sure = memberships.max(axis=1)
        else:
            sure = np.interp(lead(memberships), self.leads, self.probabilities)
        return np.where(empty, 0.0, sure)

    def saved(self) -> dict[str, Any]:
        """What a run keeps of it."""
        return asdict(self)

    @classmethod
    def from_saved(cls, tree: Mapping[str, Any] | None, n_documents: int) -> Confidence:
        """Undo ``saved``; None, of an older run, is the largest membership."""
        found = cls(**(tree or {}))
        if found.source not in SOURCES or (found.source == "memberships") != (len(found.leads) == 0):
            raise ValueError(f"confidence by {found.source!r} with {len(found.leads)} knots")
        _check_shares(found.leads, found.leads.shape)
        _check_shares(found.probabilities, found.leads.shape)
        if found.documents is not None:
            _check_shares(found.documents, (n_documents,))
        if (np.diff(found.leads) <= 0).any():
            raise ValueError("the knots of confidence do not rise")
        return found


class Sure:
    """Adds confidence to a result."""

    model: Any
    row_labels_: np.ndarray

    if TYPE_CHECKING:

        @property
        def memberships(self) -> Floats: ...

        @property
        def is_empty(self) -> np.ndarray: ...

    @cached_property
    def sure(self) -> Confidence:
        """Where confidence comes from, and the curve that new documents read theirs off."""
        return learn(self.model, self.memberships, self.row_labels_, self.is_empty)

    @cached_property
    def confidence(self) -> np.ndarray:
        """Probability, for each document, that a fit with another seed puts it into the same cluster.

        Where nobody could be asked (``sure.source`` is "memberships": one start only, or a model without
        chance, which would say the same again whatever the document) it is the largest membership. 0 for
        documents without words.
        """
        known = self.sure.documents
        return self.sure.of(self.memberships, self.is_empty) if known is None else known


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


def learn(model: Any, memberships: Floats, labels: np.ndarray, empty: np.ndarray) -> Confidence:
    """Ask whoever can tell what other seeds would say."""
    if empty.all():
        return Confidence()
    told, documents, source = other_restarts(model, labels), None, "restarts"
    share = np.asarray(getattr(model, "agreement_", ()))
    if share.shape == labels.shape:
        source, told = "opinions", by_opinions(share, share[~empty].mean())
        documents = np.where(empty, 0.0, told)
    if told is None:
        return Confidence()
    return Confidence(source, *rising(lead(memberships)[~empty], told[~empty]), documents)


def by_opinions(share: Floats, mean: float) -> Floats:
    """Probability that another consensus agrees, from the share of this one's opinions that do."""
    a, b, c = OPINIONS
    return np.asarray(1 / (1 + np.exp(-a - b * share - c * mean)))


def other_restarts(model: Any, labels: np.ndarray) -> Floats | None:
    """Share of the other restarts that put each document into its cluster; None if there are none.

    Their weights are the chances to be the best of as many draws as the fit had restarts.
    """
    criteria = np.asarray(getattr(model, "criteria_", ()))
    tried = np.asarray(getattr(model, "restart_labels_", ()))
    if len(tried) < 2 or tried.shape != (len(criteria), len(labels)):
        return None
    order = np.argsort(criteria, kind="stable").tolist()
    kept = next((r for r in order if (tried[r] == labels)[labels >= 0].all()), order[0])
    order.remove(kept)
    left = np.linspace(1, 0, len(tried)) ** len(tried)
    said = (match_labels(labels, tried[r]) == labels for r in order)
    return np.asarray(sum(w * same for w, same in zip(-np.diff(left), said, strict=True)))


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


def _check_shares(values: Any, shape: tuple[int, ...]) -> None:
    if values.ndim != 1 or values.shape != shape or values.dtype.kind != "f":
        raise ValueError(f"confidence is {values.dtype} of shape {values.shape}, expected numbers, {shape}")
    if not ((values >= 0) & (values <= 1)).all():
        raise ValueError("confidence holds values that are not between 0 and 1")
