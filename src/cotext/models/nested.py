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
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from cotext.backend import Array, Matrix, unit_columns
from cotext.errors import Keyword
from cotext.models.consensus import PER_WORD, ConsensusAlgorithm, ConsensusFit
from cotext.models.engine import ABSENT, Callback, Fit, Outcome, fitted, generator, labels_from, parameter
from cotext.models.engine.memory import Size
from cotext.models.families.contexts import ContextPredictor
from cotext.models.families.information import information
from cotext.models.families.nested_progress import LevelSteps
from cotext.models.families.spherical import State
from cotext.models.families.tree import Nest, Tree, check_levels
from cotext.models.judging.progress import MODELS
from cotext.models.spherical_kmeans import SphericalKMeansAlgorithm
from cotext.models.starts.words import word_clusters

TRIAL_STARTS = 3
OF_THE_TOP = (
    "criterion", "criteria", "losses", "n_iter", "converged", "settled", "restart_losses", "restart_labels",
    "opinions", "opinion_kinds", "halves_agreement", "opinion_labels",
)  # fmt: skip


@dataclass(frozen=True)
class TreeState(State):
    above: Array = ABSENT  # the node above each, and the cluster of each leaf
    clusters: Array = ABSENT


@dataclass(frozen=True, eq=False)
class NestedFit(ConsensusFit):
    """What levels add to a fit.

    Attributes
    ----------
    parents_ : ndarray of int, shape (n_levels - 1, g)
        Cluster in which each of the finest clusters lies, on each coarser level, the coarsest first.
    level_words_ : ndarray of int, shape (n_levels - 1, n_words)
        Word clusters of each coarser level.
    nodes_ : ndarray of shape (n_words, n_nodes)
        Centres that documents answer to, of all levels.
    document_centres_ : ndarray of shape (n_words, g)
        Centre of each of the finest clusters.
    level_agreement_ : ndarray of shape (n_levels, n_documents)
        Weighted share of the opinions within the cluster above, on the coarsest level of all documents, that
        put a document into its cluster. ``opinions_`` and all that belongs to it are of the coarsest level.
    above_, leaves_ : ndarray of int, shape (n_nodes,)
        Node above each node, -1 at the top, and cluster of each node that has none below it, else -1.
    """

    nodes: np.ndarray = fitted("words", "nodes", kind="numbers")
    above: np.ndarray = fitted("nodes", kind="open labels")
    leaves: np.ndarray = fitted("nodes", kind="open labels")
    parents: np.ndarray = fitted("coarser levels", "document clusters", kind="labels")
    level_words: np.ndarray = fitted("coarser levels", "words", kind="labels")
    level_agreement: np.ndarray = fitted("levels", "documents", kind="shares")

    optional: ClassVar[tuple[str, ...]] = (*ConsensusFit.optional, "level_agreement")


