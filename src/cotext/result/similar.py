"""What is like this document, or this word?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from scipy import sparse

from cotext.backend import is_sparse
from cotext.errors import UsageError, did_you_mean
from cotext.result.documents import EXCERPT, TITLE
from cotext.result.table import Table
from cotext.result.words import Floats

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering

Kind: TypeAlias = Literal["document", "word"]
KEPT_NEIGHBORS = 100
WHOLE = 1 << 22  # entries; similarities larger than that are saved as nearest neighbours
BLOCK = 1 << 23  # entries; so many cosines are computed at once


def similar_documents(result: CoClustering, id: str, n: int = 10) -> Table:
    """The n documents most like the one of that id, or title: their similarity and how they begin."""
    ids, titles = result.docword.ids, result.docword.fields.titles
    if titles is not None and id in titles and id not in ids:
        id = ids[list(titles).index(id)]
    row = ids.index(id) if id in ids else None
    best, table = _nearest(result, id, row, n, "document")
    more = {TITLE: titles, EXCERPT: result.excerpts}
    known = {name: values for name, values in more.items() if values is not None}
    rows = [
        (*row, *(values[place] for values in known.values()))
        for row, place in zip(table.rows, best, strict=True)
    ]
    return Table((*table.columns, *known), rows)


def similar_words(result: CoClustering, word: str, n: int = 10) -> Table:
    """The n words most like ``word``, with their similarity."""
    known = result.docword.vocabulary
    column = known.index(word) if word in known else None
    if column is None and result.recipe is not None:  # another case, or another form of its stem
        column = result.recipe.find(word)
    return _nearest(result, word, column, n, "word")[1]


def near_documents(result: CoClustering, row: int, n: int = 10) -> list[tuple[int, float]]:
    """Rows of at most n documents that have something in common with that of a row, and how much."""
    [near] = _near(result, [row], n, "document")
    return [(other, value) for other, value in near if value > 0]


def near_words(result: CoClustering, columns: Sequence[int], n: int = 10) -> list[list[tuple[int, float]]]:
    """For each of some words, at most n others that have something in common with it, and how much."""
    found = _near(result, columns, n, "word")
    return [[(other, value) for other, value in near if value > 0] for near in found]


def _nearest(result: CoClustering, name: str, row: int | None, n: int, kind: Kind) -> tuple[list[int], Table]:
    names = result.docword.ids if kind == "document" else result.docword.vocabulary
    if row is None:
        raise UsageError(f"there is no {kind} {name!r} in this result{did_you_mean(name, names)}.")
    [best] = _near(result, [row], n, kind)
    return [i for i, _ in best], Table((kind, "similarity"), [(names[i], value) for i, value in best])


def _near(result: CoClustering, rows: Sequence[int], n: int, kind: Kind) -> list[list[tuple[int, float]]]:
    """By the model's own similarity, else by cosine."""
    S = result.fit.get(f"{kind}_similarity")
    if S is None:
        X = result.docword.X
        lines = _cosines(X if kind == "document" else sparse.csr_array(X.T.tocsr()), rows)
    else:
        lines = (_row(S, row) for row in rows)
    found = []
    for row, similarity in zip(rows, lines, strict=True):
        similarity[row] = -np.inf
        if is_sparse(S):
            similarity[similarity == 0] = -np.inf  # not kept, so nothing is known
        found.append([(i, float(similarity[i])) for i in _best(similarity, n)])
    return found


def _cosines(X: sparse.csr_array, rows: Sequence[int]) -> Iterator[Floats]:
    """The cosine of each of some rows with all rows; the same numbers however many are asked for."""
    norms: Floats = np.sqrt(np.asarray(X.power(2).sum(axis=1), dtype=np.float64))
    step = max(1, BLOCK // X.shape[0])
    for start in range(0, len(rows), step):
        part = list(rows[start : start + step])
        products = np.asarray((X @ X[part].T).toarray(), dtype=np.float64).T
        for row, line in zip(part, products, strict=True):
            yield np.asarray(line / np.maximum(norms * norms[row], 1e-300))


def _best(values: np.ndarray, n: int) -> list[int]:
    """Places of the n largest of those that are finite, the first of equal ones first."""
    some = np.flatnonzero(np.isfinite(values))
    if 0 < n < len(some):
        some = some[values[some] >= np.partition(values[some], -n)[-n]]
    best: list[int] = some[np.argsort(-values[some], kind="stable")][: max(n, 0)].tolist()
    return best


def _row(S: Any, row: int) -> np.ndarray:
    dense = S.tocsr()[[row]].toarray()[0] if is_sparse(S) else S[row]
    return np.array(dense, dtype=np.float64)


def for_saving(S: Any) -> Any:
    """The similarity itself, or its largest entries per row where the whole would fill a disk."""
    n = S.shape[0]
    if n * n <= WHOLE:
        return S
    rows = [_nearest_of(_row(S, i)) for i in range(n)]
    lengths = np.cumsum([0, *(len(columns) for columns, _ in rows)])
    columns, values = (np.concatenate(parts) for parts in zip(*rows, strict=True))
    return sparse.csr_array((values.astype(S.dtype), columns, lengths), shape=S.shape)


def _nearest_of(row: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    best = np.sort(np.argpartition(-row, KEPT_NEIGHBORS)[: KEPT_NEIGHBORS + 1])  # itself and the others
    return best, row[best]
