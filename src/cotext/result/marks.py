"""Clusters with names, notes and colours that a person gave them, and those that are set aside as noise."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from cotext.corpus import Documents
from cotext.errors import UsageError
from cotext.result.cluster_lookup import ClusterRef, document_cluster
from cotext.result.table import Table

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering

COLOR = re.compile("(#[0-9a-fA-F]{6})?")
TEXTS = ("names", "notes", "colors")


@dataclass(frozen=True)
class Marks:
    """What a person said of document clusters, by their numbers."""

    names: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)
    colors: Mapping[int, str] = field(default_factory=dict)
    noise: frozenset[int] = frozenset()

    def moved(self, place: list[int]) -> Marks:
        """Cluster k is in cluster ``place[k]`` now; merged clusters keep the texts of the smallest number.

        Noise stays noise if all that was merged is.
        """
        texts = {
            kind: {place[k]: text for k, text in sorted(getattr(self, kind).items(), reverse=True)}
            for kind in TEXTS
        }
        loud = {to for k, to in enumerate(place) if k not in self.noise}
        return Marks(**{kind: dict(sorted(now.items())) for kind, now in texts.items()},
                     noise=frozenset(place) - loud)  # fmt: skip


def rename(result: CoClustering, cluster: ClusterRef, name: str) -> CoClustering:
    """Give a document cluster a name, shown wherever the cluster is; an empty one takes it away.

    Returns
    -------
    CoClustering
        A new one; this one is not changed.

    Examples
    --------
    >>> import cotext
    >>> texts = ["red oak, tall elm"] * 6 + ["cold rain, wet snow"] * 6
    >>> result = cotext.cluster(texts, n_clusters=2, random_state=0)
    >>> result.rename(0, "Trees").names
    {0: 'Trees'}
    """
    return _with_text(result, "names", cluster, name)


def note(result: CoClustering, cluster: ClusterRef, text: str) -> CoClustering:
    """Keep a remark on a document cluster; an empty one takes it away."""
    return _with_text(result, "notes", cluster, text)


def recolor(result: CoClustering, cluster: ClusterRef, color: str) -> CoClustering:
    """Show a document cluster in a colour, "#rrggbb", wherever it is; an empty text takes it away."""
    if not isinstance(color, str) or not COLOR.fullmatch(color):
        raise UsageError(f'cluster {cluster} was given the colour {color!r}; expected one such as "#4477aa".')
    return _with_text(result, "colors", cluster, color.lower())


def mark_noise(result: CoClustering, cluster: ClusterRef, noise: bool = True) -> CoClustering:
    """Set a document cluster aside as noise, or take that back; its documents stay where they are."""
    one = {document_cluster(result, cluster)}
    return with_marks(
        result, replace(result.marks, noise=result.noise | one if noise else result.noise - one)
    )


def without_noise(result: CoClustering) -> Documents:
    """The documents that are not set aside as noise, with all that is known of them, to be fitted again.

    Examples
    --------
    >>> import cotext
    >>> texts = ["red oak, tall elm"] * 6 + ["cold rain, wet snow"] * 6
    >>> result = cotext.cluster(texts, n_clusters=2, random_state=0)
    >>> rest = result.mark_noise(int(result.row_labels_[0])).without_noise()
    >>> len(rest), rest.texts[0], rest.ids[0]
    (6, 'cold rain, wet snow', '6')
    """
    if not result.noise:
        raise UsageError("no cluster is set aside as noise: mark one first, result.mark_noise(3).")
    if result.texts is None:
        raise UsageError(
            "this run holds no texts to fit again (--no-texts, or made from a matrix): fit the source "
            "itself, without the documents of these clusters."
        )
    rows = np.flatnonzero(~np.isin(result.row_labels_, sorted(result.noise))).tolist()
    if not rows:
        raise UsageError("all clusters are set aside as noise, so nothing is left to fit: keep one.")
    known = result.docword
    return Documents(
        [result.texts[row] for row in rows],
        [known.ids[row] for row in rows],
        None if known.labels is None else known.labels[rows],
        known.label_names,
        fields=known.fields.take(rows),
    )


def with_marks(result: CoClustering, marks: Marks) -> CoClustering:
    """The same result with other marks."""
    new = copy.copy(result)
    new.marks = marks
    return new


def number_of(result: CoClustering, given: str) -> int:
    """The document cluster that a person has typed: a number, or else a name.

    Examples
    --------
    >>> import cotext
    >>> texts = ["red oak, tall elm"] * 6 + ["cold rain, wet snow"] * 6
    >>> result = cotext.cluster(texts, n_clusters=2, random_state=0).rename(1, "Trees")
    >>> number_of(result, "Trees"), number_of(result, "0")
    (1, 0)
    """
    number = given in map(str, range(result.n_clusters[0]))
    return document_cluster(result, int(given) if number else given)


def with_names(names: Mapping[int, str], table: Table) -> Table:
    """The same table with a column ``name`` behind cluster and confidence, if clusters have names."""
    if not names:
        return table
    cluster = table.columns.index("cluster")
    place = 1 + (table.columns.index("confidence") if "confidence" in table.columns else cluster)
    rows = [(*row[:place], names.get(row[cluster], ""), *row[place:]) for row in table.rows]
    called = "cluster_name" if "name" in table.columns else "name"  # a column of the input may have it
    return Table((*table.columns[:place], called, *table.columns[place:]), rows)


def _with_text(result: CoClustering, kind: str, cluster: ClusterRef, text: str) -> CoClustering:
    number = document_cluster(result, cluster)
    if not isinstance(text, str):
        raise UsageError(f"cluster {cluster} was given {text!r}; expected a text.")
    texts = {**getattr(result.marks, kind), number: " ".join(text.split())}
    known = {k: one for k, one in sorted(texts.items()) if one}
    return with_marks(result, Marks(**(vars(result.marks) | {kind: known})))