@dataclass(frozen=True)
class NestedAlgorithm(ConsensusAlgorithm):
    levels: Sequence[int] | None = parameter(None, list, tuple, None)

    fit_type = NestedFit
    takes_opinions = False
    reads_chunks = False  # each cluster is fitted for itself

    def cluster_pair(self) -> tuple[int, int]:
        return super().cluster_pair() if self.levels is None else (self.levels[-1], self.levels[-1])

    def wrong(self) -> tuple[object, ...] | None:
        if self.levels is None or (wrong := check_levels(self.levels)) is None:
            return None
        return Keyword("levels", self.levels), f": {wrong}."

    def search(self, X: Any, callback: Callback | None, **given: Any) -> Outcome:
        top = self._consensus(self.n_clusters if self.levels is None else self.levels[0], self.random_state)
        below = (self.levels or [])[1:]
        steps = LevelSteps(callback, 1 + len(below), MODELS, self.n_init)
        told = steps.at_top if below else callback
        outcome = replace(top, n_init=self.n_init).search(X, told, **given)  # (1)
        first, data = _consensus_fit(outcome), self.open(X)
        nest = Nest(Tree.flat(first.document_centres), first.row_factor, first.row_labels, first.row_shares)
        parents = np.empty((0, nest.n_clusters), dtype=np.int64)
        shares = [first.agreement]
        rngs = generator(self.random_state).spawn(1) if below else []
        for level, total in enumerate(below, start=2):
            steps.tell(level, 0.0, f"{total} clusters to be shared out")
            within = partial(steps.within, level)
            nest, lies_in, share = self._next_level(X, data, nest, total, rngs[0], within)
            shares.append(share)
            steps.tell(level, 1.0, f"{total} clusters")
            parents = np.vstack([parents[:, lies_in], lies_in])
        nest = Nest(nest.tree, nest.Z, labels_from(nest.Z, nest.prior), nest.prior)
        fit = replace(
            self.fit_of_tree(data, nest, parents),
            level_agreement=np.stack(shares),
            **{name: getattr(first, name) for name in OF_THE_TOP},
        )
        return replace(outcome, fit=fit)

    def divide(
        self, X: sparse.csr_array, k: int, seed: int, callback: Callback | None = None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Centres of k clusters of some documents, the largest first, and what ``group`` says."""
        if X.shape[0] <= k:  # each its own
            centres = np.zeros((X.shape[1], k), X.dtype)
            centres[:, : X.shape[0]] = self.open(X).host().toarray().T
            return centres, np.arange(X.shape[0]), np.ones(X.shape[0])
        fit = _consensus_fit(self._consensus(k, seed).search(X, callback, cooccurrence=None))
        order = _largest_first(fit.row_labels, k)
        return fit.document_centres[:, order], np.argsort(order)[fit.row_labels], fit.agreement

    def group(self, X: sparse.csr_array, k: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """The cluster of each of some documents in a consensus of k, the largest first, and the share of the
        opinions that agree."""
        return self.divide(X, k, seed)[1:]

    def centres(self, X: sparse.csr_array, z: np.ndarray, k: int) -> np.ndarray:
        """The centres of some documents in k clusters."""
        return np.asarray(unit_columns(_masses(self.open(X), z, k)), dtype=X.dtype)

    def fit_of_tree(self, data: Matrix, nest: Nest, parents: np.ndarray) -> NestedFit:
        """A fit of documents in the clusters of a tree, and the words that go with them."""
        fit = self.fit_of_clusters(data, data.put(nest.Z), data.put(nest.z))
        assert isinstance(fit, NestedFit)
        words = [word_clusters(_masses(data, up[nest.z], up.max() + 1), int(up.max()) + 1) for up in parents]
        centres = unit_columns(_masses(data, nest.z, nest.n_clusters)).astype(data.dtype)
        return replace(
            fit,
            nodes=nest.tree.centres,
            above=nest.tree.above,
            leaves=nest.tree.clusters,
            parents=parents,
            document_centres=centres,
            row_shares=nest.prior,
            row_labels=nest.z.astype(np.int32),
            level_words=np.array(words, dtype=np.int64).reshape(len(parents), data.shape[1]),  # (5)
        )

    def prediction_state(self, fit: Fit) -> State:
        assert isinstance(fit, NestedFit)
        return TreeState(fit.nodes, above=fit.above, clusters=fit.leaves)

    def respond(self, X: Matrix, s: State) -> Array:
        assert isinstance(s, TreeState)
        tree = Tree(s.W, s.above, s.clusters)
        return X.put(tree.values(X.get(X @ s.W)))  # (4)

    def factor_shapes(self, fit: Fit, n_words: int) -> dict[str, tuple[int, int]]:
        assert isinstance(fit, NestedFit)
        return {**super().factor_shapes(fit, n_words), "nodes": (n_words, len(fit.above))}

    def bytes_needed(self, X: Any, **given: Any) -> int:
        size, g = Size.of(X), self.cluster_pair()[0]
        settled = size.d * (PER_WORD + g * (9 * size.itemsize + 24))  # words without entries among them
        return int(max(super().bytes_needed(X, **given) + 3 * size.itemsize * g * (size.n + size.d), settled))

    def _consensus(self, n_clusters: Any, seed: Any) -> ConsensusAlgorithm:
        names = ("n_starts", "shift", "init", "device", "n_jobs", "verbose")
        given = {name: getattr(self, name) for name in names}
        return ConsensusAlgorithm(n_clusters, random_state=seed, **given)

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
        model = SphericalKMeansAlgorithm(k, random_state=seed, n_init=TRIAL_STARTS, **self._where())
        P = _masses(self.open(X), model.search(X, None).fit.row_labels, k)
        mass = max(float(P.sum()), 1e-300)
        return mass * float(information(P / mass))


class Nested(ContextPredictor):
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
    reference = "strehl2002cluster"
    weighting = "log-tf-idf-norm"
    algorithm_type = NestedAlgorithm


def _consensus_fit(outcome: Outcome) -> ConsensusFit:
    assert isinstance(outcome.fit, ConsensusFit)
    return outcome.fit


def _largest_first(z: np.ndarray, k: int) -> np.ndarray:
    return np.argsort(-np.bincount(z, minlength=k), kind="stable")


def _masses(X: Matrix, z: np.ndarray, g: int) -> np.ndarray:
    """Mass of each word in each cluster of documents."""
    Z = X.put(np.eye(g)[z])
    return np.asarray(X.get(X.sums(Z).XtZ), dtype=np.float64)
