"""Pieces of long documents, and the clusters of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from cotext.errors import UsageError
from cotext.result.documents import CLUSTER, CONFIDENCE, EXCERPT, ID, or_none
from cotext.result.table import Table
from cotext.result.words import Floats

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering

SEGMENT = "segment"


@dataclass(frozen=True, eq=False)
class Segments:
    """What a fit of pieces has found out about each.

    Attributes
    ----------
    parts : csr_array of shape (n_documents, n_segments)
        1 where a segment is one of a document's.
    counts : csr_array of shape (n_segments, n_words)
        Words of each: those of a cluster are the words of its segments, not of whole documents.
    clusters, confidence : ndarray of shape (n_segments,)
        Cluster of each, and how sure that is.
    excerpts : list of str or None
        The beginning of each, where texts are kept.
    """

    parts: sparse.csr_array
    counts: sparse.csr_array
    clusters: np.ndarray
    confidence: Floats
    excerpts: Sequence[str] | None

    def saved(self) -> dict[str, Any]:
        """What a run keeps of it."""
        return dict(vars(self))


def segments(result: CoClustering) -> Table:
    """One row per segment: id and number within its document, cluster, confidence, beginning."""
    if result.pieces is None:
        raise UsageError(
            "this result has no segments: fit with segment=200 (after a split they are not known)."
        )
    found, parts = result.pieces, result.pieces.parts
    rows = parts.indices
    document = np.repeat(np.arange(parts.shape[0]), np.diff(parts.indptr)).tolist()
    number = np.arange(len(rows)) - np.repeat(parts.indptr[:-1], np.diff(parts.indptr)) + 1
    columns: dict[str, Sequence[Any]] = {
        ID: [result.docword.ids[i] for i in document],
        SEGMENT: number.tolist(),
        CLUSTER: found.clusters[rows].tolist(),
        CONFIDENCE: or_none(found.confidence[rows]),
    }
    if found.excerpts is not None:
        columns[EXCERPT] = [found.excerpts[row] for row in rows.tolist()]
    return result.tree.with_levels(Table(tuple(columns), zip(*columns.values(), strict=True)))
