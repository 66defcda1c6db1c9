"""What the numbers of every picture have in common."""

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
        What is seen, with its main numbers, for those who cannot see it.
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
        """The numbers as rows, for a CSV file."""
        raise NotImplementedError

    def as_dict(self) -> dict[str, Any]:
        """The numbers as plain lists and dicts, ready for JSON; NaN becomes None."""
        return {"picture": self.name, "question": self.question, **finite(asdict(self))}


def cluster_names(result: CoClustering, n_words: int = 3, lies_in: np.ndarray | None = None) -> list[str]:
    """Number and label of each document cluster."""
    return [f"{cluster}  {label}" for cluster, label in enumerate(cluster_labels(result, n_words, lies_in))]


def cluster_labels(result: CoClustering, n_words: int = 3, lies_in: np.ndarray | None = None) -> list[str]:
    """Name of each document cluster, or its top words if it has none, words never cut.

    With ``lies_in`` those of a coarser level: the cluster that holds each document cluster.
    """
    counts = result.cluster_counts
    if lies_in is not None:
        counts = np.asarray(indicator(lies_in, int(lies_in.max()) + 1).T @ counts)
    overall = counts.sum(axis=0)
    labels = []
    for cluster in range(len(counts)):
        if lies_in is None and cluster in result.names:
            labels.append(result.names[cluster])
            continue
        score = relevance(counts[[cluster]], 0.6, overall)[0]
        best = highest(score, n_words)
        words = [result.docword.vocabulary[j] for j in best if score[j] > -np.inf]
        labels.append(label_of(words))
    return labels


def columns_of(result: CoClustering) -> tuple[list[int], np.ndarray]:
    """The document clusters, then -1 if some documents have no known words; the place of each document."""
    labels, g = result.row_labels_, result.n_clusters[0]
    nowhere = [NOWHERE] if (labels == NOWHERE).any() else []
    return [*range(g), *nowhere], np.where(labels == NOWHERE, g, labels)


def column_names(result: CoClustering) -> list[str]:
    """What the clusters of ``columns_of`` are called."""
    clusters, _ = columns_of(result)
    return cluster_names(result) + [NO_WORDS] * (clusters[-1] == NOWHERE)


def left_out(result: CoClustering) -> str:
    """What a note says of documents that a picture has no place for."""
    lost = int((result.row_labels_ == NOWHERE).sum())
    return f" Left out: {counted(lost, 'document')} without known words." if lost else ""


def word_cluster_names(result: CoClustering, n_words: int = 3) -> list[str]:
    """Number and label of each word cluster."""
    return [f"{cluster}  {label}" for cluster, label in enumerate(word_cluster_labels(result, n_words))]


def word_cluster_labels(result: CoClustering, n_words: int = 3) -> list[str]:
    """Heaviest words of each word cluster."""
    return [label_of(words) for words in heaviest_words(result, n_words)]


def heaviest_words(result: CoClustering, n_words: int) -> list[list[str]]:
    """The words of each word cluster that weigh most in it, best first."""
    words = result.docword.vocabulary
    best = (result.word_view.heaviest(cluster, n_words) for cluster in range(result.n_clusters[1]))
    return [[words[j] for j in places] for places in best]


def label_of(words: Sequence[str]) -> str:
    """As many words of a cluster as a short label holds, at least one.

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
    """Letters, wide ones counted twice, marks not at all.

    Examples
    --------
    >>> text_width("文字"), text_width("cafe")
    (4, 4)
    """
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )


def matched_order(lift: np.ndarray) -> np.ndarray:
    """Order of the columns that puts each beside the row it goes with best: blocks along the diagonal."""
    return np.lexsort((-lift.max(axis=0, initial=0), lift.argmax(axis=0)))


def class_table(result: CoClustering) -> tuple[list[str], np.ndarray]:
    """Names of the known classes, and documents of each class in each of the clusters of ``columns_of``."""
    labels = result.docword.labels
    if labels is None or not (labels >= 0).any():
        raise UsageError(
            "this run has no known classes to compare with; fit again and name their column with label=."
        )
    known = labels >= 0
    codes, places = np.unique(labels[known], return_inverse=True)
    clusters, columns = columns_of(result)
    table = np.zeros((len(codes), len(clusters)), dtype=np.int64)
    np.add.at(table, (places, columns[known]), 1)
    names = dict(enumerate(result.docword.label_names))
    return [str(names.get(code, code)) for code in codes.tolist()], table


def percent(share: float) -> str:
    """A share for a title.

    Examples
    --------
    >>> percent(0.4567), percent(0.004), percent(0.0)
    ('46 %', '0.4 %', '0 %')
    """
    return f"{100 * share:.1f} %" if 0 < share < 0.01 else f"{100 * share:.0f} %"


def counted(n: int, thing: str) -> str:
    """A number with its noun.

    Examples
    --------
    >>> counted(1, "document"), counted(2359, "document")
    ('1 document', '2,359 documents')
    """
    return f"{n:,} {thing}" + "s" * (n != 1)


def highest(scores: np.ndarray, n: int) -> np.ndarray:
    """Places of the n highest scores, highest first; quick for a large vocabulary."""
    some = np.argpartition(-scores, n)[:n] if len(scores) > 10 * n else np.arange(len(scores))
    return some[np.lexsort((some, -scores[some]))][:n]
