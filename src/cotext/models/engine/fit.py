"""A fit as a value: every array is declared with its axes.

Saving, loading, shape checks, the unit of X, documents without words and the step from parts to documents are
functions of these declarations. A model with further arrays declares them in a subclass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from cotext.backend import empty_array, is_sparse
from cotext.models.engine.labels import all_finite, labels_from
from cotext.models.engine.units import times_power

Similarity: TypeAlias = np.ndarray | sparse.csr_array

DOCUMENTS, WORDS, SLICES = "documents", "words", "slices"
SLICE_WORDS = "words of all slices"
DOCUMENT_CLUSTERS, WORD_CLUSTERS, FACTORS = "document clusters", "word clusters", "word factors"

AMOUNTS, NUMBERS = "amounts", "numbers"  # finite, from 0 up; finite
CURVE = "curve"  # numbers, NaN after the end
LABELS, OPEN_LABELS = "labels", "open labels"  # integers from 0 up; from -1 up, which is none
SHARES = "shares"  # of the opinions for each document's cluster, from 0 up
SIMILARITY = "similarity"  # finite, may be sparse


class Kept(NamedTuple):
    """Documents that take part in a fit, and words: None, unless the words are the documents."""

    documents: np.ndarray
    words: np.ndarray | None = None


def fitted(*axes: str, kind: str = AMOUNTS) -> Any:
    """Declare a fitted array by the names of its axes and what it holds."""
    return field(default=None, metadata={"axes": axes, "kind": kind})


@dataclass(frozen=True, eq=False)
class Fit:
    """The result of every model.

    Attributes
    ----------
    row_labels_, column_labels_ : ndarray of int
        Cluster of each document and word, the largest for one without entries; ``labels_`` is of rows.
    row_factor_ : ndarray of shape (n_documents, g)
        Memberships Z; labels are the argmax after scaling each column to unit length.
    block_ : ndarray of shape (g, m)
        Block summary S; the identity for two-factor models.
    column_factor_ : ndarray of shape (n_words, m)
        Word factor W.
    criterion_, criteria_ : float, ndarray of shape (n_init,)
        Final criterion of the best restart and of all of them; lower is better.
    losses_ : ndarray
        Criterion of the best restart after each sweep, and of the final result.
    n_iter_, converged_ : int, bool
        Sweeps of the best restart, and whether it met ``tol`` or its intended end.
    scale_ : float
        Power of two that X is divided by while it is fitted: 1 unless its numbers are far from 1.
    """

    row_factor: np.ndarray = fitted(DOCUMENTS, DOCUMENT_CLUSTERS)
    column_factor: np.ndarray = fitted(WORDS, FACTORS)
    block: np.ndarray = fitted(DOCUMENT_CLUSTERS, WORD_CLUSTERS)
    row_norms: np.ndarray = fitted(DOCUMENT_CLUSTERS)
    row_shares: np.ndarray = fitted(DOCUMENT_CLUSTERS)
    row_labels: np.ndarray = fitted(DOCUMENTS, kind=LABELS)
    column_labels: np.ndarray = fitted(WORDS, kind=LABELS)
    losses: np.ndarray = fitted("kept sweeps", kind=CURVE)
    criteria: np.ndarray = fitted("starts", kind=CURVE)
    criterion: float = float("nan")
    n_iter: int = 0
    converged: bool = True
    settled: bool = True
    scale: float = 1.0

    optional: ClassVar[tuple[str, ...]] = ()  # arrays that a fit may lack
    nested_words: ClassVar[bool] = False  # whether the word factor has a column per document and word cluster
    aliases: ClassVar[Mapping[str, str]] = {}  # former names of fields, in users' code and run folders

    @classmethod
    def axes(cls) -> dict[str, tuple[str, ...]]:
        """The axes of every declared array."""
        return {f.name: f.metadata["axes"] for f in fields(cls) if "axes" in f.metadata}

    @classmethod
    def kinds(cls) -> dict[str, str]:
        """The kind of values of every declared array."""
        return {f.name: f.metadata["kind"] for f in fields(cls) if "kind" in f.metadata}

    def get(self, name: str, default: object = None) -> Any:
        """A value that only some fits have."""
        value = getattr(self, name, None)
        return default if value is None else value

    def arrays(self) -> Iterator[tuple[str, Any, tuple[str, ...]]]:
        """Name, value and axes of every declared array that this fit has."""
        for name, axes in self.axes().items():
            if (value := getattr(self, name)) is not None:
                yield name, value, axes

    def values(self) -> dict[str, Any]:
        """Every value, by the name of the estimator's attribute."""
        values = {f"{f.name}_": getattr(self, f.name) for f in fields(self)}
        return {name: value for name, value in values.items() if value is not None}

    @classmethod
    def of_values(cls, values: Mapping[str, Any]) -> Self:
        """Undo ``values``; other names are left out."""
        known = {f.name for f in fields(cls)}
        named = {cls.aliases.get(name.removesuffix("_"), name.removesuffix("_")): name for name in values}
        return cls(**{name: values[own] for name, own in named.items() if name in known})

    def but(self, **values: Any) -> Self:
        """The same fit with other values."""
        return replace(self, **values)

    def assign(self, Z: np.ndarray) -> np.ndarray:
        """Cluster of each document, from its memberships."""
        return labels_from(Z, self.row_shares, self.row_norms)

    def unfinished(self) -> list[str]:
        """Names of the criterion and the factors that are not finite."""
        named = ("criterion", "row_factor", "block", "column_factor")
        return [f"{name}_" for name in named if not all_finite(getattr(self, name))]

    def times(self, powers: Mapping[str, int], unit: float) -> Self:
        """Every value multiplied by ``unit`` to its power; curves have that of the criterion."""
        if unit == 1:
            return self
        named = dict(powers)
        if power := named.pop("criterion", 0):
            named |= dict.fromkeys(("criterion", "losses", "criteria", "restart_losses"), power)
        named = {name: power for name, power in named.items() if self.get(name) is not None}
        new: dict[str, Any] = {n: times_power(getattr(self, n), unit, power) for n, power in named.items()}
        if "criterion" in new:
            new["criterion"] = float(new["criterion"])
        return self.but(**new)

    def of_words(self, put: Callable[[np.ndarray], Any]) -> Self:
        """The same fit with ``put`` applied to its arrays of numbers that have no axis of documents."""
        moved = {
            name: put(value)
            for name, value, axes in self.arrays()
            if DOCUMENTS not in axes and isinstance(value, np.ndarray) and value.dtype.kind == "f"
        }
        return self.but(**moved)

    def among_all(self, kept: Kept) -> Self:
        """The same fit with documents that were left out: zeros, or the largest cluster."""
        sides = {DOCUMENTS: kept.documents, WORDS: kept.words}
        if kept.words is not None:
            sides[SLICE_WORDS] = np.tile(kept.words, getattr(self, "n_slices", 1))
        new = {}
        for name, value, axes in self.arrays():
            for axis, axis_name in enumerate(axes):
                if (side := sides.get(axis_name)) is not None:
                    value = widened(value, axis, side, self._usual(name, value))
            new[name] = value
        return self.but(**new)

    def _usual(self, name: str, value: Any) -> Any:
        """The largest cluster, in each of several labelings; 0 in arrays that hold no labels."""
        if name == "row_labels":
            return self.row_shares.argmax()
        if is_sparse(value) or value.dtype.kind not in "iu":
            return 0
        largest = [np.bincount(labels[labels >= 0], minlength=1).argmax() for labels in np.atleast_2d(value)]
        return np.array(largest, value.dtype)[0 if value.ndim == 1 else slice(None)]


