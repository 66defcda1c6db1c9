"""Compare a run with another run of the same documents, or with known classes that came later."""

from __future__ import annotations

import copy
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cotext.corpus import Documents, is_missing, open_text, read, suffix_of
from cotext.errors import UsageError
from cotext.metrics import ari, match_labels, nmi
from cotext.natural import in_natural_order
from cotext.recipe import Listener, silent
from cotext.result.documents import EXCERPT, known_columns
from cotext.result.estimators import metrics_of
from cotext.result.memberships import NOWHERE
from cotext.result.table import Table

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering

WORDS = 5
PLAIN = (".txt", "")
AGREEMENT = ("nmi", "ari", "acc", "ri", "purity")


@dataclass(frozen=True)
class Comparison:
    """Agreement of two results on the documents in both.

    Attributes
    ----------
    nmi, ari : float
        Agreement of the clusters: 0 by chance, 1 for the same groups, without documents that have no words.
    n_documents : int
        Number of documents in both.
    only : pair of int
        Numbers of documents in the first only, and in the second only.
    flows : Table
        One row per pair of clusters that share documents: ``from``, ``to``, ``documents`` and words of both.
    moved : Table
        Documents that left most of their cluster: ``id``, ``from``, ``to``, ``excerpt`` if known.
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
        """Return the comparison as one line."""
        agreement = f"NMI {self.nmi:.3f}, ARI {self.ari:.3f} over {self.n_documents:,} documents"
        first, second = self.only
        only = [f"{n:,} only in the {run}" for n, run in ((first, "first"), (second, "second")) if n]
        return ", ".join([agreement, f"{len(self.moved):,} moved", *only])


def compare(result: CoClustering, other: CoClustering) -> Comparison:
    """Compare another result with this one; documents are matched by their ids.

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
    rows, other_rows = common(result.docword.ids, other.docword.ids)
    if not len(rows):
        raise UsageError(
            f"the two runs share no document: ids such as {result.docword.ids[0]!r} and "
            f"{other.docword.ids[0]!r}; give runs of the same documents."
        )
    start, end = result.row_labels_[rows], other.row_labels_[other_rows]
    known = (start != NOWHERE) & (end != NOWHERE)
    if not known.any():
        raise UsageError("no document has known words in both runs: give runs of the same documents.")
    stays = start == end  # those without known words in both
    stays[known] = match_labels(start[known], end[known]) == start[known]
    return Comparison(
        nmi=nmi(start[known], end[known]),
        ari=ari(start[known], end[known]),
        n_documents=len(rows),
        only=(len(result.row_labels_) - len(rows), len(other.row_labels_) - len(rows)),
        flows=_flows(result, other, start, end),
        moved=_moved(result, rows[~stays], end[~stays]),
    )


def common(ids: Iterable[str], others: Iterable[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows of shared documents on either side; of equal ids, the first matches the first.

    Examples
    --------
    >>> [rows.tolist() for rows in common(["a", "b", "a"], ["a", "c", "b"])]
    [[0, 1], [0, 2]]
    """
    row_of = {key: row for row, key in enumerate(_numbered(others))}
    pairs = [(row, row_of[key]) for row, key in enumerate(_numbered(ids)) if key in row_of]
    rows, other_rows = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    return rows, other_rows


def _numbered(ids: Iterable[str]) -> list[tuple[str, int]]:
    """Return each id and how often it occurred before."""
    counters = defaultdict[str, Iterator[int]](count)
    return [(name, next(counters[name])) for name in ids]


def _flows(result: CoClustering, other: CoClustering, start: np.ndarray, end: np.ndarray) -> Table:
    pairs, counts = np.unique(np.stack([start, end]), axis=1, return_counts=True)
    order = np.lexsort((-counts, pairs[0]))
    words, to_words = (
        {k: [] if k == NOWHERE else run.top_words(k, WORDS) for k in set(labels.tolist())}
        for run, labels in ((result, start), (other, end))
    )
    flows = zip(*pairs[:, order].tolist(), counts[order].tolist(), strict=True)
    rows = [(k, to, n, words[k], to_words[to]) for k, to, n in flows]
    return Table(("from", "to", "documents", "from_words", "to_words"), rows)


def _moved(result: CoClustering, rows: np.ndarray, end: np.ndarray) -> Table:
    return Table.of_columns({
        "id": [result.docword.ids[row] for row in rows],
        "from": result.row_labels_[rows].tolist(),
        "to": end.tolist(),
        **known_columns(result, rows, EXCERPT),
    })  # fmt: skip


def with_labels(
    result: CoClustering,
    labels: str | os.PathLike[str] | Iterable[object],
    *,
    id: str = "id",
    label: str = "label",
    note: Listener = silent,
) -> CoClustering:
    """Return the result with other known classes, and its agreement with them among its metrics.

    Parameters
    ----------
    result : CoClustering
        Not changed.
    labels : path or iterable of str
        A table with the ids of documents and their labels; or one label per document, in input order, as a
        list or a plain text file with a line for each. An empty label means unknown.
    id, label : str
        Columns of the table.
    note : callable, optional
        Called with the numbers of documents without a label and of labels without a document.
    """
    classes, n_unused = _labels(result.docword.ids, labels, id, label)
    missing = classes.count("")
    if missing == len(classes):
        raise UsageError(
            f"no document of the run has a label there; ids of the run are such as {result.docword.ids[0]!r}."
        )
    if missing:
        note(f"{missing:,} of {len(classes):,} documents have no label and are left out")
    if n_unused:
        note(f"{n_unused:,} labels are of documents that are not in the run")
    names = in_natural_order({name for name in classes if name})
    code = {name: k for k, name in enumerate(names)} | {"": -1}
    new = copy.copy(result)
    new.docword = replace(result.docword, labels=np.array([code[c] for c in classes]), label_names=names)
    own = {name: value for name, value in result.metrics.items() if name not in AGREEMENT}
    new.metrics = metrics_of(result.fit, new.docword.labels, result.row_labels_) | own
    return new


def _labels(
    ids: Sequence[str], labels: str | os.PathLike[str] | Iterable[object], id: str, label: str
) -> tuple[list[str], int]:
    """Return a label for each document of the run, and the number of labels of other documents."""
    if not isinstance(labels, str | os.PathLike):
        return _in_order(labels, len(ids), "the list"), 0
    path = Path(labels)
    if suffix_of(path) in PLAIN and path.is_file():
        with open_text(path, "utf-8") as stream:
            return _in_order(stream, len(ids), str(path)), 0
    table = read(path, text=label, id=id, keep_na=True)  # a class may be called "none"
    if not isinstance(table, Documents):
        raise UsageError(f"{path} is a matrix; give a table with the columns id and label.")
    rows, lines = common(ids, table.ids)
    classes = [""] * len(ids)
    for row, line in zip(rows.tolist(), lines.tolist(), strict=True):
        name = table.texts[line].strip()
        classes[row] = "" if is_missing(name, exactly=True) else name
    return classes, len(table.ids) - len(rows)


def _in_order(labels: Iterable[object], n: int, source: str) -> list[str]:
    classes = [str(label).strip() for label in labels]
    if len(classes) != n:
        raise UsageError(
            f"{source} has {len(classes)} labels; expected one for each of the {n} documents of the run, in "
            "input order, or a table with the columns id and label."
        )
    return classes
