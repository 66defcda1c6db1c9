"""Clusters with names, notes and colours that a person gave them, and those that are set aside as noise."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Self

import numpy as np

from cotext.corpus import Documents, DocWord
from cotext.errors import UsageError
from cotext.result.cluster_lookup import ClusterRef, document_cluster, document_clusters
from cotext.result.levels import Levels
from cotext.result.table import Table

COLOR = re.compile("(#[0-9a-fA-F]{6})?")
NONE: Mapping[int, str] = MappingProxyType({})


class Named(Levels):
    """Adds names, notes, colours and noise to a result; splits and merges keep them."""

    names: Mapping[int, str] = NONE
    notes: Mapping[int, str] = NONE
    colors: Mapping[int, str] = NONE
    noise: frozenset[int] = frozenset()
    texts: Sequence[str] | None
    docword: DocWord
    row_labels_: np.ndarray

    def rename(self, cluster: ClusterRef, name: str) -> Self:
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
        return self._with(names=self._changed(self.names, cluster, name))

    def note(self, cluster: ClusterRef, text: str) -> Self:
        """Keep a remark on a document cluster; an empty one takes it away."""
        return self._with(notes=self._changed(self.notes, cluster, text))

    def recolor(self, cluster: ClusterRef, color: str) -> Self:
        """Show a document cluster in a colour, "#rrggbb", wherever it is; an empty text takes it away."""
        if not isinstance(color, str) or not COLOR.fullmatch(color):
            raise UsageError(
                f'cluster {cluster} was given the colour {color!r}; expected one such as "#4477aa".'
            )
        return self._with(colors=self._changed(self.colors, cluster, color.lower()))

    def mark_noise(self, cluster: ClusterRef, noise: bool = True) -> Self:
        """Set a document cluster aside as noise, or take that back; its documents stay where they are."""
        number = document_cluster(self, cluster)
        new = self._with()
        new.noise = self.noise | {number} if noise else self.noise - {number}
        return new

    def without_noise(self) -> Documents:
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
        if not self.noise:
            raise UsageError("no cluster is set aside as noise: mark one first, result.mark_noise(3).")
        if self.texts is None:
            raise UsageError(
                "this run holds no texts to fit again (--no-texts, or made from a matrix): fit the source "
                "itself, without the documents of these clusters."
            )
        rows = np.flatnonzero(~np.isin(self.row_labels_, sorted(self.noise))).tolist()
        if not rows:
            raise UsageError("all clusters are set aside as noise, so nothing is left to fit: keep one.")
        known = self.docword
        return Documents(
            [self.texts[row] for row in rows],
            [known.ids[row] for row in rows],
            None if known.labels is None else known.labels[rows],
            known.label_names,
            fields=known.fields.take(rows),
        )

    def split(
        self,
        cluster: ClusterRef,
        into: int = 2,
        *,
        random_state: int = 0,
        parts: Any = None,
        shares: Any = None,
    ) -> Self:
        new = super().split(cluster, into, random_state=random_state, parts=parts, shares=shares)
        new = new._with(names=self.names, notes=self.notes, colors=self.colors)
        new.noise = self.noise
        return new

    def merge(self, clusters: Iterable[ClusterRef]) -> Self:
        chosen = document_clusters(self, clusters)
        new = super().merge(chosen)
        old = np.arange(self.n_clusters[0])
        old[chosen] = min(chosen)
        place = np.unique(old, return_inverse=True)[1].tolist()
        kept = {"names": self.names, "notes": self.notes, "colors": self.colors}
        new = new._with(**{name: _moved(texts, place) for name, texts in kept.items()})
        loud = {place[k] for k in range(len(place)) if k not in self.noise}
        new.noise = frozenset(place) - loud
        return new

    split.__doc__, merge.__doc__ = Levels.split.__doc__, Levels.merge.__doc__

    def _with(self, **given: Mapping[int, str]) -> Self:
        new = copy.copy(self)
        vars(new).update({name: dict(sorted(values.items())) for name, values in given.items()})
        return new

    def _changed(self, kept: Mapping[int, str], cluster: ClusterRef, text: str) -> dict[int, str]:
        number = document_cluster(self, cluster)
        if not isinstance(text, str):
            raise UsageError(f"cluster {cluster} was given {text!r}; expected a text.")
        new = {**kept, number: " ".join(text.split())}
        return {k: one for k, one in new.items() if one}


def number_of(result: Any, given: str) -> int:
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


def with_names(result: Any, table: Table) -> Table:
    """The same table with a column ``name`` behind cluster and confidence, where clusters have names."""
    if not result.names:
        return table
    cluster = table.columns.index("cluster")
    place = 1 + (table.columns.index("confidence") if "confidence" in table.columns else cluster)
    rows = [(*row[:place], result.names.get(row[cluster], ""), *row[place:]) for row in table.rows]
    called = "cluster_name" if "name" in table.columns else "name"  # a column of the input may have it
    return Table((*table.columns[:place], called, *table.columns[place:]), rows)


def _moved(kept: Mapping[int, str], place: list[int]) -> dict[int, str]:
    """Texts at the new numbers; of clusters that are one now, that of the smallest number."""
    return {place[k]: text for k, text in sorted(kept.items(), reverse=True)}
