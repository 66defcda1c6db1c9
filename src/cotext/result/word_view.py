"""The words of document clusters and of word clusters, and words that several document clusters share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np
from scipy import sparse

from cotext.errors import UsageError
from cotext.models.engine import DOCUMENT_CLUSTERS, WORDS, Fit
from cotext.result.cluster_lookup import ClusterRef, document_cluster, word_cluster
from cotext.result.cluster_tree import with_levels
from cotext.result.estimators import array_of
from cotext.result.memberships import word_weights
from cotext.result.table import Table
from cotext.result.words import Floats, counts_by_cluster, extremes, keyness, most_relevant, relevance

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering


@dataclass(frozen=True, eq=False)
class WordView:
    """The words of a result."""

    vocabulary: Sequence[str]
    counts: sparse.csr_array  # of the fitted documents or segments
    labels: np.ndarray  # their clusters
    n_clusters: int  # document clusters
    word_labels: np.ndarray  # cluster of each word
    fit: Fit  # its word factor has the weights of words

    @cached_property
    def by_cluster(self) -> Floats:
        """Counts of words in document clusters, clusters x words."""
        return counts_by_cluster(self.counts, self.labels, self.n_clusters)

    @cached_property
    def keyness(self) -> Floats:
        """Signed keyness of words in document clusters, clusters x words."""
        return keyness(self.by_cluster)

    @cached_property
    def weights(self) -> Floats:
        """Weight of each word in its own cluster."""
        return word_weights(self.fit.column_factor, self.word_labels, self.by_cluster.sum(axis=0))

    def table(self) -> Table:
        """Return one row per word."""
        numbers = {"cluster": self.word_labels, "weight": self.weights, "keyness": self.keyness.max(axis=0)}
        columns = {name: column.tolist() for name, column in numbers.items()}
        return with_levels(
            Table.of_columns({"word": self.vocabulary, **columns}), self.fit.get("level_words", ())
        )

    def most_relevant(self, cluster: int, n: int, weight: float = 0.6) -> list[str]:
        """Return the most relevant words of a document cluster, best first."""
        counts = self.by_cluster
        score = relevance(counts[[cluster]], weight, counts.sum(axis=0))[0]
        return [self.vocabulary[word] for word in most_relevant(score, n)]

    def heaviest(self, cluster: int, n: int) -> list[int]:
        """Return the indices of the heaviest words of a word cluster, heaviest first."""
        return most_relevant(np.where(self.word_labels == cluster, self.weights, -np.inf), n)

    def over_and_under_used(self, cluster: int, n: int) -> Table:
        """Return the n words that a document cluster over-uses most, then those it under-uses."""
        words = extremes(self.keyness[cluster], n)
        return Table.of_columns({
            "word": [self.vocabulary[word] for word in words],
            "keyness": self.keyness[cluster, words].tolist(),
            "count": self.by_cluster[cluster, words].tolist(),
        })  # fmt: skip


def top_words(
    result: CoClustering,
    cluster: ClusterRef,
    n: int = 10,
    relevance: float = 0.6,
    side: Literal["documents", "words"] = "documents",
) -> list[str]:
    """Return the most relevant words of a cluster, best first.

    Parameters
    ----------
    cluster : int or str
        Number of the cluster, or the name of a document cluster.
    n : int
        Number of words at most.
    relevance : float
        pyLDAvis' lambda, for document clusters: 1 ranks by frequency, 0 by distinctiveness.
    side : {"documents", "words"}
        Whether ``cluster`` is a document cluster (words it uses) or a word cluster (its members
        by weight).

    Returns
    -------
    list of str
    """
    if side == "documents":
        return result.word_view.most_relevant(document_cluster(result, cluster), n, relevance)
    if side != "words":
        raise UsageError(f'side is {side!r}; give "documents" or "words"')
    words = result.word_view.heaviest(word_cluster(result, cluster), n)
    return [result.docword.vocabulary[word] for word in words]


CENTRES = "document_centres"


def shared_top_words(
    fit: Fit, cluster_counts: np.ndarray, vocabulary: Sequence[str], n_top: int = 20
) -> Table:
    """List the words among the top ``n_top`` of several document clusters, those of most clusters first.

    Columns: the ``clusters`` in which a word is a top word, its ``ranks`` there, from 1, and its ``weights``.
    ``cluster_counts``, clusters x words, rank words of equal weight.

    Examples
    --------
    >>> counts = np.array([[9.0, 5.0, 0.0], [0.0, 5.0, 8.0]])
    >>> shared_top_words(Fit(), counts, ["oak", "tree", "graph"], 2).column("word")
    ['tree']
    """
    weights = words_used(fit, cluster_counts)
    ranks = np.array([_ranks(*pair) for pair in zip(weights, cluster_counts, strict=True)])
    top = (ranks <= n_top) & (weights > 0)
    shared = np.flatnonzero(top.sum(axis=0) > 1)
    best = np.where(top, ranks, 0).sum(axis=0)
    rows = []
    for word in shared[np.lexsort((best[shared], -top.sum(axis=0)[shared]))]:
        clusters = np.flatnonzero(top[:, word])
        columns = (clusters, ranks[clusters, word], weights[clusters, word])
        rows.append((vocabulary[word], *(column.tolist() for column in columns)))
    return Table(("word", "clusters", "ranks", "weights"), rows)


def words_used(fit: Fit, cluster_counts: Floats) -> Floats:
    """Return the weights of words in document clusters, clusters x words, rows of unit length.

    These are S W' for a model of blocks and words, also if each document cluster has its own word clusters;
    the centers of a model that assigns documents by centers other than S W'; otherwise the counts.
    """
    S, W, centres = (array_of(fit, name) for name in ("block", "column_factor", CENTRES))
    g, n_words = cluster_counts.shape
    if centres.size and fit.axes()[CENTRES] == (WORDS, DOCUMENT_CLUSTERS):
        used = centres.T
    elif S.ndim == 2 and W.shape == (n_words, S.size) and fit.nested_words:
        used = (W.reshape(n_words, *S.shape) * S).sum(axis=-1).T
    elif S.ndim == 2 and len(S) == g and W.shape == (n_words, S.shape[1]):
        used = S @ W.T
    else:
        used = cluster_counts
    norms = np.linalg.norm(used, axis=1, keepdims=True)
    return np.asarray(used / np.where(norms > 0, norms, 1))


def _ranks(weights: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Rank words from 1 by weight, and words of equal weight by count."""
    ranks = np.empty(len(weights), dtype=np.int64)
    ranks[np.lexsort((-counts, -weights))] = np.arange(1, len(weights) + 1)
    return ranks
