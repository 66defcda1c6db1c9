r"""Word clusters that go with given document clusters, any number of them.

.. math:: \max_w I(Z; W), \qquad s_{kl} = \sum_{w_j = l} p_{jk}

p_jk is the mass of word j in document cluster k. This repeats the words' step of ITCC: a word goes to the
cluster with the profile over document clusters that is nearest to its own. At first each word is in the
document cluster in which it weighs most; then the clusters that lose most are split, or those that lose least
are merged, until there are m. Document clusters do not change.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from scipy import sparse

from cotext.models.families.information import log_shares

ROUNDS = 50
REFILLS = 3


def word_clusters(P: np.ndarray, m: int) -> np.ndarray:
    """Cluster of each word, from its mass in each document cluster (words x document clusters).

    Examples
    --------
    >>> P = np.array([[9.0, 1.0], [8.0, 1.0], [1.0, 9.0], [5.0, 5.0]])
    >>> word_clusters(P, 3).tolist()
    [0, 0, 2, 1]
    """
    P = P.astype(np.float64)
    g = P.shape[1]
    norms = np.sqrt(np.square(P).sum(axis=0))
    w = _settled(P, (P / np.where(norms > 0, norms, 1)).argmax(axis=1), g)
    w = _merged(P, w, m) if m < g else w
    for _ in range(REFILLS):
        w = _settled(P, _filled(P, w, m), m)
        if np.bincount(w, minlength=m).all():
            break
    return w if m == g else _in_order(P, w, m)


def masses(P: np.ndarray, w: np.ndarray, m: int) -> np.ndarray:
    """Mass of each pair of clusters, document clusters x word clusters.

    Examples
    --------
    >>> masses(np.array([[9.0, 1.0], [8.0, 1.0], [1.0, 9.0]]), np.array([0, 0, 1]), 2).tolist()
    [[17.0, 1.0], [2.0, 9.0]]
    """
    members = sparse.csr_array((np.ones(len(w)), (w, np.arange(len(w)))), shape=(m, len(w)))
    return np.ascontiguousarray((members @ P).T)


def telling(P: np.ndarray, w: np.ndarray, S: np.ndarray) -> np.ndarray:
    """Information of each word about the document clusters as a member of its word cluster, at least 0.

    The sum over k of p_jk log s(k | l) / p(k). It is 0 for a frequent word that all clusters use equally.

    Examples
    --------
    >>> P = np.array([[9.0, 1.0], [4.0, 0.0], [1.0, 9.0]])
    >>> w = np.array([0, 0, 1])
    >>> telling(P, w, masses(P, w, 2)).round(1).tolist()
    [2.4, 1.9, 5.2]
    """
    sums = S.sum(axis=1)
    surprise = log_shares(S, axis=0) - log_shares(sums, axis=0)[:, None]
    return np.asarray(np.maximum((P * surprise.T[w]).sum(axis=1), 0))


def _settled(P: np.ndarray, w: np.ndarray, m: int) -> np.ndarray:
    """Move words to the nearest profile until none moves."""
    for _ in range(ROUNDS):
        nearest = (P @ log_shares(masses(P, w, m), axis=0)).argmax(axis=1)
        if np.array_equal(nearest, w):
            break
        w = nearest
    return w


def _filled(P: np.ndarray, w: np.ndarray, m: int) -> np.ndarray:
    """Split the cluster that loses most until none of m is empty, or none can be split."""
    w, own, tried = w.copy(), _kept(P), set[int]()
    while (empty := np.flatnonzero(np.bincount(w, minlength=m) == 0)).size:
        lost = np.bincount(w, weights=own, minlength=m) - _kept(masses(P, w, m).T)
        largest = next((c for c in np.argsort(-lost).tolist() if lost[c] > 0 and c not in tried), None)
        if largest is None:
            break
        members = np.flatnonzero(w == largest)
        away = members[_halved(P[members]) == 1]
        w[away] = empty[0]
        tried |= {largest} if not 0 < len(away) < len(members) else set()
    return w


def _halved(P: np.ndarray) -> np.ndarray:
    """Two parts, initially by the document cluster in which the words differ most."""
    mass = P.sum(axis=1)
    shares = P / np.where(mass > 0, mass, 1)[:, None]
    middle = mass @ shares / mass.sum()
    k = (mass @ np.square(shares - middle)).argmax()
    return _settled(P, (shares[:, k] < middle[k]).astype(np.intp), 2)


def _merged(P: np.ndarray, w: np.ndarray, m: int) -> np.ndarray:
    """Merge the two clusters that lose least by it, until there are m."""
    groups = dict(enumerate(masses(P, w, P.shape[1]).T))
    cluster_of = np.arange(len(groups))
    while len(groups) > m:

        def loss(pair: tuple[int, int]) -> float:
            one, other = (groups[c] for c in pair)
            return float(np.subtract(_kept(np.stack([one, other])).sum(), _kept((one + other)[None])[0]))

        into, gone = min(combinations(groups, 2), key=loss)
        groups[into] = groups[into] + groups.pop(gone)
        cluster_of[cluster_of == gone] = into
    return np.asarray(np.unique(cluster_of, return_inverse=True)[1][w])


def _kept(P: np.ndarray) -> np.ndarray:
    """Sum over k of p log p(k | row), row by row."""
    return np.asarray((P * log_shares(P, axis=1)).sum(axis=1))


def _in_order(P: np.ndarray, w: np.ndarray, m: int) -> np.ndarray:
    """The same clusters in the order of the document clusters that use them most, the largest first."""
    S = masses(P, w, m)
    lift = log_shares(S, axis=0) - log_shares(S.sum(axis=1), axis=0)[:, None]
    return np.asarray(np.argsort(np.lexsort((-S.sum(axis=0), lift.argmax(axis=0))))[w])
