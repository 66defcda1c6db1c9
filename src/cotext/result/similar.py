"""Documents and words that are similar to one, and documents that represent a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from scipy import sparse

from cotext.backend import is_sparse
from cotext.errors import UsageError, did_you_mean
from cotext.models.engine import Similarity
from cotext.result.cluster_lookup import ClusterRef, document_cluster
from cotext.result.documents import CONFIDENCE, EXCERPT, ID, TITLE, known_columns, or_none
from cotext.result.table import Table
from cotext.result.words import Floats

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering

Kind: TypeAlias = Literal["document", "word"]
SAVED_NEIGHBORS = 100
WHOLE = 1 << 22  # entries; of larger similarities, a run stores the nearest neighbors only
BLOCK = 1 << 23  # cosines that are computed together
NEARLY_SAME = 0.85  # cosine of two documents, each word counted once, from which they repeat each other
BATCH = 64  # documents compared with each other at once


def similar_documents(result: CoClustering, id: str, n: int = 10) -> Table:
    """Return the n documents most similar to the one with this id or title, and their excerpts."""
    ids, titles = result.docword.ids, result.docword.fields.titles
    if titles is not None and id in titles and id not in ids:
        id = ids[list(titles).index(id)]
    row = ids.index(id) if id in ids else None
    best, table = _nearest(result, id, row, n, "document")
    return table.with_columns(known_columns(result, best, TITLE, EXCERPT), len(table.columns))


def similar_words(result: CoClustering, word: str, n: int = 10) -> Table:
    """Return the n words most similar to ``word``."""
    known = result.docword.vocabulary
    column = known.index(word) if word in known else None
    if column is None and result.recipe is not None:  # another case, or another form of its stem
        column = result.recipe.find(word)
    return _nearest(result, word, column, n, "word")[1]


def near_documents(result: CoClustering, row: int, n: int = 10) -> list[tuple[int, float]]:
    """Return the rows and similarities of at most n documents that share words with one."""
    [near] = _neighbors(result, [row], n, "document")
    return [(other, value) for other, value in near if value > 0]


def near_words(result: CoClustering, columns: Sequence[int], n: int = 10) -> list[list[tuple[int, float]]]:
    """Return, for each of some words, columns and similarities of at most n words that share documents."""
    neighbors = _neighbors(result, columns, n, "word")
    return [[(other, value) for other, value in near if value > 0] for near in neighbors]


def _nearest(result: CoClustering, name: str, row: int | None, n: int, kind: Kind) -> tuple[list[int], Table]:
    names = result.docword.ids if kind == "document" else result.docword.vocabulary
    if row is None:
        raise UsageError(f"there is no {kind} {name!r} in this result{did_you_mean(name, names)}.")
    [best] = _neighbors(result, [row], n, kind)
    return [i for i, _ in best], Table((kind, "similarity"), [(names[i], value) for i, value in best])


def _neighbors(
    result: CoClustering, rows: Sequence[int], n: int, kind: Kind
) -> list[list[tuple[int, float]]]:
    """Return the neighbors by the model's own similarity, else by cosine."""
    S = result.fit.get(f"{kind}_similarity")
    if S is None:
        X = result.docword.X
        similarities = _cosines(X if kind == "document" else sparse.csr_array(X.T.tocsr()), rows)
    else:
        similarities = (_dense_row(S, row) for row in rows)
    neighbors = []
    for row, similarity in zip(rows, similarities, strict=True):
        similarity[row] = -np.inf
        if is_sparse(S):
            similarity[similarity == 0] = -np.inf  # not stored, so unknown
        neighbors.append([(i, float(similarity[i])) for i in _largest(similarity, n)])
    return neighbors


