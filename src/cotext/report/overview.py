"""The values of the pages: a run at a glance, and its documents and words by column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

import numpy as np

from cotext import __version__
from cotext.errors import UsageError
from cotext.files import finite
from cotext.models import by_name
from cotext.models.engine.docs import summary_of
from cotext.natural import in_natural_order
from cotext.pictures import color
from cotext.pictures.prepare import (
    cluster_labels,
    has_classes,
    heaviest_words,
    highest,
    numbers_of,
    pictures_of,
    word_cluster_labels,
)
from cotext.report import schema
from cotext.report.picture_schema import BlocksNumbers
from cotext.result import CoClustering, cluster_sizes, extremes, relevance, second_best

TOP_WORDS, TYPICAL = 12, 5
LAMBDAS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
TELLING, KEY = 60, 30  # words of a cluster at each lambda, and over- and under-used ones
SIMILAR_WORDS = 12
DIGITS, SIMILARITY_DIGITS = 4, 3


def overview_of(result: CoClustering, run: str, edits: Sequence[Mapping[str, object]]) -> schema.Overview:
    """Return a run at a glance, for all pages."""
    n, d = result.docword.X.shape
    return {
        "run": run,
        "model": result.made_by,
        "model_title": _model_title(result),
        "created": str(result.provenance.get("date", "")),
        "version": __version__,
        "documents": n,
        "words": d,
        "entries": int(result.docword.X.nnz),
        "n_clusters": result.n_clusters,
        "levels": result.levels,
        "parents": result.tree.parents.tolist(),
        "clusters": clusters_of(result),
        "word_clusters": word_clusters_of(result),
        "metrics": finite(result.metrics),
        "remarks": list(dict.fromkeys([*result.remarks, *result.docword.notes])),
        "config": finite(result.config),
        "blocks": cast(BlocksNumbers, numbers_of("blocks", result).as_dict()),
        "has": {
            "texts": result.texts is not None,
            "classes": has_classes(result),
            "dates": result.docword.fields.dates is not None,
            "titles": result.docword.fields.titles is not None,
            "groups": list(result.docword.fields.groups),
            "more": list(result.docword.fields.more),
        },
        "pictures": pictures_of(result),
        "edits": cast(list[schema.Edit], list(edits)),
        "sampled": None,
    }


def _model_title(result: CoClustering) -> str:
    """Return the title of the model that was fitted, also after edits by hand."""
    fitted: type = type(result.model)
    if result.fitted_by != result.model.cli_name:
        with suppress(UsageError):  # not a model of cotext
            fitted = by_name(result.fitted_by)
    return summary_of(fitted).rstrip(".")


def clusters_of(result: CoClustering) -> list[schema.Cluster]:
    """Return the document clusters in the order of their numbers."""
    n, labels = len(result.row_labels_), cluster_labels(result)
    clusters: list[schema.Cluster] = []
    for k, size in enumerate(result.sizes.tolist()):
        confidence = result.confidence[result.row_labels_ == k]
        clusters.append(
            {
                "cluster": k,
                "label": labels[k],
                "name": result.names.get(k),
                "note": result.notes.get(k),
                "noise": k in result.noise,
                "color": result.colors.get(k) or color(k),
                "size": size,
                "share": size / max(n, 1),
                "words": result.top_words(k, TOP_WORDS),
                "typical": result.representative_documents(k, TYPICAL).column("document"),
                "confidence": float(np.nanmean(confidence)) if np.isfinite(confidence).any() else None,
            }
        )
    return clusters


def word_clusters_of(result: CoClustering) -> list[schema.WordCluster]:
    """Return the word clusters, each in the color of the document cluster with the highest lift."""
    labels, words = word_cluster_labels(result), heaviest_words(result, TOP_WORDS)
    sizes = cluster_sizes(result.column_labels_, result.n_clusters[1]).tolist()
    own = result.block_view.lift.argmax(axis=0).tolist()
    return [
        {
            "cluster": j,
            "label": labels[j],
            "color": result.colors.get(own[j]) or color(own[j]),
            "size": sizes[j],
            "words": words[j],
        }
        for j in range(result.n_clusters[1])
    ]


def documents_of(result: CoClustering, rows: np.ndarray | None = None) -> schema.Documents:
    """Return some documents, or all, by column in input order."""
    rows = np.arange(len(result.row_labels_)) if rows is None else rows
    docword, index = result.docword, rows.tolist()
    fields = docword.fields.take(index)
    second = second_best(result.memberships, result.row_labels_, result.is_empty)
    classes: schema.Codes | None = None
    if has_classes(result) and docword.labels is not None:
        classes = {"codes": docword.labels[rows].tolist(), "names": list(map(str, docword.label_names))}
    return {
        "ids": [docword.ids[i] for i in index],
        "titles": None if fields.titles is None else list(fields.titles),
        "cluster": result.row_labels_[rows].tolist(),
        "second": [-1 if (other := second[i]) is None else other for i in index],
        "confidence": rounded(result.confidence[rows]),
        "excerpts": None if result.excerpts is None else [result.excerpts[i] for i in index],
        "classes": classes,
        "dates": None if fields.dates is None else list(fields.dates),
        "groups": {name: codes(column) for name, column in fields.groups.items()},
        "more": {name: list(column) for name, column in fields.more.items()},
    }


def codes(values: Sequence[str]) -> schema.Codes:
    """Encode texts as indices into the list of different ones; -1 for an empty text.

    Examples
    --------
    >>> codes(["fr", "", "de", "fr"])
    {'codes': [1, -1, 0, 1], 'names': ['de', 'fr']}
    >>> codes(["10", "0", "2"])["names"]
    ['0', '2', '10']
    """
    names = in_natural_order({value for value in values if value})
    index = {name: k for k, name in enumerate(names)} | {"": -1}
    return {"codes": [index[value] for value in values], "names": names}


def words_of(result: CoClustering, most: int | None = None) -> schema.Words:
    """Return the words, the most frequent first, and the counts from which a page computes relevance.

    A page without a server gets ``most`` words, the relevant ones, and those similar to them.
    """
    counts, table = result.cluster_counts, result.words()
    total = counts.sum(axis=0)
    order = np.argsort(-total, kind="stable")
    telling = _relevant_words(counts, result.word_keyness)
    near = None if most is None else near_words(result, telling.tolist())
    if near is not None:
        first = np.zeros(len(order), dtype=bool)
        first[order[:most]] = True
        first[telling] = True
        first[[other for neighbors in near for other, _ in neighbors]] = True
        order = order[first[order]]
    index_of = np.full(len(total), -1)
    index_of[order] = np.arange(len(order))
    index, places = order.tolist(), index_of.tolist()
    lists: schema.Telling = {
        "index": index_of[telling].tolist(),
        "counts": [rounded(row) for row in counts[:, telling]],
        "keyness": [rounded(row) for row in result.word_keyness[:, telling]],
    }
    if near is not None:
        lists["similar"] = [[(places[j], value) for j, value in neighbors] for neighbors in near]
    weight, keyness = (np.array(table.column(name)) for name in ("weight", "keyness"))
    return {
        "words": [result.docword.vocabulary[j] for j in index],
        "cluster": result.column_labels_[order].tolist(),
        "weight": rounded(weight[order]),
        "keyness": rounded(keyness[order]),
        "total": rounded(total[order]),
        "cluster_totals": rounded(counts.sum(axis=1)),
        "telling": lists,
        "polysemous": [
            {"word": row["word"], "clusters": row["clusters"]} for row in result.polysemous_words()
        ],
        "of": len(total),
    }


def near_words(result: CoClustering, columns: Sequence[int]) -> list[list[tuple[int, float]]]:
    """Return, for each of some words, the columns and similarities of at most twelve others."""
    neighbors = result.near_words(columns, SIMILAR_WORDS)
    return [[(other, round(value, SIMILARITY_DIGITS)) for other, value in near] for near in neighbors]


def _relevant_words(counts: np.ndarray, keyness: np.ndarray) -> np.ndarray:
    """Return the words among the first of some cluster, at any position of the slider or by keyness."""
    overall = counts.sum(axis=0)
    words: set[int] = set()
    for k in range(len(counts)):
        words.update(extremes(keyness[k], KEY).tolist())
        for weight in LAMBDAS:
            score = relevance(counts[[k]], weight, overall)[0]
            words.update(int(j) for j in highest(score, TELLING) if score[j] > -np.inf)
    return np.array(sorted(words), dtype=np.int64)


def rounded(values: np.ndarray) -> list[Any]:
    """Round numbers to the precision of drawings; None for NaN and infinity."""
    numbers = np.round(np.asarray(values, dtype=np.float64), DIGITS)
    return [value if np.isfinite(value) else None for value in numbers.tolist()]
