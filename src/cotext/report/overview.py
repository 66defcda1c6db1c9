"""A run at a glance: its clusters, its blocks, what is known of its documents."""

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
from cotext.result import CoClustering, extremes, relevance, second_best

TOP_WORDS, TYPICAL = 12, 5


def overview_of(result: CoClustering, run: str, edits: Sequence[Mapping[str, object]]) -> schema.Overview:
    """A run at a glance, which all pages know."""
    n, d = result.docword.X.shape
    return {
        "run": run,
        "model": result.made_by,
        "model_title": summary_of(_fitted_class(result)).rstrip("."),
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


def _fitted_class(result: CoClustering) -> type:
    """The class of the model that was fitted, which is not that of a result edited by hand."""
    if result.fitted_by == result.model.cli_name:
        return type(result.model)
    with suppress(UsageError):  # a model that is not ours
        return cast(type, by_name(result.fitted_by))
    return type(result.model)


def clusters_of(result: CoClustering) -> list[schema.Cluster]:
    """The document clusters, in the order of their numbers."""
    n, labels, confidence = len(result.row_labels_), cluster_labels(result), result.confidence
    found: list[schema.Cluster] = []
    for k, size in enumerate(result.sizes.tolist()):
        sure = confidence[result.row_labels_ == k]
        found.append(
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
                "confidence": float(np.nanmean(sure)) if np.isfinite(sure).any() else None,
            }
        )
    return found


def word_clusters_of(result: CoClustering) -> list[schema.WordCluster]:
    """The word clusters; the colour is that of the document cluster that uses one most, for its size."""
    labels, words = word_cluster_labels(result), heaviest_words(result, TOP_WORDS)
    sizes = np.bincount(result.column_labels_, minlength=result.n_clusters[1]).tolist()
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


LAMBDAS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
TELLING, KEY = 60, 30  # words of a cluster at each lambda, and overused and underused ones
SIMILAR_WORDS = 12
DIGITS, SIMILARITY_DIGITS = 4, 3


def documents_of(result: CoClustering, rows: np.ndarray | None = None) -> schema.Documents:
    """Some documents, or all, in input order."""
    chosen = np.arange(len(result.row_labels_)) if rows is None else rows
    index, fields = chosen.tolist(), result.docword.fields
    second = second_best(result.memberships, result.row_labels_, result.is_empty)
    return {
        "ids": [result.docword.ids[i] for i in index],
        "titles": None if fields.titles is None else [fields.titles[i] for i in index],
        "cluster": result.row_labels_[chosen].tolist(),
        "second": [-1 if (other := second[i]) is None else other for i in index],
        "confidence": rounded(result.confidence[chosen]),
        "excerpts": None if result.excerpts is None else [result.excerpts[i] for i in index],
        "classes": _classes(result, chosen) if has_classes(result) else None,
        "dates": None if fields.dates is None else [fields.dates[i] for i in index],
        "groups": {name: codes([column[i] for i in index]) for name, column in fields.groups.items()},
        "more": {name: [column[i] for i in index] for name, column in fields.more.items()},
    }


def codes(values: Sequence[str]) -> schema.Codes:
    """Texts as places in a list of the different ones; -1 for an empty text.

    Examples
    --------
    >>> codes(["fr", "", "de", "fr"])
    {'codes': [1, -1, 0, 1], 'names': ['de', 'fr']}
    >>> codes(["10", "0", "2"])["names"]
    ['0', '2', '10']
    """
    names = in_natural_order({value for value in values if value})
    place = {name: k for k, name in enumerate(names)} | {"": -1}
    return {"codes": [place[value] for value in values], "names": names}


def words_of(result: CoClustering, most: int | None = None) -> schema.Words:
    """The words, the most frequent first, and the counts a relevance is made of.

    With ``most``, for a page that has no server to ask: so many words, the telling ones and those similar to
    them.
    """
    counts, table = result.cluster_counts, result.words()
    total = counts.sum(axis=0)
    order = np.argsort(-total, kind="stable")
    telling = _telling(counts, result.word_keyness)
    near = None if most is None else near_words(result, telling.tolist())
    if near is not None:
        first = np.zeros(len(order), dtype=bool)
        first[order[:most]] = True
        first[telling] = True
        first[[other for line in near for other, _ in line]] = True
        order = order[first[order]]
    place = np.full(len(total), -1)
    place[order] = np.arange(len(order))
    index, places = order.tolist(), place.tolist()
    lists: schema.Telling = {
        "index": place[telling].tolist(),
        "counts": [rounded(row) for row in counts[:, telling]],
        "keyness": [rounded(row) for row in result.word_keyness[:, telling]],
    }
    if near is not None:
        lists["similar"] = [[(places[j], value) for j, value in line] for line in near]
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
    """For each of some words, the columns of at most twelve others, and how similar they are."""
    found = result.near_words(columns, SIMILAR_WORDS)
    return [[(other, round(value, SIMILARITY_DIGITS)) for other, value in near] for near in found]


def _telling(counts: np.ndarray, keyness: np.ndarray) -> np.ndarray:
    """Words among the first of some cluster, wherever the slider of relevance stands, or by their keyness."""
    overall = counts.sum(axis=0)
    found: set[int] = set()
    for k in range(len(counts)):
        found.update(extremes(keyness[k], KEY).tolist())
        for weight in LAMBDAS:
            score = relevance(counts[[k]], weight, overall)[0]
            found.update(int(j) for j in highest(score, TELLING) if score[j] > -np.inf)
    return np.array(sorted(found), dtype=np.int64)


def _classes(result: CoClustering, rows: np.ndarray) -> schema.Codes:
    labels = result.docword.labels
    assert labels is not None
    return {"codes": labels[rows].tolist(), "names": [str(name) for name in result.docword.label_names]}


def rounded(values: np.ndarray) -> list[Any]:
    """Short numbers, as precise as anything that is drawn; None where there is none."""
    near = np.round(np.asarray(values, dtype=np.float64), DIGITS)
    return [value if np.isfinite(value) else None for value in near.tolist()]
