"""How do the texts use the words? Keywords in context, from the documents that stand for each cluster."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cotext.errors import UsageError
from cotext.pictures.numbers import Numbers, cluster_names, counted, highest, text_width
from cotext.result import CoClustering, Table, document_cluster, relevance

WORD = re.compile(r"\w+")
KEYWORDS, TELLING = 12, 60  # words that may stand in the middle, and words that are coloured
READ = 60  # documents looked at
Piece = tuple[str, bool]


@dataclass(frozen=True, kw_only=True)
class Line:
    """One occurrence: the pieces of a side are (text, whether it is a word of the cluster)."""

    cluster: int
    id: str
    left: list[Piece]
    keyword: str
    right: list[Piece]


@dataclass(frozen=True, kw_only=True)
class Kwic(Numbers):
    """Lines of text around keywords.

    Attributes
    ----------
    names : list of str
        What the clusters are called.
    lines : list of Line
        Cluster by cluster.
    """

    name: ClassVar[str] = "kwic"
    names: dict[int, str]
    lines: list[Line]

    def table(self) -> Table:
        """One row per line."""
        rows = [
            (line.cluster, line.id, _joined(line.left), line.keyword, _joined(line.right))
            for line in self.lines
        ]
        return Table(("cluster", "id", "left", "keyword", "right"), rows)


def prepare(
    result: CoClustering, *, cluster: int | str | None = None, lines: int | None = None, width: int = 46
) -> Kwic:
    """Find keywords in the beginnings of typical documents.

    Parameters
    ----------
    cluster : int or str, optional
        Only this cluster, with more lines; every cluster by default.
    lines : int, optional
        Lines per cluster; 3 (2 from 24 clusters on), or 20 for one cluster.
    width : int
        Letters of context on each side.
    """
    if result.excerpts is None:
        raise UsageError(
            "this run holds no texts to read: it was made from a matrix or with --no-texts; fit from texts, "
            "and keep them, to see some."
        )
    g = result.n_clusters[0]
    if cluster is not None:
        cluster = document_cluster(result, cluster)
    several = 3 if g < 24 else 2
    lines = (several if cluster is None else 20) if lines is None else lines
    clusters = range(g) if cluster is None else [cluster]
    normal = _normalizer(result)
    found = [line for k in clusters for line in _of_cluster(result, k, lines, width, normal)]
    names = cluster_names(result)
    which = f"{counted(len(clusters), 'cluster')}" if cluster is None else f"cluster {cluster}"
    title = f"{counted(len(found), 'line')} from the documents that stand for {which}"
    first = f" The first: … {found[0].keyword} … in {found[0].id}." if found else ""
    return Kwic(
        title=title,
        alt=f"Keywords in context: {title}, the words of the cluster in its colour.{first}",
        note="From the beginnings of the most typical documents. In the middle: one of the "
        f"{KEYWORDS} most relevant words; coloured: the {TELLING} most relevant ones.",
        names={k: names[k] for k in clusters},
        lines=found,
    )


def _of_cluster(
    result: CoClustering, cluster: int, n: int, width: int, normal: Callable[[str], str]
) -> list[Line]:
    counts = result.cluster_counts
    score = relevance(counts[[cluster]], 0.6, counts.sum(axis=0))[0]
    order = [j for j in highest(score, TELLING) if score[j] > -np.inf]
    rank = {result.docword.vocabulary[j]: place for place, j in enumerate(order)}
    lines: list[Line] = []
    used: set[str] = set()
    for row in result.representative_documents(cluster, max(READ, 3 * n)).column("document"):
        text = result.excerpts[row] if result.excerpts else ""
        places = [(m.start(), m.end(), normal(m[0])) for m in WORD.finditer(text)]
        keys = [p for p in places if rank.get(p[2], KEYWORDS) < KEYWORDS]
        if not keys:
            continue
        start, end, word = min(keys, key=lambda p: (p[2] in used, rank[p[2]]))
        used.add(word)
        sides = _fitting(text[:start], width, 0), _fitting(text[end:], width, -1)
        left, right = (_pieces(side, rank, normal) for side in sides)
        name, keyword = result.docword.ids[row], text[start:end]
        lines.append(Line(cluster=cluster, id=name, left=left, keyword=keyword, right=right))
        if len(lines) == n:
            break
    return lines


def _normalizer(result: CoClustering) -> Callable[[str], str]:
    """From a word as it stands in a text to the word as the vocabulary has it."""
    settings = result.config.get("text", {})
    stem = settings.get("stem")
    lower = settings.get("lowercase", True)
    stems = None
    if stem:
        from cotext.tokens import find_stemmer

        stems = find_stemmer(stem)

    counted = None if result.recipe is None else result.recipe.vocabulary_
    shown = dict(zip(counted or (), result.docword.vocabulary, strict=False))

    def normal(word: str) -> str:
        word = unicodedata.normalize("NFC", word.lower() if lower else word)
        return shown.get(stem := stems([word])[0], stem) if stems else word

    return normal


def _fitting(text: str, width: int, outermost: int) -> str:
    """As many words of a side as fit; the ``outermost``, first (0) or last (-1), go first."""
    words = text.split(" ")
    while len(words) > 1 and text_width(" ".join(words)) > width:
        words.pop(outermost)
    return " ".join(words)


def _pieces(text: str, rank: dict[str, int], normal: Callable[[str], str]) -> list[Piece]:
    """The text cut where it goes from plain words to words of the cluster and back."""
    pieces: list[Piece] = []
    end = 0
    for match in WORD.finditer(text):
        if normal(match[0]) in rank:
            if match.start() > end:
                pieces.append((text[end : match.start()], False))
            pieces.append((match[0], True))
            end = match.end()
    return [*pieces, (text[end:], False)] if end < len(text) else pieces


def _joined(pieces: list[Piece]) -> str:
    return "".join(text for text, _ in pieces)
