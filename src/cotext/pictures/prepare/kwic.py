"""How do the texts use the words? Keywords in context, from the most typical documents of each cluster."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from cotext.errors import UsageError
from cotext.pictures.numbers import Numbers, cluster_names, counted, relevant_words, text_width
from cotext.result import CoClustering, Table, document_cluster

WORD = re.compile(r"\w+")
KEYWORDS, COLORED = 12, 60  # relevant words that may be the keyword, and that are colored
READ = 60  # documents searched for keywords
Piece = tuple[str, bool]  # text, and whether it is a word of the cluster


@dataclass(frozen=True, kw_only=True)
class KwicLine:
    """One occurrence of a keyword, with the text on both sides."""

    cluster: int
    id: str
    left: list[Piece]
    keyword: str
    right: list[Piece]


@dataclass(frozen=True, kw_only=True)
class KwicPicture(Numbers):
    """Lines of text around keywords, cluster by cluster."""

    name: ClassVar[str] = "kwic"
    names: dict[int, str]
    lines: list[KwicLine]

    def table(self) -> Table:
        rows = [(x.cluster, x.id, _joined(x.left), x.keyword, _joined(x.right)) for x in self.lines]
        return Table(("cluster", "id", "left", "keyword", "right"), rows)


def prepare(
    result: CoClustering, *, cluster: int | str | None = None, lines: int | None = None, width: int = 46
) -> KwicPicture:
    """Find keywords in the first part of typical documents.

    Parameters
    ----------
    cluster : int or str, optional
        Only this cluster, with more lines; every cluster by default.
    lines : int, optional
        Lines per cluster; 3 (2 from 24 clusters on), or 20 for one cluster.
    width : int
        Characters of context on each side.
    """
    if result.excerpts is None:
        raise UsageError(
            "this run has no texts: it was made from a matrix or with --no-texts; to see keywords in "
            "context, fit texts without --no-texts."
        )
    g = result.n_clusters[0]
    if cluster is not None:
        cluster = document_cluster(result, cluster)
    lines = lines if lines is not None else 20 if cluster is not None else 3 if g < 24 else 2
    clusters = range(g) if cluster is None else [cluster]
    normal = _normalizer(result)
    shown = [line for k in clusters for line in _of_cluster(result, k, lines, width, normal)]
    names = cluster_names(result)
    subject = f"{counted(len(clusters), 'cluster')}" if cluster is None else f"“{names[cluster]}”"
    title = f"{counted(len(shown), 'line')} from the most typical documents of {subject}"
    first = f" The first: … {shown[0].keyword} … in {shown[0].id}." if shown else ""
    return KwicPicture(
        title=title,
        alt=f"Keywords in context: {title}, the words of the cluster in its color.{first}",
        note="From the first part of the most typical documents. In the middle: one of the "
        f"{KEYWORDS} most relevant words; colored: the {COLORED} most relevant ones.",
        names={k: names[k] for k in clusters},
        lines=shown,
    )


def _of_cluster(
    result: CoClustering, cluster: int, n: int, width: int, normal: Callable[[str], str]
) -> list[KwicLine]:
    columns = relevant_words(result.cluster_counts, cluster, COLORED)
    rank = {result.docword.vocabulary[j]: place for place, j in enumerate(columns)}
    lines: list[KwicLine] = []
    used: set[str] = set()
    for row in result.representative_documents(cluster, max(READ, 3 * n)).column("document"):
        text = result.excerpts[row] if result.excerpts else ""
        words = [(m.start(), m.end(), normal(m[0])) for m in WORD.finditer(text)]
        keywords = [word for word in words if rank.get(word[2], KEYWORDS) < KEYWORDS]
        if not keywords:
            continue
        start, end, word = min(keywords, key=lambda word: (word[2] in used, rank[word[2]]))
        used.add(word)
        sides = _fitting(text[:start], width, 0), _fitting(text[end:], width, -1)
        left, right = (_pieces(side, rank, normal) for side in sides)
        name, keyword = result.docword.ids[row], text[start:end]
        lines.append(KwicLine(cluster=cluster, id=name, left=left, keyword=keyword, right=right))
        if len(lines) == n:
            break
    return lines


def _normalizer(result: CoClustering) -> Callable[[str], str]:
    """Return a function from a word of a text to the word in the vocabulary."""
    from cotext.tokens import find_stemmer

    settings = result.config.get("text", {})
    lower = settings.get("lowercase", True)
    stems = find_stemmer(settings["stem"]) if settings.get("stem") else None
    counted = None if result.recipe is None else result.recipe.vocabulary_
    shown = dict(zip(counted or (), result.docword.vocabulary, strict=False))

    def normal(word: str) -> str:
        word = unicodedata.normalize("NFC", word.lower() if lower else word)
        return shown.get(stem := stems([word])[0], stem) if stems else word

    return normal


def _fitting(text: str, width: int, outermost: int) -> str:
    """Drop words of a side until it fits, starting with the ``outermost``: the first (0) or last (-1)."""
    words = text.split(" ")
    while len(words) > 1 and text_width(" ".join(words)) > width:
        words.pop(outermost)
    return " ".join(words)


def _pieces(text: str, rank: dict[str, int], normal: Callable[[str], str]) -> list[Piece]:
    """Split the text into words of the cluster and the text between them."""
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
