"""One cluster in plain values: its size, its words, its typical documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cotext.result.cluster_lookup import ClusterRef, document_cluster, word_cluster

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering


def describe_cluster(result: CoClustering, cluster: ClusterRef, n: int = 10) -> dict[str, Any]:
    """A document cluster: most relevant words, those it over- and under-uses, and documents of it."""
    cluster = document_cluster(result, cluster)
    words = result.top_words(cluster, n)
    size = int((result.row_labels_ == cluster).sum())
    used = result.keyness(cluster, n)
    typical = result.representative_documents(cluster, n)
    given = {
        "name": result.names.get(cluster),
        "note": result.notes.get(cluster),
        "color": result.colors.get(cluster),
        "noise": cluster in result.noise,
    }
    return {
        "cluster": cluster,
        **{what: value for what, value in given.items() if value},
        "size": size,
        "share": size / len(result.row_labels_),
        "words": words,
        "more": [row["word"] for row in used if row["keyness"] > 0],
        "less": [row["word"] for row in used if row["keyness"] < 0][::-1],
        "documents": [{name: row[name] for name in typical.columns if name != "document"} for row in typical],
    }


def describe_word_cluster(result: CoClustering, cluster: int, n: int = 10) -> dict[str, Any]:
    """A word cluster: its heaviest words with their weight and keyness."""
    cluster = word_cluster(result, cluster)
    words = result.words()
    rows = [words[row] for row in result.word_view.heaviest(cluster, n)]
    return {
        "word_cluster": cluster,
        "size": int((result.column_labels_ == cluster).sum()),
        "words": [{name: row[name] for name in ("word", "weight", "keyness")} for row in rows],
    }
