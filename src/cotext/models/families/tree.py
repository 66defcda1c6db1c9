"""Centers in a tree: a document goes to the nearest center at the top, then to the nearest below it.

A leaf belongs to one cluster, a cluster may have several leaves. A split puts centers below the leaves of a
cluster, and a merge gives several leaves one name: neither moves other documents.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from numbers import Integral

import numpy as np


@dataclass(frozen=True)
class Tree:
    """Centres (words x nodes), the node above each (-1 at the top), the cluster of each leaf (-1 for others).

    A node comes after the one above it.
    """

    centres: np.ndarray
    above: np.ndarray
    clusters: np.ndarray

    @classmethod
    def flat(cls, centres: np.ndarray) -> Tree:
        """One cluster for each center."""
        g = centres.shape[1]
        return cls(centres, np.full(g, -1), np.arange(g))

    def values(self, scores: np.ndarray) -> np.ndarray:
        """Values of documents in each cluster, from their scores at each node (documents x nodes).

        The value at the top is the score; below, it is that of the node above times the score as a part of
        the best among siblings. So the largest value is at the end of the way down.

        Examples
        --------
        >>> tree = Tree(np.eye(4), np.array([-1, -1, 0, 0]), np.array([-1, 0, 1, 2]))
        >>> tree.values(np.array([[0.8, 0.6, 0.1, 0.4]])).tolist()
        [[0.6, 0.2, 0.8]]
        """
        values = np.array(scores)
        for node in np.unique(self.above[self.above >= 0]):
            below = np.flatnonzero(self.above == node)
            values[:, below] = values[:, [node]] * _parts(scores[:, below])
        answers = np.zeros((len(values), int(self.clusters.max()) + 1), values.dtype)
        for leaf in np.flatnonzero(self.clusters >= 0):
            own = answers[:, self.clusters[leaf]]
            np.maximum(own, values[:, leaf], out=own)
        return answers

    def split(self, cluster: int, centres: np.ndarray, names: np.ndarray) -> Tree:
        """The same tree with these centres, one per column, below every leaf of a cluster."""
        grown, above, clusters = [self.centres], [self.above], [self.clusters.copy()]
        for leaf in np.flatnonzero(self.clusters == cluster):
            clusters[0][leaf] = -1
            grown.append(centres.astype(self.centres.dtype))
            above.append(np.full(len(names), leaf))
            clusters.append(names)
        return Tree(np.hstack(grown), np.concatenate(above), np.concatenate(clusters))

    def renamed(self, names: np.ndarray) -> Tree:
        """The same tree where cluster k is called ``names[k]``; several may get one name."""
        return replace(self, clusters=np.where(self.clusters >= 0, names[self.clusters], -1))


@dataclass(frozen=True)
class Nest:
    """Documents in the clusters of a tree: their values Z (documents x clusters) and clusters z.

    ``prior`` holds the values of an empty document, which goes to the largest cluster at each level.
    """

    tree: Tree
    Z: np.ndarray
    z: np.ndarray
    prior: np.ndarray

    @property
    def n_clusters(self) -> int:
        return int(self.Z.shape[1])

    def split(self, cluster: int, centres: np.ndarray, scores: np.ndarray) -> Nest:
        """Divide the documents of one cluster by their scores at these centers (documents x centers).

        The first part keeps the number of the cluster, the others get new ones.

        Examples
        --------
        >>> nest = Nest(Tree.flat(np.eye(2)), np.eye(2), np.array([0, 1]), np.array([0.5, 0.5]))
        >>> nest.split(0, np.eye(2), np.array([[0.0, 1.0], [0.5, 0.5]])).z.tolist()
        [2, 1]
        """
        g, k = self.n_clusters, centres.shape[1]
        names = np.array([cluster, *range(g, g + k - 1)])
        parts, nonempty, members = _parts(scores), self.Z.any(axis=1), self.z == cluster
        nearest = parts.argmax(axis=1)
        sizes = np.bincount(nearest[nonempty & members], minlength=k)
        nearest = np.where(nonempty, nearest, sizes.argmax())
        Z, prior = (
            np.hstack([values, values[:, [cluster]] * own[:, 1:]])
            for values, own in ((self.Z, parts), (self.prior[None], _parts(sizes[None].astype(np.float64))))
        )
        Z[:, cluster] *= parts[:, 0]
        prior[0, cluster] *= _parts(sizes[None].astype(np.float64))[0, 0]
        tree = self.tree.split(cluster, centres, names)
        return Nest(tree, Z, np.where(members, names[nearest], self.z), prior[0])

    def renamed(self, names: np.ndarray) -> Nest:
        """The same where cluster k is called ``names[k]``; those of one name are one cluster."""
        Z, prior = (_best(values, names) for values in (self.Z, self.prior[None]))
        return Nest(self.tree.renamed(names), Z, names[self.z], prior[0])


def _parts(scores: np.ndarray) -> np.ndarray:
    """Each score as a part of the best of its row; ones if all are zero."""
    best = scores.max(axis=1, keepdims=True)
    return np.asarray(np.divide(scores, best, out=np.ones_like(scores), where=best > 0))


def _best(values: np.ndarray, names: np.ndarray) -> np.ndarray:
    """The largest value of each row under each name."""
    best = np.zeros((len(values), int(names.max()) + 1), values.dtype)
    for own, name in zip(values.T, names, strict=True):
        np.maximum(best[:, name], own, out=best[:, name])
    return best


def check_levels(levels: object) -> str | None:
    """An error in the numbers of clusters of nested levels, or None.

    Examples
    --------
    >>> check_levels([5, 20])
    >>> check_levels([5, 8])
    '8 is less than twice 5; every cluster has at least two in the next level'
    """
    if not isinstance(levels, list | tuple) or not levels:
        return "expected numbers of clusters, the coarsest level first, such as [5, 20]"
    if not all(isinstance(k, Integral) and not isinstance(k, bool) and int(k) >= 1 for k in levels):
        return "expected whole numbers from 1 up, the coarsest level first, such as [5, 20]"
    for few, many in pairwise(levels):
        if many < 2 * few:
            return f"{many} is less than twice {few}; every cluster has at least two in the next level"
    return None
