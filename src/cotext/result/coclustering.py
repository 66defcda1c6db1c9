"""The result of a fit, as a person wants to read it."""

from __future__ import annotations

import html
import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend import sound_csr
from cotext.corpus import DocWord, excerpt
from cotext.models.engine import Estimator, Fit
from cotext.recipe import Recipe
from cotext.registry import lookup
from cotext.result import compare, delegates, documents, marks, regroup, similar, word_view
from cotext.result.block_view import BlockView
from cotext.result.cluster_lookup import ClusterRef, document_cluster
from cotext.result.cluster_tree import ClusterTree
from cotext.result.confidence import Confidence, learn
from cotext.result.documents import Segments
from cotext.result.estimators import (
    check_parts,
    fit_of,
    labels_of,
    metrics_of,
    n_clusters_of,
    parents_of,
    plain_names,
)
from cotext.result.memberships import cluster_sizes, memberships, remarks, where_known, without_words
from cotext.result.provenance import plain, provenance
from cotext.result.slices import slice_blocks
from cotext.result.table import Table
from cotext.result.votes import vote_shares
from cotext.result.word_view import WordView
from cotext.result.words import Floats

EDITED = ", edited by hand"


class CoClustering:
    """Documents and words in clusters, with the words, documents and blocks that explain them.

    Made by :meth:`from_fit` or :meth:`load`.

    Attributes
    ----------
    row_labels_ : ndarray of int, shape (n_documents,)
        Cluster of each document, in input order; -1 for those without known words, which are in the largest
        cluster of ``model.labels_``.
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
        Raw counts, or the clustered matrix if those were not given.
    excerpts : list of str or None
        The beginning of each text.
    texts : sequence of str or None
        The documents as they came in, if they are known; a loaded run reads each when it is needed.
    recipe : Recipe or None
        How the documents became the matrix, if that is known.
    pieces : Segments or None
        The segments that were fitted instead of whole documents, if they were cut; see ``segments()``.
    provenance : dict
        Versions, platform, seed, date and the settings, ``config``.

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
        model: Estimator,
        docword: DocWord,
        *,
        provenance: dict[str, Any],
        counts: sparse.csr_array | None = None,
        excerpts: list[str] | None = None,
        texts: Sequence[str] | None = None,
        metrics: dict[str, Any] | None = None,
        recipe: Recipe | None = None,
        certainty: Confidence | None = None,
        pieces: Segments | None = None,
    ) -> None:
        self.model, self.docword, self.recipe, self.pieces = model, docword, recipe, pieces
        self.provenance, self.excerpts, self.texts = provenance, excerpts, texts
        self.counts = docword.X if counts is None else counts
        check_parts(docword, self.counts, excerpts)
        fit = self.fit
        labels = labels_of(fit, "row", docword.X.shape[0])
        self.row_labels_ = where_known(labels, self.is_empty)
        self.column_labels_ = labels_of(fit, "column", docword.X.shape[1])
        self.n_clusters = (
            n_clusters_of(fit, "row", labels),
            n_clusters_of(fit, "column", self.column_labels_),
        )
        self.metrics = metrics_of(fit, docword.labels, self.row_labels_) if metrics is None else metrics
        self.marks = marks.Marks()
        if certainty is not None:
            self.certainty = certainty  # else learned when it is needed

    @classmethod
    def from_fit(
        cls,
        model: Estimator,
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
            The (weighted) matrix with its names and, if known, labels.
        counts : csr_array, optional
            Raw counts of the same shape, for keyness, relevance and blocks; ``docword.X`` by default.
        texts : sequence of str, optional
            The documents.
        excerpts : sequence of str, optional
            The beginning of each text, if the texts themselves are not available.
        config : mapping, optional
            Further settings to write into the run.
        recipe : Recipe, optional
            The recipe of ``docword``, also for new documents; its settings go into ``config``.

        Returns
        -------
        CoClustering
        """
        params = model.get_params(deep=False)
        prepared = {} if recipe is None else recipe.settings()
        starts = excerpts if texts is None else texts
        settings = {"model": model.cli_name, "parameters": plain(params), **prepared, **(config or {})}
        return cls(
            model,
            plain_names(docword),
            counts=None if counts is None else sound_csr(counts, "counts"),
            excerpts=None if starts is None else [excerpt(text) for text in starts],
            texts=texts,
            provenance=provenance(settings, params.get("random_state")),
            recipe=recipe,
        )

    save = delegates.save
    predict = delegates.predict
    report = delegates.report
    explore = delegates.explore
    without_texts = documents.without_texts
    top_words = word_view.top_words
    split = regroup.split
    merge = regroup.merge
    parts_of = regroup.parts_of
    parted = regroup.parted
    at_level = regroup.at_level
    rename = marks.rename
    note = marks.note
    recolor = marks.recolor
    mark_noise = marks.mark_noise
    without_noise = marks.without_noise
    compare = compare.compare
    segments = documents.segments
    similar_documents = similar.similar_documents
    similar_words = similar.similar_words
    near_documents = similar.near_documents
    near_words = similar.near_words
    representative_documents = similar.representative_documents
    typical_titles = similar.typical_titles

    @property
    def fit(self) -> Fit:
        """The fit of the model, as one value."""
        return fit_of(self.model)

    @property
    def config(self) -> dict[str, Any]:
        """Settings of the run."""
        config: dict[str, Any] = self.provenance.get("config", {})
        return config

    @property
    def fitted_by(self) -> str:
        """Name of the model that was fitted; after a split or merge ``model`` is of another kind."""
        name = self.config.get("model") if self.provenance.get("steps") else None
        return name if isinstance(name, str) else self.model.cli_name

    @property
    def is_edited(self) -> bool:
        """Whether clusters were split or merged by hand."""
        return any("split" in step or "merge" in step for step in self.provenance.get("steps", []))

    @property
    def made_by(self) -> str:
        """Name of the model that was fitted, and whether clusters were split or merged by hand."""
        return f"{self.fitted_by}{EDITED * self.is_edited}"

    @property
    def names(self) -> Mapping[int, str]:
        """Names of document clusters, given by a person."""
        return self.marks.names

    @property
    def notes(self) -> Mapping[int, str]:
        """Notes on document clusters, written by a person."""
        return self.marks.notes

    @property
    def colors(self) -> Mapping[int, str]:
        """Colors of document clusters, "#rrggbb", chosen by a person."""
        return self.marks.colors

    @property
    def noise(self) -> frozenset[int]:
        """Document clusters set aside as noise."""
        return self.marks.noise

    @property
    def is_empty(self) -> np.ndarray:
        """Which documents have no known words; none if the fit has slices, which the run does not hold."""
        return without_words(self.docword.X) & bool(self.fit.get("n_slices", 1) == 1)

    @property
    def sizes(self) -> np.ndarray:
        """Documents of each cluster."""
        return cluster_sizes(self.row_labels_, self.n_clusters[0])

    @property
    def remarks(self) -> list[str]:
        """Warnings for readers of the clusters: documents without words, empty clusters, no clear groups."""
        return remarks(self)

    @property
    def tree(self) -> ClusterTree:
        """Clusters within clusters, level by level."""
        return ClusterTree(parents_of(self.fit), self.n_clusters[0])

    @property
    def levels(self) -> list[int]:
        """Document clusters of each level, the coarsest first; one number if nothing is nested."""
        return self.tree.levels

    @cached_property
    def memberships(self) -> np.ndarray:
        """Share of each document in each cluster, documents x clusters; rows add up to one."""
        factor, norms = self.fit.row_factor, self.fit.row_norms
        return memberships(factor, self.row_labels_, self.n_clusters[0], self.is_empty, norms)

    @cached_property
    def certainty(self) -> Confidence:
        """Source of confidence, and its curve for new documents."""
        return learn(self.fit, self.memberships, self.row_labels_, self.is_empty)

    @property
    def sure(self) -> Confidence:
        """Deprecated: use ``certainty``."""
        return self.certainty

    @cached_property
    def confidence(self) -> np.ndarray:
        """Probability, for each document, that a fit with another seed puts it into the same cluster.

        It is the largest membership if no second opinion is available (``certainty.source`` is
        "memberships"): after a single start, or for a model without chance, which always repeats itself. It
        is 0 for documents without words, and NaN, "not estimated", for documents of clusters that were made
        by hand if nothing shows how other fits would make them.
        """
        known = self.certainty.documents
        return self.certainty.of(self.memberships, self.is_empty) if known is None else known

    @property
    def votes(self) -> Floats:
        """Share of restarts or opinions that puts each document into each cluster, documents x clusters."""
        if self.certainty.votes is not None:
            return self.certainty.votes
        shares = vote_shares(self.fit, self.row_labels_, self.n_clusters[0], self.certainty.source)
        return self.memberships if shares is None else shares

    @property
    def clustered(self) -> tuple[sparse.csr_array, np.ndarray]:
        """Counts and clusters of the fitted documents or segments, which define the words of a cluster."""
        if self.pieces is None:
            return self.counts, self.row_labels_
        return self.pieces.counts, self.pieces.clusters

    @cached_property
    def word_view(self) -> WordView:
        """Words of the document clusters and of the word clusters."""
        words = self.docword.vocabulary
        return WordView(words, *self.clustered, self.n_clusters[0], self.column_labels_, self.fit)

    @cached_property
    def block_view(self) -> BlockView:
        """Mass, density and lift of every pair of document and word cluster."""
        labels, counts = self.clustered[1], self.word_view.by_cluster
        return BlockView.of(counts, labels, self.column_labels_, self.n_clusters[1])

    @property
    def cluster_counts(self) -> Floats:
        """Counts of each word in each document cluster, clusters x words."""
        return self.word_view.by_cluster

    @property
    def word_keyness(self) -> Floats:
        """Signed keyness of each word in each document cluster, clusters x words."""
        return self.word_view.keyness

    def summary(self, n_words: int = 10) -> Table:
        """Return one row per document cluster: levels, size, share, relevant words, typical documents."""
        n, sizes = len(self.row_labels_), self.sizes.tolist()
        rows = [
            (k, sizes[k], sizes[k] / n, self.top_words(k, n_words), self.typical_titles(k, 3))
            for k in self.tree.order
        ]
        table = Table(("cluster", "size", "share", "words", "documents"), rows, self.remarks)
        return marks.with_names(self.names, self.tree.with_levels(table))

    def documents(self) -> Table:
        """Return one row per document in input order: cluster, confidence, second best and known fields."""
        table = documents.document_table(
            self.tree, self.docword, self.row_labels_, self.memberships, self.confidence, self.excerpts
        )
        return marks.with_names(self.names, table)

    def words(self) -> Table:
        """Return one row per word: its cluster, its weight there, and its largest keyness."""
        return self.word_view.table()

    def keyness(self, cluster: ClusterRef, n: int = 10) -> Table:
        """Return words that a document cluster over-uses (positive) and under-uses (negative), n of each."""
        return self.word_view.over_and_under_used(document_cluster(self, cluster), n)

    def polysemous_words(self, n_top: int = 20) -> Table:
        """Return the top words of more than one document cluster: clusters, ranks and weights there."""
        view = self.word_view
        return word_view.shared_top_words(self.fit, view.by_cluster, view.vocabulary, n_top)

    def blocks(self) -> Table:
        """Return one row per pair of document and word cluster: mass, density, lift and signed residual."""
        return self.block_view.table()

    def relations(self, tensor: object) -> Table:
        """Return which relations hold each cluster together: mass, share, density, lift of its blocks."""
        return slice_blocks(tensor, self.row_labels_, self.column_labels_, self.n_clusters)

    @classmethod
    def load(
        cls, folder: str | os.PathLike[str], *, models: Mapping[str, type] | None = None
    ) -> CoClustering:
        """Read a run folder; ``models`` maps names to classes that are not in ``cotext.models``."""
        result: CoClustering = lookup("load")(cls, folder, models=models)
        return result

    @property
    def plot(self) -> Any:
        """The pictures: ``result.plot.blocks()`` draws one, ``print(result.plot)`` lists them."""
        return lookup("plot")(self)

    def __repr__(self) -> str:
        n, d = self.docword.X.shape
        g, m = self.n_clusters
        return f"CoClustering by {self.made_by}: {n} documents in {g} clusters, {d} words in {m}"

    def __str__(self) -> str:
        return f"{self!r}\n\n{self.summary()}"

    def _repr_html_(self) -> str:
        head = f"<p>{html.escape(repr(self))}</p>"
        return f"{head}{self.summary()._repr_html_()}{self.plot.blocks()._repr_html_()}"
