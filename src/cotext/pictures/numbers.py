"""The base class of the numbers of a picture, and the names, titles and notes that pictures share."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import numpy as np

from cotext.errors import UsageError
from cotext.files import finite
from cotext.pictures.questions import QUESTIONS
from cotext.result import NOWHERE, CoClustering, Table, indicator, relevance

LABEL_WIDTH = 30
NO_WORDS = "no known words"


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The numbers of one picture.

    Attributes
    ----------
    title : str
        The finding, in a sentence.
    alt : str
        A description with the main numbers, for readers who cannot see the picture.
    note : str
        How the numbers were made: binned, sampled, guessed.
    """

    name: ClassVar[str]
    title: str
    alt: str
    note: str = ""

    @property
    def question(self) -> str:
        """The question that the picture answers."""
        return QUESTIONS[self.name]

    def table(self) -> Table:
        """Return the numbers as rows, for a CSV file."""
        raise NotImplementedError

    def as_dict(self) -> dict[str, Any]:
        """Return the numbers as plain lists and dicts, ready for JSON; NaN becomes None."""
        return {"picture": self.name, "question": self.question, **finite(asdict(self))}


def cluster_names(result: CoClustering, n_words: int = 3, parents: np.ndarray | None = None) -> list[str]:
    """Return the label and number of each document cluster: "orbit, nasa · 3"."""
    return _numbered(cluster_labels(result, n_words, parents))


def _numbered(labels: list[str]) -> list[str]:
    return [f"{label} · {cluster}" for cluster, label in enumerate(labels)]


def cluster_labels(result: CoClustering, n_words: int = 3, parents: np.ndarray | None = None) -> list[str]:
    """Return the name of each document cluster, or its top words if it has none. Words are never cut.

    ``parents``, the cluster of a coarser level that holds each document cluster, asks for that level.
    """
    counts = result.cluster_counts
    if parents is not None:
        counts = np.asarray(indicator(parents, int(parents.max()) + 1).T @ counts)
    overall, words = counts.sum(axis=0), result.docword.vocabulary
    names = result.names if parents is None else {}
    return [
        names.get(k) or label_of([words[j] for j in relevant_words(counts, k, n_words, overall=overall)])
        for k in range(len(counts))
    ]


def relevant_words(
    counts: np.ndarray, cluster: int, n: int, weight: float = 0.6, overall: np.ndarray | None = None
) -> dict[int, float]:
    """Return the columns of the n words most relevant to a cluster, best first, and their relevance."""
    score = relevance(counts[[cluster]], weight, counts.sum(axis=0) if overall is None else overall)[0]
    return {int(j): float(score[j]) for j in highest(score, n) if score[j] > -np.inf}


def columns_of(result: CoClustering) -> tuple[list[int], np.ndarray]:
    """Return the document clusters, then -1 if some documents have no known words; and the column of each
    document."""
    labels, g = result.row_labels_, result.n_clusters[0]
    nowhere = [NOWHERE] if (labels == NOWHERE).any() else []
    return [*range(g), *nowhere], np.where(labels == NOWHERE, g, labels)


def column_names(result: CoClustering) -> list[str]:
    """Return the names of the clusters of ``columns_of``."""
    return cluster_names(result) + [NO_WORDS] * bool((result.row_labels_ == NOWHERE).any())


def left_out(result: CoClustering) -> str:
    """Return the part of a note that counts the documents without known words, which a picture leaves out."""
    lost = int((result.row_labels_ == NOWHERE).sum())
    return f" Left out: {counted(lost, 'document')} without known words." if lost else ""


def word_cluster_names(result: CoClustering, n_words: int = 3) -> list[str]:
    """Return the label and number of each word cluster."""
    return _numbered(word_cluster_labels(result, n_words))


def word_cluster_labels(result: CoClustering, n_words: int = 3) -> list[str]:
    return [label_of(words) for words in heaviest_words(result, n_words)]


def heaviest_words(result: CoClustering, n_words: int) -> list[list[str]]:
    """Return the words of each word cluster with the largest weights in it, best first."""
    words = result.docword.vocabulary
    best = (result.word_view.heaviest(cluster, n_words) for cluster in range(result.n_clusters[1]))
    return [[words[j] for j in columns] for columns in best]


def label_of(words: Sequence[str]) -> str:
    """Join as many words of a cluster as fit into a short label, at least one.

    Examples
    --------
    >>> label_of(["filter", "signal", "antidisestablishmentarianism"])
    'filter, signal'
    """
    shown = list(words[:1])
    for word in words[1:]:
        if text_width(", ".join([*shown, word])) > LABEL_WIDTH:
            break
        shown.append(word)
    return ", ".join(shown) or "(no words)"


def text_width(text: str) -> int:
    """Count characters, wide ones twice and combining marks not at all.

    Examples
    --------
    >>> text_width("文字"), text_width("cafe")
    (4, 4)
    """
    widths = (1 + (unicodedata.east_asian_width(c) in "WF") for c in text if not unicodedata.combining(c))
    return sum(widths)


def matched_order(lift: np.ndarray) -> np.ndarray:
    """Order the columns by the row of their largest lift, so that blocks follow the diagonal."""
    return np.lexsort((-lift.max(axis=0, initial=0), lift.argmax(axis=0)))


def has_classes(result: CoClustering) -> bool:
    """Whether some documents have a known class."""
    labels = result.docword.labels
    return labels is not None and bool((labels >= 0).any())


def class_table(result: CoClustering) -> tuple[list[str], np.ndarray]:
    """Count the documents of each known class in each cluster of ``columns_of``; return the names of the
    classes and the counts."""
    labels = result.docword.labels
    if labels is None or not has_classes(result):
        raise UsageError(
            "this run has no known classes to compare with; fit again and name their column with label= "
            "(--label)."
        )
    known = labels >= 0
    codes, rows = np.unique(labels[known], return_inverse=True)
    clusters, columns = columns_of(result)
    table = np.zeros((len(codes), len(clusters)), dtype=np.int64)
    np.add.at(table, (rows, columns[known]), 1)
    names = dict(enumerate(result.docword.label_names))
    return [str(names.get(code, code)) for code in codes.tolist()], table


def percent(share: float) -> str:
    """Write a share as a percentage.

    Examples
    --------
    >>> percent(0.4567), percent(0.004), percent(0.0)
    ('46 %', '0.4 %', '0 %')
    """
    return f"{100 * share:.1f} %" if 0 < share < 0.01 else f"{100 * share:.0f} %"


def counted(n: int, noun: str) -> str:
    """Write a number with its noun.

    Examples
    --------
    >>> counted(1, "document"), counted(2359, "document")
    ('1 document', '2,359 documents')
    """
    return f"{n:,} {noun}" + "s" * (n != 1)


def highest(scores: np.ndarray, n: int) -> np.ndarray:
    """Return the places of the n highest scores, highest first; fast for a large vocabulary."""
    some = np.argpartition(-scores, n)[:n] if len(scores) > 10 * n else np.arange(len(scores))
    return some[np.lexsort((some, -scores[some]))][:n]