def _cosines(X: sparse.csr_array, rows: Sequence[int]) -> Iterator[Floats]:
    """Yield the cosines of each of some rows with all rows; the same numbers for any number of rows."""
    norms: Floats = np.sqrt(np.asarray(X.power(2).sum(axis=1), dtype=np.float64))
    step = max(1, BLOCK // X.shape[0])
    for start in range(0, len(rows), step):
        batch = list(rows[start : start + step])
        products = np.asarray((X @ X[batch].T).toarray(), dtype=np.float64).T
        for row, product in zip(batch, products, strict=True):
            yield np.asarray(product / np.maximum(norms * norms[row], 1e-300))


def _largest(values: np.ndarray, n: int) -> list[int]:
    """Return the indices of the n largest finite values; the first of equal values comes first."""
    finite = np.flatnonzero(np.isfinite(values))
    if 0 < n < len(finite):
        finite = finite[values[finite] >= np.partition(values[finite], -n)[-n]]
    indices: list[int] = finite[np.argsort(-values[finite], kind="stable")][: max(n, 0)].tolist()
    return indices


def _dense_row(S: Similarity, row: int) -> np.ndarray:
    dense = S.tocsr()[[row]].toarray()[0] if is_sparse(S) else S[row]
    return np.array(dense, dtype=np.float64)


def for_saving(S: Similarity) -> Similarity:
    """Return the similarity, or its largest entries per row if all of it would fill a disk."""
    n = S.shape[0]
    if n * n <= WHOLE:
        return S
    size = min(SAVED_NEIGHBORS + 1, n)  # with itself
    columns, values = np.empty((n, size), dtype=np.int64), np.empty((n, size), dtype=S.dtype)
    for i in range(n):
        row = _dense_row(S, i)
        columns[i] = np.sort(np.argpartition(-row, size - 1)[:size])
        values[i] = row[columns[i]]
    return sparse.csr_array((values.ravel(), columns.ravel(), np.arange(n + 1) * size), shape=S.shape)


def representative_documents(result: CoClustering, cluster: ClusterRef, n: int = 5) -> Table:
    """Return documents that represent a cluster: near its center, with enough words, and all different.

    There are fewer than n if all others repeat these.
    """
    cluster = document_cluster(result, cluster)
    members = np.flatnonzero(result.row_labels_ == cluster)
    unit = unit_rows(result.docword.X[members])
    confidence = np.nan_to_num(result.confidence[members], nan=1.0)
    score = confidence * result.memberships[members, cluster] * typicality(unit)
    best = members[_different(unit, np.argsort(-score, kind="stable"), max(n, 0))].tolist()
    return Table.of_columns({
        "document": best,
        ID: [result.docword.ids[row] for row in best],
        **known_columns(result, best, TITLE),
        CONFIDENCE: or_none(result.confidence[best]),
        **known_columns(result, best, EXCERPT),
    })  # fmt: skip


def typical_titles(result: CoClustering, cluster: ClusterRef, n: int) -> list[str]:
    """Return the titles of documents that represent a cluster, or the ids of those without a title."""
    titles = result.docword.titles
    return [titles[row] for row in representative_documents(result, cluster, n).column("document")]


def typicality(unit: sparse.csr_array) -> Floats:
    """Return how well each document, at unit length, represents all of them: 0 to 1.

    It is the cosine with their center, in which equal documents count once. Documents with few different
    words get less: two thirds of it at the median number of words.

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


def _different(rows: sparse.csr_array, order: np.ndarray, n: int) -> list[int]:
    """Return the first n that do not have nearly the same words as an earlier one."""
    chosen: list[int] = []
    for start in range(0, len(order), BATCH):
        batch = order[start : start + BATCH].tolist()
        n_earlier = len(chosen)
        words = unit_rows((rows[[*chosen, *batch]] > 0).astype(np.float64))
        is_nearly_same = (words[n_earlier:] @ words.T).toarray() > NEARLY_SAME
        earlier = list(range(n_earlier))
        for i, row in enumerate(batch):
            if not is_nearly_same[i, earlier].any():
                chosen.append(row)
                earlier.append(n_earlier + i)
        if len(chosen) >= n:
            break
    return chosen[:n]


def unit_rows(X: sparse.csr_array) -> sparse.csr_array:
    """Scale each row to unit length; rows without entries stay empty."""
    norms = np.sqrt(np.asarray(X.power(2).sum(axis=1), dtype=np.float64)).ravel()
    scale = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)
    data = X.data * np.repeat(scale, np.diff(X.indptr))
    return sparse.csr_array((data, X.indices, X.indptr), shape=X.shape)
