"""The result of a fit, as a person wants to read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

import numpy as np
from scipy import sparse

from cotext.backend import sound_csr
from cotext.corpus import DocWord, excerpt
from cotext.corpus.names import Texts
from cotext.errors import UsageError
from cotext.recipe import Listener, Recipe, silent
from cotext.registry import lookup
from cotext.result.blocks import block_table
from cotext.result.cluster_lookup import ClusterRef, document_cluster, word_cluster
from cotext.result.compare import Compared
from cotext.result.confidence import Confidence, Sure
from cotext.result.display import Shown
from cotext.result.documents import document_table
from cotext.result.fitted import (
    check_parts,
    labels_of,
    metrics_of,
    n_clusters_of,
    plain_names,
)
from cotext.result.levels import in_tree_order, words_with_levels
from cotext.result.memberships import memberships, word_weights
from cotext.result.names import Named, with_names
from cotext.result.persistence import Kept
from cotext.result.polysemy import shared_top_words
from cotext.result.provenance import plain, provenance
from cotext.result.segments import Segmented, Segments
from cotext.result.similar import SimilarThings
from cotext.result.slices import slice_blocks
from cotext.result.table import Table
from cotext.result.typical import TypicalDocuments
from cotext.result.unassigned import Placed, where_known
from cotext.result.words import counts_by_cluster, extremes, most_relevant
from cotext.result.words import keyness as word_keyness
from cotext.result.words import relevance as word_relevance


class CoClustering(Placed, Named, Segmented, Compared, SimilarThings, TypicalDocuments, Sure, Shown, Kept):
    """Documents and words in clusters, with the words, documents and blocks that explain them.

    Made by :meth:`from_fit` or :meth:`load`.

    Attributes
    ----------
    row_labels_ : ndarray of int, shape (n_documents,)
        Cluster of each document, in input order; -1 for those without known words, which ``model.labels_``
        puts into the largest cluster.
    column_labels_ : ndarray of int, shape (n_words,)
        Cluster of each word of the vocabulary.
    n_clusters : pair of int
        Numbers of document and word clusters, empty ones included.
    metrics : dict
        ``criterion``, ``n_iter``, ``converged``; with known labels also ``nmi``, ``ari``, ``acc``,
        ``ri`` and ``purity``.
    model : estimator
        The fitted estimator, for ``predict`` and ``transform``.
    docword : DocWord
        The matrix that was clustered, with the names of its rows and columns.
    counts : csr_array
        Raw counts, or the clustered matrix where those were not given.
    excerpts : list of str or None
        The beginning of each text.
    texts : sequence of str or None
        The documents as they came in, where they are known; those of a loaded run are read when asked for.
    recipe : Recipe or None
        How the documents became the matrix, where that is known.
    pieces : Segments or None
        What was fitted in place of the documents, where they were cut; ``segments()`` tells of them.
    provenance : dict
        Versions, platform, seed, date and ``config``: what was asked.

    Examples
    --------
    >>> from cotext.models import NMTF
    >>> X = sparse.csr_array(np.kron(np.eye(2), np.ones((3, 2))))
    >>> docword = DocWord(X, vocabulary=["oak", "elm", "red", "blue"], ids=list("abcdef"))
    >>> result = CoClustering.from_fit(NMTF(2, random_state=0).fit(X), docword)
    >>> sorted(result.summary().column("words"))
    [['oak', 'elm'], ['red', 'blue']]
    """

    def __init__(
        self,
        model: Any,
        docword: DocWord,
        *,
        provenance: dict[str, Any],
        counts: sparse.csr_array | None = None,
        excerpts: list[str] | None = None,
        texts: Sequence[str] | None = None,
        metrics: dict[str, Any] | None = None,
        recipe: Recipe | None = None,
        sure: Confidence | None = None,
        pieces: Segments | None = None,
    ) -> None:
        self.model, self.docword, self.recipe, self.pieces = model, docword, recipe, pieces
        self.provenance, self.excerpts, self.texts = provenance, excerpts, texts
        self.counts = docword.X if counts is None else counts
        check_parts(docword, self.counts, excerpts)
        placed = labels_of(model, "row", docword.X.shape[0])
        self.row_labels_ = where_known(placed, self.is_empty)
        self.column_labels_ = labels_of(model, "column", docword.X.shape[1])
        self.n_clusters = (
            n_clusters_of(model, "row", placed),
            n_clusters_of(model, "column", self.column_labels_),
        )
        self.metrics = metrics_of(model, docword.labels, self.row_labels_) if metrics is None else metrics
        if sure is not None:
            self.sure = sure  # else learned when it is asked for

    @classmethod
    def from_fit(
        cls,
        model: Any,
        docword: DocWord,
        *,
        counts: sparse.csr_array | None = None,
        texts: Sequence[str] | None = None,
        excerpts: Sequence[str] | None = None,
        config: Mapping[str, Any] | None = None,
        recipe: Recipe | None = None,
    ) -> CoClustering:
        """Read a fitted estimator.

        Parameters
        ----------
        model : estimator
            Fitted on ``docword.X``.
        docword : DocWord
            The (weighted) matrix with its names and, where known, labels.
        counts : csr_array, optional
            Raw counts of the same shape, for keyness, relevance and blocks; ``docword.X`` by default.
        texts : sequence of str, optional
            The documents.
        excerpts : sequence of str, optional
            How they begin, where the texts themselves are not at hand.
        config : mapping, optional
            What was asked, to be written into the run.
        recipe : Recipe, optional
            What made ``docword``; new documents are treated by it, and its settings go into ``config``.

        Returns
        -------
        CoClustering
        """
        params = model.get_params(deep=False)
        prepared = {} if recipe is None else recipe.settings()
        begin = excerpts if texts is None else texts
        asked = {"model": model.cli_name, "parameters": plain(params), **prepared, **(config or {})}
        return cls(
            model,
            plain_names(docword),
            counts=None if counts is None else sound_csr(counts, "counts"),
            excerpts=None if begin is None else [excerpt(text) for text in begin],
            texts=texts,
            provenance=provenance(asked, params.get("random_state")),
            recipe=recipe,
        )

    @property
    def config(self) -> dict[str, Any]:
        """What was asked."""
        config: dict[str, Any] = self.provenance.get("config", {})
        return config

    @cached_property
    def memberships(self) -> np.ndarray:
        """Share of each document in each cluster, documents x clusters; rows add up to one."""
        factor, norms = (getattr(self.model, name, None) for name in ("row_factor_", "row_norms_"))
        return memberships(factor, self.row_labels_, self.n_clusters[0], self.is_empty, norms)

    @cached_property
    def cluster_counts(self) -> np.ndarray:
        """Counts of each word in each document cluster, clusters x words."""
        return counts_by_cluster(*self.clustered, self.n_clusters[0])

    @cached_property
    def word_keyness(self) -> np.ndarray:
        """Signed keyness of each word in each document cluster, clusters x words."""
        return word_keyness(self.cluster_counts)

    def summary(self, n_words: int = 10) -> Table:
        """One row per document cluster: level above, size, share, most relevant words, typical documents."""
        n = len(self.row_labels_)
        rows = [
            (k, size, size / n, self.top_words(k, n_words), self.typical_titles(k, 3))
            for k, size in enumerate(self.sizes.tolist())
        ]
        table = Table(("cluster", "size", "share", "words", "documents"), rows, self.remarks)
        return with_names(self, in_tree_order(self.model, table))

    def documents(self) -> Table:
        """One row per document in input order: cluster, confidence, second best, and what else is known."""
        table = document_table(
            self.model, self.docword, self.row_labels_, self.memberships, self.confidence, self.excerpts
        )
        return with_names(self, table)

    def words(self) -> Table:
        """One row per word: its cluster, its weight in it, and its keyness where it is over-used most."""
        total = self.cluster_counts.sum(axis=0)
        weights = word_weights(getattr(self.model, "column_factor_", None), self.column_labels_, total)
        strongest = self.word_keyness.max(axis=0)
        columns = (self.column_labels_, weights, strongest)
        rows = zip(self.docword.vocabulary, *(column.tolist() for column in columns), strict=True)
        return words_with_levels(self.model, Table(("word", "cluster", "weight", "keyness"), rows))

    def top_words(
        self,
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
        if side not in ("documents", "words"):
            raise UsageError(f'side is {side!r}; give "documents" or "words"')
        if side == "documents":
            cluster, counts = document_cluster(self, cluster), self.cluster_counts
            score = word_relevance(counts[[cluster]], relevance, counts.sum(axis=0))[0]
        else:
            cluster = word_cluster(self, cluster)
            weights = np.array(self.words().column("weight"))
            score = np.where(self.column_labels_ == cluster, weights, -np.inf)
        return [self.docword.vocabulary[word] for word in most_relevant(score, n)]

    def keyness(self, cluster: ClusterRef, n: int = 10) -> Table:
        """Words that a document cluster over-uses (positive) and under-uses (negative), n of each."""
        cluster = document_cluster(self, cluster)
        chosen = extremes(self.word_keyness[cluster], n)
        columns = (self.word_keyness[cluster, chosen], self.cluster_counts[cluster, chosen])
        words = [self.docword.vocabulary[word] for word in chosen]
        return Table(("word", "keyness", "count"), zip(words, *(c.tolist() for c in columns), strict=True))

    def polysemous_words(self, n_top: int = 20) -> Table:
        """Words among the top of more than one document cluster: clusters, ranks and weights there."""
        return shared_top_words(self.model, self.cluster_counts, self.docword.vocabulary, n_top)

    def blocks(self) -> Table:
        """One row per pair of document and word cluster: mass, density, lift and signed residual."""
        return block_table(*self.clustered, self.column_labels_, self.n_clusters)

    def relations(self, tensor: Any) -> Table:
        """Which relation holds each cluster together: mass, share, density, lift of its diagonal blocks."""
        return slice_blocks(tensor, self.row_labels_, self.column_labels_, self.n_clusters)

    def predict(
        self,
        documents: Any,
        *,
        text: Texts | None = None,
        id: str | None = None,
        header: bool | str = "auto",
        sep: str | None = None,
        quote: str | None = None,
        keep_na: bool = False,
        encoding: str | None = None,
        strict_input: bool = False,
        tokenizer: Any = None,
        note: Listener = silent,
    ) -> Table:
        """Send new documents, in any form ``cluster`` takes, to their clusters; columns as in ``documents``.

        How many different words of each are known is in ``known_words``, and what share of its words they
        are in ``known_share`` (of texts). A document with fewer than three known words is in cluster -1; two
        are enough if they are half of it, and fewer if the shortest fitted documents have no more.

        A table is read by the columns and in the encoding of the first one, and as that was written, unless
        something else is named here; ``header``, ``sep``, ``quote``, ``keep_na`` and ``strict_input`` are
        those of ``corpus.read``; a run that was cut by a ``tokenizer`` needs it again; ``note`` is called
        with each remark.
        """
        named: dict[str, Any] = {"text": text, "id": id, "encoding": encoding, "strict_input": strict_input}
        named |= {"header": header, "sep": sep, "quote": quote, "keep_na": keep_na}
        table: Table = lookup("predict")(self, documents, note, tokenizer=tokenizer, **named).table()
        return table
