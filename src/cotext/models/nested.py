r"""Nested co-clusters: a consensus, and within each of its clusters another one, level by level.

(1) the coarsest level: the consensus of ``Consensus``
(2) k_c clusters in cluster c: at least two; each further one where spherical k-means with one more centre
    keeps most information about the words

    .. math:: I(Z; W | c) = \sum_{kj} p_{kj} \log \frac{p_{kj}}{p_k p_j}, \qquad k \in c

(3) the consensus of the documents of c alone, into k_c clusters
(4) a document goes to the nearest centre at the top, then to the nearest below it, see ``families.tree``
(5) words of every level: those that tell most about its document clusters, see ``starts.words``
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, Self

import numpy as np
from scipy import sparse

from cotext.backend import Array, Matrix, unit_columns
from cotext.errors import UsageError
from cotext.models.consensus import PER_WORD, Consensus
from cotext.models.engine import Callback, Clusters, Constraints, Outcome, generator, labels_from
from cotext.models.engine.empty_documents import Axes
from cotext.models.engine.memory import Size
from cotext.models.families.information import information
from cotext.models.families.nested_progress import LevelSteps
from cotext.models.families.spherical import State
from cotext.models.families.tree import Nest, Tree, check_levels
from cotext.models.judging.progress import MODELS
from cotext.models.spherical_kmeans import SphericalKMeans
from cotext.models.starts.words import word_clusters

TRIAL_STARTS = 3


class Nested(Consensus):
    """Clusters within clusters: a consensus at the top, another one in each of its clusters, and so on.

    For collections whose topics have topics. Every cluster of one level lies in one cluster of the level
    above, which has at least two; how many is decided by what they tell about the words. Labels, factors and
    blocks are those of the finest level, its clusters numbered in the order of the tree. Documents, new ones
    too, choose at the top first, then among the clusters below their choice. ``criterion_`` and ``losses_``
    are those of the coarsest level. ``CoClustering.split`` and ``merge`` give a model of this kind as well.

    Parameters
    ----------
    n_clusters : int or (int, int), default=3
        Document clusters and word clusters where there is one level; ``levels`` is heard first.
    levels : list of int or None, default=None
        Document clusters of each level, the coarsest first, each number at least twice the one before; a
        level has as many word clusters. None: one level of ``n_clusters``.
    n_starts : int, default=5
        Starts of every kind of opinion in each consensus.
    n_init : int, default=1
        Whole consensuses at the top, of which one is kept.

    Attributes
    ----------
    parents_ : ndarray of int, shape (n_levels - 1, g)
        Cluster in which each of the finest clusters lies, on each coarser level, the coarsest first.
    level_words_ : ndarray of int, shape (n_levels - 1, n_words)
        Word clusters of each coarser level.
    nodes_ : ndarray of shape (n_words, n_nodes)
        Centres that documents answer to, of all levels.
    gathered_ : ndarray of shape (n_words, g)
        Centre of each of the finest clusters.
    level_agreement_ : ndarray of shape (n_levels, n_documents)
        Weighted share of the opinions within the cluster above, on the coarsest level of all documents, that
        put a document into its cluster. ``opinions_`` and all that belongs to it are of the coarsest level.
    above_, leaves_ : ndarray of int, shape (n_nodes,)
        Node above each node, -1 at the top, and cluster of each node that has none below it, else -1.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import Nested
    >>> data = make_planted(n_clusters=4, random_state=0)
    >>> model = Nested(levels=[2, 4], random_state=0).fit(data.X)
    >>> model.parents_.tolist(), model.block_.shape
    ([[0, 0, 1, 1]], (4, 4))
    """

    cli_name = "nested"
    publishes: ClassVar[tuple[str, ...]] = ("nodes_", "above_", "leaves_", "parents_", "level_words_")
    fitted_axes: ClassVar[Axes] = {"level_agreement_": "ln"}
    reference = "strehl2002cluster"

    _parameter_constraints: ClassVar[Constraints] = {"levels": [list, tuple, None]}

    def __init__(self, n_clusters: Clusters = 3, *, levels: Sequence[int] | None = None, **shared: Any):
        super().__init__(n_clusters, **shared)
        self.levels = levels

    def cluster_pair(self) -> tuple[int, int]:
        return super().cluster_pair() if self.levels is None else (self.levels[-1], self.levels[-1])

    def check_parameters(self) -> Self:
        super().check_parameters()
        if self.levels is not None and (wrong := check_levels(self.levels)) is not None:
            raise UsageError(f"levels={self.levels!r}: {wrong}.")
        return self

    def reads_blocks(self) -> bool:
        return False  # each cluster is fitted for itself

    def check(self, X: Any, *, reset: bool) -> Any:
        if reset:
            self.check_parameters()
        return super().check(X, reset=reset)

    def search(self, X: Any, callback: Callback | None, *given: Any, **named: Any) -> Outcome:
        top = self._consensus(self.n_clusters if self.levels is None else self.levels[0], self.random_state)
        top.set_params(n_init=self.n_init)
        below = (self.levels or [])[1:]
        steps = LevelSteps(callback, 1 + len(below), MODELS, self.n_init)
        found = top.search(X, steps.at_top if below else callback, *given, **named)  # (1)
        data = self.open(X)
        nest = Nest(Tree.flat(top.gathered_), top.row_factor_, top.row_labels_, top.row_shares_)
        parents = np.empty((0, nest.n_clusters), dtype=np.int64)
        shares = [top.agreement_]
        rngs = generator(self.random_state).spawn(1) if below else []
        for level, total in enumerate(below, start=2):
            steps.tell(level, 0.0, f"{total} clusters to be shared out")
            within = partial(steps.within, level)
            nest, lies_in, share = self._next_level(X, data, nest, total, rngs[0], within)
            shares.append(share)
            steps.tell(level, 1.0, f"{total} clusters")
            parents = np.vstack([parents[:, lies_in], lies_in])
        nest = Nest(nest.tree, nest.Z, labels_from(nest.Z, nest.prior), nest.prior)
        self.settle(data, nest, parents)
        self.opinion_labels_, self.level_agreement_ = top.opinion_labels_, np.stack(shares)
        return found

    def divide(
        self, X: sparse.csr_array, k: int, seed: int, callback: Callback | None = None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Centres of k clusters of some documents, the largest first, and what ``group`` says."""
        if X.shape[0] <= k:  # each its own
            centres = np.zeros((X.shape[1], k), X.dtype)
            centres[:, : X.shape[0]] = self.open(X).host().toarray().T
            return centres, np.arange(X.shape[0]), np.ones(X.shape[0])
        model = self._consensus(k, seed)
        model.search(X, callback, cooccurrence=None)
        order = _largest_first(model.row_labels_, k)
        return model.gathered_[:, order], np.argsort(order)[model.row_labels_], model.agreement_

    def group(self, X: sparse.csr_array, k: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """The cluster of each of some documents in a consensus of k, the largest first, and the share of the
        opinions that agree."""
        return self.divide(X, k, seed)[1:]

    def centres(self, X: sparse.csr_array, z: np.ndarray, k: int) -> np.ndarray:
        """The centres of some documents in k clusters."""
        return np.asarray(unit_columns(_masses(self.open(X), z, k)), dtype=X.dtype)

    def settle(self, data: Matrix, nest: Nest, parents: np.ndarray) -> None:
        """Publish documents in the clusters of a tree, and the words that go with them."""
        tree = nest.tree
        self.nodes_, self.above_, self.leaves_ = tree.centres, tree.above, tree.clusters
        self.parents_ = parents
        self.gathered_ = unit_columns(_masses(data, nest.z, nest.n_clusters)).astype(data.dtype)
        self.publish_clusters(data, data.put(nest.Z), data.put(nest.z))
        self.row_shares_, self.row_labels_ = nest.prior, nest.z.astype(np.int32)
        self.labels_ = self.row_labels_
        words = [word_clusters(_masses(data, up[nest.z], up.max() + 1), int(up.max()) + 1) for up in parents]
        self.level_words_ = np.array(words, dtype=np.int64).reshape(len(parents), data.shape[1])  # (5)

    def frozen(self, S: Array, W: Array) -> State:
        return State(self.nodes_)

    def answer(self, X: Matrix, s: State) -> Array:
        tree = Tree(self.nodes_, self.above_, self.leaves_)
        return X.put(tree.values(X.get(X @ X.put(s.W))))  # (4)

    def factor_shapes(self, n_words: int) -> dict[str, tuple[int, int]]:
        return {**super().factor_shapes(n_words), "nodes_": (n_words, len(self.above_))}

    def bytes_needed(self, X: Any, **given: Any) -> int:
        size, g = Size.of(X), self.cluster_pair()[0]
        settled = size.d * (PER_WORD + g * (9 * size.itemsize + 24))  # words without entries among them
        return int(max(super().bytes_needed(X, **given) + 3 * size.itemsize * g * (size.n + size.d), settled))

    def _consensus(self, n_clusters: Any, seed: Any) -> Consensus:
        names = ("n_starts", "shift", "init", "device", "n_jobs", "verbose")
        given = {name: getattr(self, name) for name in names}
        return Consensus(n_clusters, random_state=seed, **given)

    def _next_level(
        self,
        X: sparse.csr_array,
        data: Matrix,
        nest: Nest,
        total: int,
        rng: np.random.Generator,
        within: Callable[[int, list[int]], Callback],
    ) -> tuple[Nest, np.ndarray, np.ndarray]:
        """Every cluster divided, the cluster in which each of the new ones lies, and for each document the
        share of the opinions within its cluster that agree."""
        g, seed = nest.n_clusters, int(rng.integers(2**31))
        says = np.asarray(nest.Z.any(axis=1))
        rows = [np.flatnonzero(says & (nest.z == k)) for k in range(g)]
        members, share = [sparse.csr_array(X[own]) for own in rows], np.zeros(len(says))
        lies_in, sizes = list(range(g)), [some.shape[0] for some in members]
        for cluster, k in enumerate(self._shared_out(members, total, seed)):
            centres, z, agree = self.divide(members[cluster], k, seed, within(cluster, sizes))  # (3)
            names = np.array([cluster, *range(nest.n_clusters, nest.n_clusters + k - 1)])
            nest = nest.split(cluster, centres, data.get(data @ data.put(centres)))
            own = rows[cluster]
            share[own] = np.where(nest.z[own] == names[z], agree, (1 - agree) / (k - 1))
            lies_in += [cluster] * (k - 1)
        order = np.argsort(lies_in, kind="stable")
        return nest.renamed(np.argsort(order)), np.array(lies_in)[order], share

    def _shared_out(self, members: list[sparse.csr_array], total: int, seed: int) -> list[int]:
        """(2) Clusters within each cluster."""
        counts = [2] * len(members)
        kept = [[self._kept(X, k, seed) for k in (2, 3)] for X in members]
        while sum(counts) < total:
            room = [c for c, k in enumerate(counts) if k < members[c].shape[0]]
            best = max(room or range(len(counts)), key=lambda c: kept[c][-1] - kept[c][-2])
            counts[best] += 1
            kept[best].append(self._kept(members[best], counts[best] + 1, seed))
        return counts

    def _kept(self, X: sparse.csr_array, k: int, seed: int) -> float:
        """Information about the words that k clusters of some documents keep, times their mass."""
        if X.shape[0] < k:
            return 0.0
        model = SphericalKMeans(k, n_init=TRIAL_STARTS, device=self.device, n_jobs=self.n_jobs)
        model.set_params(random_state=seed).search(X, None)
        P = _masses(self.open(X), model.row_labels_, k)
        mass = max(float(P.sum()), 1e-300)
        return mass * float(information(P / mass))


def _largest_first(z: np.ndarray, k: int) -> np.ndarray:
    return np.argsort(-np.bincount(z, minlength=k), kind="stable")


def _masses(X: Matrix, z: np.ndarray, g: int) -> np.ndarray:
    """Mass of each word in each cluster of documents."""
    Z = X.put(np.eye(g)[z])
    return np.asarray(X.get(X.sums(Z).XtZ), dtype=np.float64)
