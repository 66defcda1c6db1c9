"""Which documents stand for a cluster?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cotext.result.documents import EXCERPT
from cotext.result.table import Table

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering


def typical_documents(result: CoClustering, cluster: int, n: int) -> Table:
    """The n documents that belong to a cluster most; among equals, those with most counts."""
    members = np.flatnonzero(result.row_labels_ == cluster)
    share = result.memberships[members, cluster]
    norm = np.sqrt(result.counts[members].power(2).sum(axis=1))
    best = members[np.lexsort((-norm, -share))[: max(n, 0)]].tolist()
    columns: dict[str, list[Any]] = {
        "document": best,
        "id": [result.docword.ids[row] for row in best],
        "confidence": result.confidence[best].tolist(),
    }
    if result.excerpts is not None:
        columns[EXCERPT] = [result.excerpts[row] for row in best]
    return Table(tuple(columns), zip(*columns.values(), strict=True))