def widened(value: Any, axis: int, kept: np.ndarray, other: ArrayLike = 0) -> Any:
    """An array, or sparse matrix, with ``other`` at the indices of an axis that are not kept.

    Examples
    --------
    >>> widened(np.array([[1, 2], [3, 4]]), 0, np.array([True, False, True])).tolist()
    [[1, 2], [0, 0], [3, 4]]
    """
    if is_sparse(value):
        return _widened_sparse(sparse.csr_array(value), axis, kept)
    shape = (*value.shape[:axis], len(kept), *value.shape[axis + 1 :])
    on_disk = isinstance(value, np.memmap) or isinstance(value.base, np.memmap)
    new = empty_array(shape, value.dtype, None) if on_disk else np.empty(shape, value.dtype)
    new, before = np.moveaxis(new, axis, 0), np.moveaxis(value, axis, 0)
    new[kept], new[~kept] = before, other
    return np.moveaxis(new, 0, axis)


def _widened_sparse(X: sparse.csr_array, axis: int, kept: np.ndarray) -> sparse.csr_array:
    if axis == 0:
        lengths = np.zeros(len(kept), X.indptr.dtype)
        lengths[kept] = np.diff(X.indptr)
        indptr = np.concatenate([X.indptr[:1], np.cumsum(lengths, dtype=X.indptr.dtype)])
        return sparse.csr_array((X.data, X.indices, indptr), shape=(len(kept), X.shape[1]))
    places = np.flatnonzero(kept).astype(X.indices.dtype)
    return sparse.csr_array((X.data, places[X.indices], X.indptr), shape=(X.shape[0], len(kept)))


@dataclass(frozen=True)
class Outcome:
    """A fit, why it ended too early, and the best restart."""

    fit: Fit
    complaint: str | None = None
    best: Any = None
