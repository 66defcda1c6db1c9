"""Two runs of the same documents: how much they agree, and which documents went elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cotext.errors import UsageError
from cotext.metrics import ari, match_labels, nmi
from cotext.result.documents import EXCERPT
from cotext.result.table import Table
from cotext.result.unassigned import NOWHERE

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering

WORDS = 5


@dataclass(frozen=True)
class Comparison:
    """How far two results agree on the documents that both have.

    Attributes
    ----------
    nmi, ari : float
        Agreement of the clusters: 0 by chance, 1 the same groups; documents without known words are left out.
    n_documents : int
        Documents that both have.
    only : pair of int
        Documents that only the first, and only the second has.
    flows : Table
        One row per pair of clusters that share documents: ``from``, ``to``, ``documents`` and words of both.
    moved : Table
        Documents that are not where most of their cluster is: ``id``, ``from``, ``to``, ``excerpt`` if known.
    """

    nmi: float
    ari: float
    n_documents: int
    only: tuple[int, int]
    flows: Table
    moved: Table

    def __str__(self) -> str:
        return f"{self.flows}\n\n{self.told()}"

    def told(self) -> str:
        """The comparison in a line."""
        agree = f"NMI {self.nmi:.3f}, ARI {self.ari:.3f} over {self.n_documents:,} documents"
        alone = [
            f"{n:,} only in the {place}" for n, place in zip(self.only, ("first", "second"), strict=True) if n
        ]
        return ", ".join([agree, f"{len(self.moved):,} moved", *alone])


def compare(one: CoClustering, other: CoClustering) -> Comparison:
    """How far another result agrees with this one; documents are matched by their ids.

    Parameters
    ----------
    other : CoClustering
        Of the same documents, or some of them.

    Returns
    -------
    Comparison

    Examples
    --------
    >>> import cotext
    >>> texts = ["red oak, tall elm"] * 6 + ["cold rain, wet snow"] * 6
    >>> result = cotext.cluster(texts, n_clusters=2, random_state=0)
    >>> result.compare(result.merge([0, 1])).flows.column("documents")
    [6, 6]
    """
    rows, places = common(one.docword.ids, other.docword.ids)
    if not len(rows):
        raise UsageError(
            f"the two runs share no document: ids such as {one.docword.ids[0]!r} and "
            f"{other.docword.ids[0]!r}; give runs of the same documents."
        )
    start, end = one.row_labels_[rows], other.row_labels_[places]
    known = (start != NOWHERE) & (end != NOWHERE)
    if not known.any():
        raise UsageError("no document has known words in both runs: give runs of the same documents.")
    stays = start == end  # those without known words in both
    stays[known] = match_labels(start[known], end[known]) == start[known]
    away = rows[~stays]
    return Comparison(
        nmi=nmi(start[known], end[known]),
        ari=ari(start[known], end[known]),
        n_documents=len(rows),
        only=(len(one.row_labels_) - len(rows), len(other.row_labels_) - len(rows)),
        flows=_flows(one, other, start, end),
        moved=_moved(one, away, dict(zip(rows.tolist(), end.tolist(), strict=True))),
    )


def common(ids: Iterable[str], others: Iterable[str]) -> tuple[np.ndarray, np.ndarray]:
    """Rows of the documents that both have, on either side; of equal ids the first goes with the first.

    Examples
    --------
    >>> [rows.tolist() for rows in common(["a", "b", "a"], ["a", "c", "b"])]
    [[0, 1], [0, 2]]
    """
    place = {key: row for row, key in enumerate(_keys(others))}
    pairs = [(row, place[key]) for row, key in enumerate(_keys(ids)) if key in place]
    rows, places = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    return rows, places


def _keys(ids: Iterable[str]) -> list[tuple[str, int]]:
    seen: Counter[str] = Counter()
    keys = []
    for name in ids:
        keys.append((name, seen[name]))
        seen[name] += 1
    return keys


def _flows(one: CoClustering, other: CoClustering, start: np.ndarray, end: np.ndarray) -> Table:
    pairs, counts = np.unique(np.stack([start, end]), axis=1, return_counts=True)
    order = np.lexsort((-counts, pairs[0]))
    words, to_words = (
        {k: [] if k == NOWHERE else result.top_words(k, WORDS) for k in set(found.tolist())}
        for result, found in ((one, start), (other, end))
    )
    found = zip(*pairs[:, order].tolist(), counts[order].tolist(), strict=True)
    rows = [(k, to, n, words[k], to_words[to]) for k, to, n in found]
    return Table(("from", "to", "documents", "from_words", "to_words"), rows)


def _moved(one: CoClustering, rows: np.ndarray, end: dict[int, int]) -> Table:
    moved = rows.tolist()
    columns: dict[str, list[Any]] = {
        "id": [one.docword.ids[row] for row in moved],
        "from": one.row_labels_[rows].tolist(),
        "to": [end[row] for row in moved],
    }
    if one.excerpts is not None:
        columns[EXCERPT] = [one.excerpts[row] for row in moved]
    return Table(tuple(columns), zip(*columns.values(), strict=True))
