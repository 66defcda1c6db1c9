"""What a data set holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse


@dataclass(frozen=True, eq=False)
class Dataset:
    """Documents with known classes, counted or as texts.

    Attributes
    ----------
    name : str
        The name it was loaded by.
    X : csr_array of int, shape (n_documents, n_words), or None
        Word counts; None when there are only texts.
    labels : ndarray of int, shape (n_documents,), or None
        Class of each document, a code into ``label_names``.
    label_names, vocabulary, texts, ids
        Names of the classes and words, texts and identifiers of the rows; None when unknown.
    slices : tuple of csr_array
        Relations of a tensor; the slice of a ``"factor"`` F in ``slice_kinds`` is B B' with B = (F > 0),
        that of an ``"adjacency"`` the matrix itself.
    slice_names, slice_kinds, slice_vocabularies
        One entry per slice.
    samples : tuple of csr_array
        The draws of a newsgroup subset; ``X`` is the first.
    duplicate_of : ndarray of int
        For each sample the index of an earlier identical one, or -1.
    column_labels : ndarray of int, shape (n_words,)
        True word clusters of planted data.
    """

    name: str
    X: sparse.csr_array | None = None
    labels: np.ndarray | None = None
    label_names: Sequence[str] = ()
    vocabulary: Sequence[str] | None = None
    texts: Sequence[str] | None = None
    ids: Sequence[str] = ()
    slices: tuple[sparse.csr_array, ...] = ()
    slice_names: Sequence[str] = ()
    slice_kinds: Sequence[str] = ()
    slice_vocabularies: Sequence[Sequence[str] | None] = ()
    samples: tuple[sparse.csr_array, ...] = ()
    duplicate_of: np.ndarray | None = None
    column_labels: np.ndarray | None = None

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        words = "" if self.X is None else f" x {self.X.shape[1]} words"
        return f"<Dataset {self.name}: {len(self)} documents{words}, {len(self.label_names)} classes>"
