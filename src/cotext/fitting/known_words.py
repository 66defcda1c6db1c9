"""How much of a new document is known, and what that does to its confidence.

A document with few known words is nearest to some cluster by chance, and its lead over the next may be large.
So its confidence is what its lead says, times the part of that which so few words can tell, times the chance
that a document with so small a share of known words is of the collection's kind at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from cotext.recipe import Prepared
from cotext.result import Floats

FEW = 3  # different known words: documents with fewer are in no cluster
HALF = 0.5  # of its words: with two known words, a document is placed if they are so many
SHORTEST = 0.05  # share of the fitted documents that count as unusually short
# python -m benchmarks known_words, five collections alike: so many words, times log g, tell half of what can
# be told; slope and middle of the curve of known shares
TRUST = (0.53, 13.9, 0.65)
ORDINARY = 0.85  # share of known words from which on a document is like those that were fitted


@dataclass(frozen=True, eq=False)
class Known:
    """What is known of new documents.

    Attributes
    ----------
    words : ndarray of int
        How many different words of each the fit has kept.
    share : ndarray or None
        The share of its words that these are, stop words aside; None for a matrix, which has no others.
    """

    words: np.ndarray
    share: Floats | None = None

    @classmethod
    def of(cls, ready: Prepared) -> Known:
        """By the words that were counted."""
        return cls(*ready.known())

    def columns(self) -> dict[str, list[Any]]:
        """For a table of new documents."""
        share = [None] * len(self.words) if self.share is None else self.share.tolist()
        return {"known_words": self.words.tolist(), "known_share": share}

    def too_little(self, usual: int) -> np.ndarray:
        """Which documents are in no cluster; ``usual`` is what the shortest of the fitted ones have.

        Fewer words than three, or than those have; two are enough if they are half of the document.

        Examples
        --------
        >>> Known(np.array([1, 2, 2, 3]), np.array([1.0, 1.0, 0.1, 0.1])).too_little(10).tolist()
        [True, False, True, False]
        """
        few = self.words < max(min(FEW, usual), 1)
        if self.share is None:
            return np.asarray(few)
        return np.asarray(few & ~((self.words >= FEW - 1) & (self.share >= HALF)))

    def trusted(self, usual: int, n_clusters: int, trust: tuple[float, float, float] = TRUST) -> Floats:
        """The part of a confidence that is left: 1 for a document as well known as those that were fitted.

        Examples
        --------
        >>> known = Known(np.array([20, 5, 2, 20, 20]), np.array([0.9, 0.9, 0.9, 0.6, 0.1]))
        >>> known.trusted(10, 8).round(2).tolist()
        [1.0, 0.91, 0.72, 0.35, 0.0]
        """
        words, slope, middle = trust
        half = words * np.log(n_clusters)
        left = np.minimum(1.0, _told(self.words, half) / _told(usual, half))
        if self.share is not None:
            ours, ordinary = (1 / (1 + np.exp(slope * (middle - share))) for share in (self.share, ORDINARY))
            left = left * np.minimum(1.0, ours / ordinary)
        return np.asarray(left)


def usual_words(counts: Any) -> int:
    """How many different words the shortest documents of a fit have, leaving out the very shortest."""
    sizes = np.diff(counts.indptr)
    sizes = sizes[sizes > 0]
    return int(np.quantile(sizes, SHORTEST, method="lower")) if len(sizes) else 1


def _told(words: Any, half: float) -> Any:
    return words / (words + half) if half else np.ones_like(words, dtype=np.float64)
