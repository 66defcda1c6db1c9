"""A run at a glance: its clusters, its blocks, what is known of its documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import cast

import numpy as np

from cotext import __version__
from cotext.errors import UsageError
from cotext.files import finite
from cotext.models import by_name
from cotext.models.engine.docs import summary_of
from cotext.pictures import color
from cotext.pictures.prepare import (
    cluster_labels,
    has_classes,
    heaviest_words,
    numbers_of,
    pictures_of,
    word_cluster_labels,
)
from cotext.report import schema
from cotext.report.picture_schema import BlocksNumbers
from cotext.result import CoClustering

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
