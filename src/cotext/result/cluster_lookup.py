"""Find clusters by their numbers or names, and describe them in plain values."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import TYPE_CHECKING, Any

from cotext.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering

ClusterRef = int | str  # a document cluster by number or by name


def document_cluster(result: CoClustering, cluster: object) -> int:
    """Return the number of a document cluster, given its number or name.

    Examples
    --------
    >>> import cotext
    >>> texts = ["red oak, tall elm"] * 6 + ["cold rain, wet snow"] * 6
    >>> result = cotext.cluster(texts, n_clusters=2, random_state=0).rename(1, "Trees")
    >>> document_cluster(result, "Trees"), document_cluster(result, 0)
    (1, 0)
    """
    if isinstance(cluster, str):
        return _by_name(result, cluster)
    return _by_number(result, cluster, 0, "document")


def document_clusters(result: CoClustering, clusters: object) -> list[int]:
    """Return the numbers of several document clusters, given their numbers or names."""
    if isinstance(clusters, str) or not isinstance(clusters, Iterable):
        raise UsageError(
            f"{clusters!r} is not a list: give the numbers or names of clusters, such as [0, 2]."
        )
    return [document_cluster(result, cluster) for cluster in clusters]


def word_cluster(result: CoClustering, cluster: object) -> int:
    """Return the number of a word cluster; word clusters have no names."""
    return _by_number(result, cluster, 1, "word")


def _by_number(result: CoClustering, cluster: object, side: int, kind: str) -> int:
    n_clusters = result.n_clusters[side]
    if isinstance(cluster, Integral) and not isinstance(cluster, bool):
        cluster = int(cluster)
        if 0 <= cluster < n_clusters:
            return cluster
    raise UsageError(f"there is no {kind} cluster {cluster!r}; give a number from 0 to {n_clusters - 1}")


def _by_name(result: CoClustering, name: str) -> int:
    clusters = [cluster for cluster, known in result.names.items() if known == name]
    if len(clusters) == 1:
        return clusters[0]
    if clusters:
        raise UsageError(f"clusters {clusters} have the name {name!r}; give the number of one of them.")
    raise UsageError(
        f"there is no document cluster {name}{did_you_mean(name, result.names.values())}; give a number from "
        f"0 to {result.n_clusters[0] - 1}, or the name of a cluster."
    )


def describe_cluster(result: CoClustering, cluster: ClusterRef, n: int = 10) -> dict[str, Any]:
    """Describe a document cluster: most relevant words, those it over- and under-uses, and documents."""
    cluster = document_cluster(result, cluster)
    size = int((result.row_labels_ == cluster).sum())
    keyness = result.keyness(cluster, n)
    typical = result.representative_documents(cluster, n)
    marks = {
        "name": result.names.get(cluster),
        "note": result.notes.get(cluster),
        "color": result.colors.get(cluster),
        "noise": cluster in result.noise,
    }
    return {
        "cluster": cluster,
        **{kind: mark for kind, mark in marks.items() if mark},
        "size": size,
        "share": size / len(result.row_labels_),
        "words": result.top_words(cluster, n),
        "more": [row["word"] for row in keyness if row["keyness"] > 0],
        "less": [row["word"] for row in keyness if row["keyness"] < 0][::-1],
        "documents": [{name: row[name] for name in typical.columns if name != "document"} for row in typical],
    }


def describe_word_cluster(result: CoClustering, cluster: int, n: int = 10) -> dict[str, Any]:
    """Describe a word cluster: its heaviest words with their weight and keyness."""
    cluster = word_cluster(result, cluster)
    words = result.words()
    rows = [words[row] for row in result.word_view.heaviest(cluster, n)]
    return {
        "word_cluster": cluster,
        "size": int((result.column_labels_ == cluster).sum()),
        "words": [{name: row[name] for name in ("word", "weight", "keyness")} for row in rows],
    }
