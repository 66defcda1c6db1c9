"""Documents as a table: the one place that knows what its columns are called."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cotext.corpus import DocWord
from cotext.result.cluster_tree import ClusterTree
from cotext.result.fitted import label_texts
from cotext.result.table import Table
from cotext.result.unassigned import NOWHERE
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
    """One row per document in input order: id and title, cluster, confidence, second best, what is known.

    That is the class, the date, groups and further columns by their own names, and the beginning of the text;
    of new documents also ``more``.
    """
    columns: dict[str, Sequence[Any]] = {
        ID: docword.ids,
        **({} if docword.fields.titles is None else {TITLE: docword.fields.titles}),
        CLUSTER: clusters.tolist(),
        CONFIDENCE: or_none(confidence),
        SECOND: second_best(memberships, clusters, (np.diff(docword.X.indptr) == 0) | (clusters == NOWHERE)),
    }
    columns |= more or {}
    fields = docword.fields
    if docword.labels is not None:
        columns[CLASS] = label_texts(docword)
    if fields.dates is not None:
        columns[DATE] = fields.dates
    for name, values in [*fields.groups.items(), *fields.more.items()]:
        columns[_free(name, {*columns, EXCERPT})] = values
    if excerpts is not None:
        columns[EXCERPT] = excerpts
    return tree.with_levels(Table(tuple(columns), zip(*columns.values(), strict=True)))


def without_texts(result: CoClustering) -> CoClustering:
    """The same with no text of its documents, whole or in excerpts: for a run that others may see.

    Titles go as well; groups and columns that were asked for stay.

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
    """Numbers for a table, None if they are not estimated.

    Examples
    --------
    >>> or_none(np.array([0.5, np.nan]))
    [0.5, None]
    """
    return [None if value != value else value for value in confidence.tolist()]


def second_best(memberships: Floats, clusters: np.ndarray, empty: np.ndarray) -> list[int | None]:
    """The cluster, other than its own, that each document belongs to most; None where it belongs to no other.

    Examples
    --------
    >>> second_best(np.array([[0.6, 0.1, 0.3], [0.0, 1.0, 0.0]]), np.array([0, 1]), np.zeros(2, dtype=bool))
    [2, None]
    """
    others = memberships.copy()
    others[np.arange(len(clusters)), clusters] = 0.0
    second = others.argmax(axis=1)
    known = (others.max(axis=1, initial=0.0) > 0) & ~empty
    return [k if said else None for k, said in zip(second.tolist(), known.tolist(), strict=True)]


def _free(name: str, taken: set[str]) -> str:
    """The name of a column of the input, told apart from those that are there already."""
    while name in taken or name.startswith("level_"):
        name = f"input_{name}"
    return name
