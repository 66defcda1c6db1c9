"""Which documents stand for a cluster? Those near its centre, long enough to tell, and not all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from cotext.result.cluster_lookup import ClusterRef, document_cluster
from cotext.result.documents import EXCERPT, ID, TITLE, or_none
from cotext.result.table import Table
from cotext.result.words import Floats

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering

NEARLY_SAME = 0.85  # cosine of their words, each counted once, from which two documents say the same
BATCH = 64  # documents compared with each other at once


def representative_documents(result: CoClustering, cluster: ClusterRef, n: int = 5) -> Table:
    """Documents that stand for a cluster: near its centre, with enough words, each said once.

    Fewer than n if the others say the same as these.
    """
    cluster = document_cluster(result, cluster)
    members = np.flatnonzero(result.row_labels_ == cluster)
    unit = unit_rows(result.docword.X[members])
    confidence = result.confidence
    sure = np.nan_to_num(confidence[members], nan=1.0)
    score = sure * result.memberships[members, cluster] * typicality(unit)
    best = members[_apart(unit, np.argsort(-score, kind="stable"), max(n, 0))].tolist()
    titles = result.docword.fields.titles
    columns: dict[str, list[Any]] = {
        "document": best,
        ID: [result.docword.ids[row] for row in best],
        **({} if titles is None else {TITLE: [titles[row] for row in best]}),
        "confidence": or_none(confidence[best]),
    }
    if result.excerpts is not None:
        columns[EXCERPT] = [result.excerpts[row] for row in best]
    return Table(tuple(columns), zip(*columns.values(), strict=True))


def typical_titles(result: CoClustering, cluster: ClusterRef, n: int) -> list[str]:
    """The same by their titles, or ids where they have none."""
    rows = representative_documents(result, cluster, n).column("document")
    titles = result.docword.titles
    return [titles[row] for row in rows]


def typicality(unit: sparse.csr_array) -> Floats:
    """How well each document, at unit length, stands for all: 0 to 1.

    The cosine with their centre, in which equal documents count once; less for documents of few different
    words, two thirds of it at the usual number of them.

    Examples
    --------
    >>> rows = sparse.csr_array([[1.0, 0.0, 0.0], [0.6, 0.8, 0.0], [0.0, 0.6, 0.8]])
    >>> int(typicality(rows).argmax())
    1
    """
    if unit.shape[0] == 0:
        return np.zeros(0)
    probe = unit @ np.random.default_rng(0).random(unit.shape[1])
    first = np.unique(probe, return_index=True)[1]  # of equal rows, which have equal products
    centre = np.asarray(unit[first].sum(axis=0))
    length = max(float(np.sqrt(np.square(centre).sum())), 1e-300)
    words = np.diff(unit.indptr)
    usual = float(np.median(words[first]))
    return np.asarray((unit @ centre) / length * words / np.maximum(words + usual / 2, 1))


def _apart(rows: sparse.csr_array, order: np.ndarray, n: int) -> list[int]:
    """The first n that do not have nearly the same words as an earlier one."""
    chosen: list[int] = []
    for start in range(0, len(order), BATCH):
        batch = order[start : start + BATCH].tolist()
        before = len(chosen)
        words = unit_rows((rows[[*chosen, *batch]] > 0).astype(np.float64))
        alike = (words[before:] @ words.T).toarray() > NEARLY_SAME
        earlier = list(range(before))
        for place, row in enumerate(batch):
            if not alike[place, earlier].any():
                chosen.append(row)
                earlier.append(before + place)
        if len(chosen) >= n:
            break
    return chosen[:n]


def unit_rows(X: sparse.csr_array) -> sparse.csr_array:
    norms = np.sqrt(np.asarray(X.power(2).sum(axis=1), dtype=np.float64)).ravel()
    scale = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)
    data = X.data * np.repeat(scale, np.diff(X.indptr))
    return sparse.csr_array((data, X.indices, X.indptr), shape=X.shape)
