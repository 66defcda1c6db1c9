"""Tables of documents and of their segments, and the names of the columns."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from cotext.corpus import DocWord
from cotext.errors import UsageError
from cotext.result.cluster_tree import ClusterTree
from cotext.result.estimators import label_texts
from cotext.result.memberships import NOWHERE, without_words
from cotext.result.table import Table
from cotext.result.words import Floats

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering

ID, TITLE, CLUSTER, CONFIDENCE, SECOND, CLASS, DATE, EXCERPT = (
    "id", "title", "cluster", "confidence", "second", "class", "date", "excerpt",
)  # fmt: skip


def document_table(
    tree: ClusterTree,
    docword: DocWord,
    clusters: np.ndarray,
    memberships: Floats,
    confidence: Floats,
    excerpts: Sequence[str] | None,
    more: Mapping[str, Sequence[Any]] | None = None,
) -> Table:
    """Return one row per document in input order: id, title, cluster, confidence, second best and fields.

    Fields are the class, the date, groups and further columns by their own names, and the beginning of the
    text, as far as they are known. New documents also have the columns ``more``.
    """
    fields = docword.fields
    columns: dict[str, Sequence[Any]] = {
        ID: docword.ids,
        **({} if fields.titles is None else {TITLE: fields.titles}),
        CLUSTER: clusters.tolist(),
        CONFIDENCE: or_none(confidence),
        SECOND: second_best(memberships, clusters, without_words(docword.X) | (clusters == NOWHERE)),
        **(more or {}),
    }
    if docword.labels is not None:
        columns[CLASS] = label_texts(docword)
    if fields.dates is not None:
        columns[DATE] = fields.dates
    for name, values in [*fields.groups.items(), *fields.more.items()]:
        while name in (*columns, EXCERPT) or name.startswith("level_"):
            name = f"input_{name}"
        columns[name] = values
    if excerpts is not None:
        columns[EXCERPT] = excerpts
    return tree.with_levels(Table.of_columns(columns))


def known_columns(result: CoClustering, rows: Iterable[int], *names: str) -> dict[str, list[str]]:
    """Return the ``TITLE`` and ``EXCERPT`` of some documents, if they are known."""
    columns = {TITLE: result.docword.fields.titles, EXCERPT: result.excerpts}
    known = {name: column for name in names if (column := columns[name]) is not None}
    return {name: [column[row] for row in rows] for name, column in known.items()}


def without_texts(result: CoClustering) -> CoClustering:
    """Return the result without texts and excerpts of its documents: for a run that others may see.

    It has no titles either; it keeps groups and other columns that were requested.

    Examples
    --------
    >>> import cotext
    >>> texts = ["red oak, tall elm"] * 6 + ["cold rain, wet snow"] * 6
    >>> result = cotext.cluster(texts, n_clusters=2, random_state=0)
    >>> result.texts[0], result.without_texts().texts
    ('red oak, tall elm', None)
    """
    new = copy.copy(result)
    new.texts = new.excerpts = None
    new.docword = replace(result.docword, fields=replace(result.docword.fields, titles=None))
    if result.pieces is not None:
        new.pieces = replace(result.pieces, excerpts=None)
    return new


def or_none(confidence: Floats) -> list[float | None]:
    """Return numbers for a table, with None for NaN.

    Examples
    --------
    >>> or_none(np.array([0.5, np.nan]))
    [0.5, None]
    """
    return [None if value != value else value for value in confidence.tolist()]


def second_best(memberships: Floats, clusters: np.ndarray, empty: np.ndarray) -> list[int | None]:
    """Return the cluster, other than its own, with the largest membership of each document; None without one.

    Examples
    --------
    >>> second_best(np.array([[0.6, 0.1, 0.3], [0.0, 1.0, 0.0]]), np.array([0, 1]), np.zeros(2, dtype=bool))
    [2, None]
    """
    others = memberships.copy()
    others[np.arange(len(clusters)), clusters] = 0.0
    second = others.argmax(axis=1)
    known = (others.max(axis=1, initial=0.0) > 0) & ~empty
    return [k if has_one else None for k, has_one in zip(second.tolist(), known.tolist(), strict=True)]


SEGMENT = "segment"


@dataclass(frozen=True, eq=False)
class Segments:
    """The segments that were fitted. The words of a cluster are those of its segments, not of documents."""

    parts: sparse.csr_array  # documents x segments, 1 for the segments of a document
    counts: sparse.csr_array  # segments x words
    clusters: np.ndarray
    confidence: Floats
    excerpts: Sequence[str] | None  # the beginning of each, if the result holds texts


def segments(result: CoClustering) -> Table:
    """Return one row per segment: id and number within its document, cluster, confidence, beginning."""
    pieces = result.pieces
    if pieces is None:
        raise UsageError(
            "this result has no segments: fit with segment=200 (after a split they are not known)."
        )
    parts, rows = pieces.parts, pieces.parts.indices
    document = np.repeat(np.arange(parts.shape[0]), np.diff(parts.indptr)).tolist()
    number = np.arange(len(rows)) - np.repeat(parts.indptr[:-1], np.diff(parts.indptr)) + 1
    columns: dict[str, Sequence[Any]] = {
        ID: [result.docword.ids[i] for i in document],
        SEGMENT: number.tolist(),
        CLUSTER: pieces.clusters[rows].tolist(),
        CONFIDENCE: or_none(pieces.confidence[rows]),
    }
    if pieces.excerpts is not None:
        columns[EXCERPT] = [pieces.excerpts[row] for row in rows.tolist()]
    return result.tree.with_levels(Table.of_columns(columns))
