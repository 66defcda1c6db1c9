"""Sources of the chunks of a matrix: a store on disk, or a list in memory."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from cotext.backend.arrays import rows_of
from cotext.backend.memory import available_memory, gigabytes
from cotext.errors import UsageError

Change: TypeAlias = Callable[[sparse.csr_array], sparse.csr_array]


class Chunks(ABC):
    """A matrix of documents and words in numbered chunks of rows."""

    cuts: np.ndarray  # int64: chunk k holds the rows cuts[k]:cuts[k + 1], at least one
    sizes: np.ndarray  # int64: entries of each chunk, at most
    n_words: int
    dtype: np.dtype[Any]  # float32 or float64
    largest: float  # no entry is larger
    room: Path | None = None  # folder for arrays along the documents; None for that of temporary files

    @abstractmethod
    def block(self, k: int) -> sparse.csr_array:
        """Chunk k: finite and non-negative entries, sorted and unique."""

    def ahead(self, k: int) -> None:
        """Fetch chunk k, if it exists: it is needed next."""
        return None

    def __len__(self) -> int:
        return len(self.cuts) - 1

    @property
    def shape(self) -> tuple[int, int]:
        return int(self.cuts[-1]), self.n_words

    @property
    def nnz(self) -> int:
        return int(self.sizes.sum())

    @property
    def bytes(self) -> float:
        """Memory of the whole matrix."""
        n, nnz = self.shape[0], self.nnz
        return float(nnz * (self.dtype.itemsize + self._wide.itemsize) + n * self._wide.itemsize)

    @property
    def _wide(self) -> np.dtype[Any]:
        """Type of the indices of the whole matrix."""
        return np.dtype(np.int64 if self.nnz >= 2**31 else np.int32)

    def spans(self) -> Iterator[tuple[slice, sparse.csr_array]]:
        """The rows of each chunk, and the chunk, in order."""
        for k, (start, stop) in enumerate(pairwise(self.cuts.tolist())):
            self.ahead(k + 1)
            yield slice(start, stop), self.block(k)

    def changed(self, change: Change) -> Chunks:
        """The same matrix with ``change``, which adds no entries, applied to every chunk that is opened."""
        return Changed(self, change)

    def rows(self, index: np.ndarray) -> sparse.csr_array:
        """Some documents, in this order."""
        index = np.asarray(index)
        owner = np.searchsorted(self.cuts, index, side="right") - 1
        order = np.argsort(owner, kind="stable")
        parts = [
            self.block(k)[index[order[owner[order] == k]] - self.cuts[k]] for k in np.unique(owner).tolist()
        ]
        if not parts:
            return sparse.csr_array((0, self.n_words), dtype=self.dtype)
        return sparse.csr_array(sparse.vstack(parts, format="csr")[np.argsort(order)])

    def whole(self) -> sparse.csr_array:
        """The matrix in memory."""
        n, nnz, wide, needed = self.shape[0], self.nnz, self._wide, self.bytes
        if needed > (free := available_memory()):
            raise UsageError(
                f"a store of {n:,} documents with {nnz:,} entries needs about {gigabytes(needed)} in memory, "
                f"and {gigabytes(free)} are free: use a model that reads it block by block, such as nmf, "
                "nmtf or spherical-kmeans."
            )
        data, indices = np.empty(nnz, self.dtype), np.empty(nnz, wide)
        indptr, end = np.zeros(n + 1, wide), 0
        for rows, block in self.spans():
            start, end = end, end + block.nnz
            data[start:end], indices[start:end] = block.data, block.indices
            indptr[rows.start + 1 : rows.stop + 1] = start + block.indptr[1:].astype(np.int64)
        return sparse.csr_array((data[:end], indices[:end], indptr), shape=self.shape)


class Fewer(Chunks):
    """Another source without some documents, none of which has entries; empty chunks are left out.

    Examples
    --------
    >>> X = ChunksInMemory(sparse.csr_array(np.diag([1, 0, 3, 0])), [0, 1, 2, 4])
    >>> fewer = Fewer(X, np.array([True, False, True, False]))
    >>> fewer.cuts.tolist(), fewer.block(1).toarray().tolist()
    ([0, 1, 2], [[0, 0, 3, 0]])
    """

    def __init__(self, source: Chunks, kept: np.ndarray) -> None:
        self.source = source
        left = [kept[a:b] for a, b in pairwise(source.cuts.tolist())]
        self.numbers = [k for k, some in enumerate(left) if some.any()]
        self.kept = [left[k] for k in self.numbers]
        self.cuts = np.cumsum([0, *(some.sum() for some in self.kept)])
        self.sizes = source.sizes[self.numbers]
        self.n_words, self.dtype = source.n_words, source.dtype
        self.largest, self.room = source.largest, source.room

    def block(self, k: int) -> sparse.csr_array:
        return without_rows(self.source.block(self.numbers[k]), self.kept[k])

    def ahead(self, k: int) -> None:
        if k < len(self):
            self.source.ahead(self.numbers[k])


def without_rows(X: sparse.csr_array, kept: np.ndarray) -> sparse.csr_array:
    """The rows that are kept; the others have no entries, so the result shares the arrays of X."""
    indptr = X.indptr[np.append(kept, True)]
    return sparse.csr_array((X.data, X.indices, indptr), shape=(len(indptr) - 1, X.shape[1]))


Entries: TypeAlias = sparse.csr_array | Chunks  # in memory, or not all at once


class Changed(Chunks):
    """The chunks of another source, changed when they are opened."""

    def __init__(self, source: Chunks, change: Change) -> None:
        self.source, self.change = source, change
        self.cuts, self.sizes = source.cuts, source.sizes
        self.largest, self.room = source.largest, source.room
        first = self.block(0)
        self.n_words, self.dtype = first.shape[1], first.dtype

    def block(self, k: int) -> sparse.csr_array:
        return self.change(self.source.block(k))

    def ahead(self, k: int) -> None:
        self.source.ahead(k)


class ChunksInMemory(Chunks):
    """Chunks in memory, as views of a matrix.

    Examples
    --------
    >>> X = ChunksInMemory(sparse.csr_array(np.eye(5)), [0, 2, 5])
    >>> len(X), X.shape, X.rows(np.array([4, 0])).toarray().argmax(axis=1).tolist()
    (2, (5, 5), [4, 0])
    """

    def __init__(self, X: sparse.csr_array, cuts: Sequence[int]) -> None:
        self.parts = [rows_of(X, a, b) for a, b in pairwise(cuts)]
        self.cuts = np.asarray(cuts, dtype=np.int64)
        self.sizes = np.array([part.nnz for part in self.parts], dtype=np.int64)
        self.n_words, self.dtype = X.shape[1], X.dtype
        self.largest = float(X.data.max(initial=0))

    def block(self, k: int) -> sparse.csr_array:
        return self.parts[k]
