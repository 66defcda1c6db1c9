"""Do documents have so many groups? Asked of clusters that were found from two halves of the words.

The halves have no word in common, so clusters from the one agree with clusters from the other only as far as
the documents have groups: about 0 in documents whose words were shuffled, for any number of clusters. That
sets it apart from the agreement of fits to other documents, which is high for few clusters whether there are
groups or not. The amount of information that both find grows with the number of clusters, its share of what
they could find falls: the score is the share times the square root of the amount.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse

from cotext.models import SphericalKMeans
from cotext.models.families.information import entropy
from cotext.models.judging.chance_corrected import shared_beyond_chance
from cotext.models.judging.split_half import halves

DOCUMENTS = 1500  # looked at, at most
SPLITS = (8, 4)  # of the words: for fewer than FEW documents, whose splits scatter more, and for more
FEW = 1000
STARTS = 10  # of spherical k-means; of two the best scatters so much that it hides planted groups


class Agreed(NamedTuple):
    """``agreement``: share of what halves could tell each other; ``score``, its standard error ``error``."""

    agreement: float
    error: float
    score: float


class Halved:
    """The halves of the words of some documents.

    Parameters
    ----------
    X : csr_array
        Documents by words, weighted.
    seed : int
        Of the sample of documents, the splits and the starts.
    n_jobs : int or None
        Threads.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> halved = Halved(make_planted(n_clusters=3, random_state=0).X)
    >>> scores = [halved.agreed(g).score for g in (2, 3, 4)]
    >>> scores.index(max(scores))
    1
    """

    def __init__(self, X: sparse.csr_array, seed: int = 0, n_jobs: int | None = None) -> None:
        rng = np.random.default_rng(seed)
        used = np.flatnonzero(np.diff(X.indptr))
        splits = SPLITS[0 if len(used) < FEW else 1]
        some = X[np.sort(rng.permutation(used)[:DOCUMENTS])].astype(np.float64)
        parts = [part for part, _ in halves(some, rng, splits)]
        lengths = np.diff(some.indptr)
        self._pairs = [_known(*both, lengths) for both in zip(parts[::2], parts[1::2], strict=True)]
        self._seed, self._n_jobs = seed, n_jobs

    def agreed(self, n_clusters: int) -> Agreed:
        """What halves of the words share of so many clusters."""
        shares, scores = [], []
        for split, (one, other, lengths) in enumerate(self._pairs):
            rng = np.random.default_rng([self._seed, split, n_clusters])
            told, share = 0.0, 0.0
            if len(lengths) >= n_clusters:
                z, y = self._labels(one, n_clusters), self._labels(other, n_clusters)
                told = shared_beyond_chance(z, y, lengths, rng)
                most = max(float(entropy(np.bincount(labels) / len(labels))) for labels in (z, y))
                share = told / most if most > 0 else 0.0
            shares.append(share)
            scores.append(share * np.sqrt(max(told, 0.0)))  # chance alone may be below 0
        error = float(np.std(scores, ddof=1) / np.sqrt(len(scores)))
        return Agreed(float(np.mean(shares)), error, float(np.mean(scores)))

    def _labels(self, X: sparse.csr_array, n_clusters: int) -> np.ndarray:
        model = SphericalKMeans(n_clusters, n_init=STARTS, random_state=self._seed, n_jobs=self._n_jobs)
        return np.asarray(model.fit(X).row_labels_)


def _known(
    one: sparse.csr_array, other: sparse.csr_array, lengths: np.ndarray
) -> tuple[sparse.csr_array, sparse.csr_array, np.ndarray]:
    """The documents that have words in both halves, and how many they have in all."""
    both = (np.diff(one.indptr) > 0) & (np.diff(other.indptr) > 0)
    return one[both], other[both], lengths[both]
