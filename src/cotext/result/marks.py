"""Names, notes and colors that a person gave clusters, and clusters set aside as noise."""

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
    """Marks that a person gave document clusters, by cluster number."""

    names: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)
    colors: Mapping[int, str] = field(default_factory=dict)
    noise: frozenset[int] = frozenset()

    def moved(self, new: list[int]) -> Marks:
        """Return the marks after cluster k becomes ``new[k]``; merged clusters take those of the first.

        A merged cluster is noise if all its parts were.
        """
        texts = {
            kind: {new[k]: text for k, text in sorted(getattr(self, kind).items(), reverse=True)}
            for kind in TEXTS
        }
        not_noise = {cluster for k, cluster in enumerate(new) if k not in self.noise}
        return Marks(**{kind: dict(sorted(of_kind.items())) for kind, of_kind in texts.items()},
                     noise=frozenset(new) - not_noise)  # fmt: skip


def rename(result: CoClustering, cluster: ClusterRef, name: str) -> CoClustering:
    """Give a document cluster a name, which is shown with the cluster; an empty name removes it.

    Returns
    -------
    CoClustering
        The new result; this one does not change.

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
    """Add a note to a document cluster; an empty text removes it."""
    return _with_text(result, "notes", cluster, text)


def recolor(result: CoClustering, cluster: ClusterRef, color: str) -> CoClustering:
    """Show a document cluster in a color, "#rrggbb"; an empty text restores the default."""
    if not isinstance(color, str) or not COLOR.fullmatch(color):
        raise UsageError(f'cluster {cluster} was given the color {color!r}; expected one such as "#4477aa".')
    return _with_text(result, "colors", cluster, color.lower())


def mark_noise(result: CoClustering, cluster: ClusterRef, noise: bool = True) -> CoClustering:
    """Set a document cluster aside as noise, or undo this; its documents stay in it."""
    changed = {document_cluster(result, cluster)}
    clusters = result.noise | changed if noise else result.noise - changed
    return with_marks(result, replace(result.marks, noise=clusters))


def without_noise(result: CoClustering) -> Documents:
    """Return the documents that are not noise, with their labels and fields, for another fit.

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
    docword = result.docword
    return Documents(
        [result.texts[row] for row in rows],
        [docword.ids[row] for row in rows],
        None if docword.labels is None else docword.labels[rows],
        docword.label_names,
        fields=docword.fields.take(rows),
    )


def with_marks(result: CoClustering, marks: Marks) -> CoClustering:
    """Return the result with other marks."""
    new = copy.copy(result)
    new.marks = marks
    return new


def number_of(result: CoClustering, typed: str) -> int:
    """Return the number of the document cluster that a person typed, as a number or else as a name.

    Examples
    --------
    >>> import cotext
    >>> texts = ["red oak, tall elm"] * 6 + ["cold rain, wet snow"] * 6
    >>> result = cotext.cluster(texts, n_clusters=2, random_state=0).rename(1, "Trees")
    >>> number_of(result, "Trees"), number_of(result, "0")
    (1, 0)
    """
    is_number = typed in map(str, range(result.n_clusters[0]))
    return document_cluster(result, int(typed) if is_number else typed)


def with_names(names: Mapping[int, str], table: Table) -> Table:
    """Return the table with a column ``name`` after cluster and confidence, if clusters have names."""
    if not names:
        return table
    last = "confidence" if "confidence" in table.columns else "cluster"
    column = "cluster_name" if "name" in table.columns else "name"  # "name" may be a column of the input
    values = [names.get(cluster, "") for cluster in table.column("cluster")]
    return table.with_columns({column: values}, table.columns.index(last) + 1)


def _with_text(result: CoClustering, kind: str, cluster: ClusterRef, text: str) -> CoClustering:
    number = document_cluster(result, cluster)
    if not isinstance(text, str):
        raise UsageError(f"cluster {cluster} was given {text!r}; expected a text.")
    texts = {**getattr(result.marks, kind), number: " ".join(text.split())}
    texts = {k: text for k, text in sorted(texts.items()) if text}
    return with_marks(result, Marks(**(vars(result.marks) | {kind: texts})))
