"""What words tell of the document clusters, and which words the word clusters hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np
from scipy import sparse

from cotext.errors import UsageError
from cotext.models.engine import Fit
from cotext.result.cluster_lookup import ClusterRef, document_cluster, word_cluster
from cotext.result.cluster_tree import widened
from cotext.result.memberships import word_weights
from cotext.result.polysemy import shared_top_words
from cotext.result.table import Table
from cotext.result.words import Floats, counts_by_cluster, extremes, keyness, most_relevant, relevance

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering


@dataclass(frozen=True, eq=False)
class WordView:
    """The words of a result.

    Attributes
    ----------
    vocabulary : sequence of str
        The words.
    counts, labels : csr_array, ndarray
        Words and clusters of what was fitted, documents or segments.
    n_clusters : int
        Document clusters.
    word_labels : ndarray
        Cluster of each word.
    fit : Fit
        Its word factor has the weights of words.
    """

    vocabulary: Sequence[str]
    counts: sparse.csr_array
    labels: np.ndarray
    n_clusters: int
    word_labels: np.ndarray
    fit: Fit

    @cached_property
    def by_cluster(self) -> Floats:
        """Counts of each word in each document cluster, clusters x words."""
        return counts_by_cluster(self.counts, self.labels, self.n_clusters)

    @cached_property
    def keyness(self) -> Floats:
        """Signed keyness of each word in each document cluster, clusters x words."""
        return keyness(self.by_cluster)

    @cached_property
    def weights(self) -> Floats:
        """Weight of each word in its own cluster."""
        return word_weights(self.fit.column_factor, self.word_labels, self.by_cluster.sum(axis=0))

    def table(self) -> Table:
        """One row per word."""
        columns = (self.word_labels, self.weights, self.keyness.max(axis=0))
        rows = zip(self.vocabulary, *(column.tolist() for column in columns), strict=True)
        table = Table(("word", "cluster", "weight", "keyness"), rows)
        return widened(table, list(self.fit.get("level_words", ())))

    def most_relevant(self, cluster: int, n: int, weight: float = 0.6) -> list[str]:
        """The words that tell most of a document cluster, best first."""
        counts = self.by_cluster
        score = relevance(counts[[cluster]], weight, counts.sum(axis=0))[0]
        return [self.vocabulary[word] for word in most_relevant(score, n)]

    def heaviest(self, cluster: int, n: int) -> list[int]:
        """Places of the heaviest words of a word cluster, heaviest first."""
        return most_relevant(np.where(self.word_labels == cluster, self.weights, -np.inf), n)

    def over_and_under_used(self, cluster: int, n: int) -> Table:
        """The n words that a document cluster over-uses most, then those it under-uses."""
        chosen = extremes(self.keyness[cluster], n)
        columns = (self.keyness[cluster, chosen], self.by_cluster[cluster, chosen])
        words = [self.vocabulary[word] for word in chosen]
        return Table(("word", "keyness", "count"), zip(words, *(c.tolist() for c in columns), strict=True))

    def shared(self, n_top: int) -> Table:
        """Words among the top of more than one document cluster."""
        return shared_top_words(self.fit, self.by_cluster, self.vocabulary, n_top)


def top_words(
    result: CoClustering,
    cluster: ClusterRef,
    n: int = 10,
    relevance: float = 0.6,
    side: Literal["documents", "words"] = "documents",
) -> list[str]:
    """Most telling words of a cluster, best first.

    Parameters
    ----------
    cluster : int or str
        Number of the cluster, or the name of a document cluster.
    n : int
        At most so many words.
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
