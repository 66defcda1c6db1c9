"""Confidence after an edit by hand: carried on from before it, since nobody was asked about the new clusters.

A merged cluster is meant by whoever puts a document into any of its parts, so merging never lowers
confidence. A part of a divided cluster is meant by whoever puts a document into the cluster, and then, of
the opinions on this cluster alone, into the part. Documents of other clusters are as sure as they were.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cotext.result.confidence import Confidence, by_opinions, lead, rising
from cotext.result.votes import divided
from cotext.result.words import Floats

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering


def after_merge(old: CoClustering, new: CoClustering, names: np.ndarray) -> Confidence:
    """Confidence of the result ``new``, in which cluster k of ``old`` is in cluster ``names[k]``."""
    votes = np.clip(old.votes @ np.eye(int(names.max()) + 1)[names], 0.0, 1.0)
    known = ~new.is_empty & np.isfinite(old.confidence)
    mine = np.flatnonzero(known & (np.bincount(names)[np.maximum(new.row_labels_, 0)] > 1))
    told = votes[mine, new.row_labels_[mine]]
    if old.certainty.source == "opinions":
        told = by_opinions(told, old.certainty.mean)
    elif old.certainty.source == "restarts" and len(mine):
        leads = lead(new.memberships[mine])
        told = np.interp(leads, *rising(leads, told))
    documents = old.confidence.copy()
    documents[mine] = np.maximum(documents[mine], told)
    return _carried(old, new, votes, documents)


def after_split(
    old: CoClustering, new: CoClustering, cluster: int, members: np.ndarray, share: Floats | None
) -> Confidence:
    """Confidence of the result ``new``, in which one cluster of ``old`` is divided.

    ``share`` is that of the opinions on its ``members`` alone, those of its documents that have words, which
    put each into its part; None if it is not known.
    """
    parts = new.n_clusters[0] - old.n_clusters[0] + 1
    lies_in = np.append(np.arange(old.n_clusters[0]), np.full(parts - 1, cluster))
    documents, shares = old.confidence.copy(), np.full(len(members), 1 / parts)
    if share is None or old.certainty.source in ("memberships", "none"):
        documents[members] = np.nan
    else:
        documents[members] *= by_opinions(share, float(share.mean()))
    if share is not None:
        shares[members] = share
    votes = divided(old.votes, lies_in, np.maximum(new.row_labels_, 0), shares)
    return _carried(old, new, votes, documents)


def _carried(old: CoClustering, new: CoClustering, votes: Floats, documents: Floats) -> Confidence:
    """With a curve for new documents, by the new memberships."""
    known = ~new.is_empty & np.isfinite(documents)
    found = replace(old.certainty, votes=votes.astype(np.float32), documents=documents)
    if not known.any():
        return replace(found, source="none", leads=np.zeros(0), probabilities=np.zeros(0))
    leads, probabilities = rising(lead(new.memberships)[known], documents[known])
    return replace(found, leads=leads, probabilities=probabilities)
