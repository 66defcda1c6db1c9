"""Models of tensors: several relations between the same documents and columns, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from scipy import sparse

from cotext.backend import Matrix, open_slices, without_rows
from cotext.corpus import checked_csr
from cotext.errors import UsageError
from cotext.matrix import RelationTensor
from cotext.matrix.product import Product
from cotext.models.engine import (
    Algorithm,
    AnyState,
    Extras,
    Fit,
    Kept,
    Predictor,
    SweepAlgorithm,
    SweepFit,
    check_clusters,
    check_matrix,
    check_range,
    data,
)
from cotext.models.engine.data import worth_keeping
from cotext.models.engine.units import divided


class Slices(NamedTuple):
    """Checked slices in one precision, CSR or :class:`Product`."""

    slices: tuple[sparse.csr_array | Product, ...]
    names: tuple[str, ...]

    @property
    def shape(self) -> tuple[int, int, int]:
        return (*self.slices[0].shape, len(self.slices))

    @property
    def dtype(self) -> np.dtype[Any]:
        return np.dtype(_values(self.slices[0]).dtype)

    def written_out(self) -> list[sparse.csr_array]:
        """The slices as CSR matrices, products multiplied."""
        return [one.expand() if isinstance(one, Product) else one for one in self.slices]

    def values(self) -> np.ndarray:
        """All stored numbers; those of a factor B squared, as they come in B B'."""
        each = [one.B.data**2 if isinstance(one, Product) else one.data for one in self.slices]
        return each[0] if len(each) == 1 else np.concatenate(each)

    def described(self) -> dict[str, Any]:
        """The fields of a ``TensorFit``, by name."""
        return {"n_slices": len(self.slices), "slice_names": list(self.names)}


@data.has_words.register
def _(X: Slices) -> np.ndarray:
    return np.asarray(np.sum([_sums(one, 1) for one in X.slices], axis=0) > 0)


@data.words_used.register
def _(X: Slices) -> np.ndarray:
    return np.asarray(np.sum([_sums(one, 0) for one in X.slices], axis=0) > 0)


@data.extent.register
def _(X: Slices) -> tuple[float, int]:
    values = X.values()
    return float(values.max(initial=0)), len(values)


@data.in_unit.register
def _(X: Slices, unit: float) -> Slices:
    """Every slice in this unit, which is a square if there are products."""
    if unit == 1:
        return X
    root = float(np.sqrt(unit))
    each = [
        Product(divided(one.B, root)) if isinstance(one, Product) else divided(one, unit) for one in X.slices
    ]
    return X._replace(slices=tuple(each))


@data.only.register
def _(X: Slices, kept: Kept) -> Slices:
    """The documents that are kept, and these columns if the columns are the documents."""
    rows, columns = kept
    if columns is None:
        return X._replace(slices=tuple(without_rows(_values(one), rows) for one in X.slices))
    each = [
        Product(one.B[rows]) if isinstance(one, Product) else sparse.csr_array(one[rows][:, columns])
        for one in X.slices
    ]
    return X._replace(slices=tuple(each))


@dataclass(frozen=True, eq=False)
class TensorFit(Fit):
    """A fit of several slices.

    Attributes
    ----------
    n_slices_, slice_names_ : int, list of str
        Number and names of the slices.
    """

    n_slices: int = 1
    slice_names: list[str] | None = None


@dataclass(frozen=True)
class TensorAlgorithm(Algorithm):
    """Fits ``Slices``; its fits have the fields that these ``described``."""

    fit_type: ClassVar[type[TensorFit]] = TensorFit
    reads_chunks = False  # slices are in memory
    takes_slices = True

    def usual_unit(self, X: Slices) -> float:
        unit = self.unit_of_values(X.values())
        odd = int(np.log2(unit)) % 2 and any(isinstance(one, Product) for one in X.slices)
        return unit / 2 if odd else unit

    def keep(self, X: Slices, has_words: np.ndarray) -> Kept | None:
        if has_words.all() or not relates_documents(X):
            return super().keep(X, has_words)
        kept = worth_keeping(has_words | data.words_used(X), max(self.cluster_pair()))
        return None if kept is None else Kept(kept, kept)


@dataclass(frozen=True, eq=False)
class SliceSweepFit(TensorFit, SweepFit):
    """Slices and restarts."""


@dataclass(frozen=True)
class SliceSweeps(TensorAlgorithm, SweepAlgorithm[AnyState]):
    """Sweeps over the slices side by side; ``initialize`` gets their number by name."""

    fit_type: ClassVar[type[SliceSweepFit]] = SliceSweepFit

    def open(self, X: Slices) -> Matrix:
        products = [i for i, one in enumerate(X.slices) if isinstance(one, Product)]
        return self.adapt(open_slices(list(map(_values, X.slices)), products, self.device, self.n_jobs))

    def extras(self, X: Slices, **given: Any) -> Extras:
        return Extras({"n_slices": len(X.slices)}, learned=X.described())


class TensorEstimator(Predictor):
    """Checks slices, and compares those of new documents with the fitted ones."""

    fit_: TensorFit

    def _check(self, X: object, *, reset: bool) -> Slices:
        if not is_tensor(X):
            checked = Slices((check_matrix(self, X, reset=reset),), ("slice 0",))
        else:
            if reset:
                self._validate_params()
            checked = _checked(X, new=not reset)
        n, d, v = checked.shape
        if reset:
            check_clusters(self.algorithm, (n, d))
            self.n_features_in_ = d
        elif (d, v) != (self.n_features_in_, self.fit_.n_slices):
            raise UsageError(
                f"{v} slices of {d} columns were given; {type(self).__name__} was fitted on "
                f"{self.fit_.n_slices} of {self.n_features_in_}: give the same relations."
            )
        return checked


def is_tensor(X: object) -> bool:
    """Whether X is more than a matrix: slices in a list, a cube, or a relation tensor."""
    if isinstance(X, RelationTensor | Product) or getattr(X, "ndim", 2) == 3:
        return True
    first = X[0] if isinstance(X, list | tuple) and len(X) else None
    return isinstance(first, Product) or sparse.issparse(first) or getattr(first, "ndim", 0) == 2


def relates_documents(X: Slices) -> bool:
    """Whether the columns are documents: a slice is a product, or all are symmetric."""
    products = [isinstance(one, Product) for one in X.slices]
    return any(products) or all(is_symmetric(_values(one)) for one in X.slices)


def is_symmetric(X: sparse.csr_array) -> bool:
    """Whether a relation is symmetric, up to rounding."""
    n, d = X.shape
    return n == d and bool(abs(X - X.T).max() <= 1e-12 * X.max())


def looks_normalized(one: sparse.csr_array | Product) -> bool:
    """Whether the rows of a slice have unit length, as weighted texts do and counts do not."""
    X = _values(one)
    if not (X.data % 1).any():
        return False
    starts = X.indptr[:-1][np.diff(X.indptr) > 0]
    squares = np.add.reduceat(X.data**2, starts)
    squares = squares[squares > 0]
    return bool(len(squares) and np.allclose(squares, 1, atol=1e-3))


def _checked(X: object, *, new: bool) -> Slices:
    """The slices of a tensor; new documents may lack a relation that the fitted ones had."""
    if new and isinstance(X, list | tuple):
        slices = [one if isinstance(one, Product) else checked_csr(one, "a slice") for one in X]
        names: tuple[str, ...] = ()
    else:
        tensor = RelationTensor.of(X).compact()
        slices, names = list(tensor.slices), tensor.names
    for one in (checked := _in_one_precision(slices)):
        check_range(_values(one))
    return Slices(checked, names)


def _values(one: sparse.csr_array | Product) -> sparse.csr_array:
    """The stored matrix: the slice, or B of a slice B B'."""
    return one.B if isinstance(one, Product) else one


def _sums(X: sparse.csr_array | Product, axis: int) -> np.ndarray:
    if isinstance(X, Product):
        return np.asarray(X @ np.ones(X.shape[0]))
    return np.asarray(X.sum(axis=axis), dtype=np.float64)


def _in_one_precision(slices: Sequence[sparse.csr_array | Product]) -> tuple[sparse.csr_array | Product, ...]:
    """float32 if all are, else float64."""
    single = all(_values(one).dtype == np.float32 for one in slices)
    dtype = np.float32 if single else np.float64
    return tuple(
        Product(one.B.astype(dtype)) if isinstance(one, Product) else one.astype(dtype, copy=False)
        for one in slices
    )
