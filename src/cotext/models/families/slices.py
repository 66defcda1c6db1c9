"""Models of tensors: several relations between the same documents and columns, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
from scipy import sparse

from cotext.backend import Matrix, open_slices, without_rows
from cotext.corpus import checked_csr
from cotext.errors import UsageError
from cotext.matrix import RelationTensor
from cotext.matrix.product import Product
from cotext.models.engine import AnyState, CoClusterer, SweepModel, check_clusters, check_matrix, check_range
from cotext.models.engine.empty_documents import Axes, Kept, worth_keeping
from cotext.models.engine.units import divided, unit_of


class Slices(NamedTuple):
    """Checked slices in one precision, CSR or :class:`Product`."""

    slices: tuple[sparse.csr_array | Product, ...]
    names: tuple[str, ...]

    @property
    def shape(self) -> tuple[int, int, int]:
        return (*self.slices[0].shape, len(self.slices))

    @property
    def dtype(self) -> np.dtype[Any]:
        found: np.dtype[Any] = _values(self.slices[0]).dtype
        return found

    def written_out(self) -> list[sparse.csr_array]:
        """The slices as CSR matrices, products multiplied."""
        return [one.expand() if isinstance(one, Product) else one for one in self.slices]

    def values(self) -> np.ndarray:
        """All stored numbers; those of a factor B squared, as they come in B B'."""
        each = [one.B.data**2 if isinstance(one, Product) else one.data for one in self.slices]
        return each[0] if len(each) == 1 else np.concatenate(each)

    def divided(self, unit: float) -> Slices:
        """Every slice in this unit, which is a square where there are products."""
        if unit == 1:
            return self
        root = float(np.sqrt(unit))
        each = [
            Product(divided(one.B, root)) if isinstance(one, Product) else divided(one, unit)
            for one in self.slices
        ]
        return self._replace(slices=tuple(each))

    def only(self, kept: Kept) -> Slices:
        """The documents that are kept; where the columns are the documents too, these columns."""
        rows, columns = kept
        if columns is None:
            return self._replace(slices=tuple(without_rows(_values(one), rows) for one in self.slices))
        each = [
            Product(one.B[rows]) if isinstance(one, Product) else sparse.csr_array(one[rows][:, columns])
            for one in self.slices
        ]
        return self._replace(slices=tuple(each))


class WithSlices(CoClusterer):
    """``fit`` takes a list of equally shaped slices, a ``RelationTensor``, or one matrix (= one slice)."""

    publishes: ClassVar[tuple[str, ...]] = ("n_slices_", "slice_names_")
    fitted_axes: ClassVar[Axes] = {"column_factor_": "dm", "column_labels_": "d"}

    def reads_blocks(self) -> bool:
        return False  # slices are in memory

    def check(self, X: Any, *, reset: bool) -> Slices:
        if not is_tensor(X):
            found = Slices((check_matrix(self, X, reset=reset),), ("slice 0",))
        else:
            if reset:
                self._validate_params()
            found = _checked(X, new=not reset)
        n, d, v = found.shape
        if reset:
            check_clusters(self, (n, d))
            self.n_features_in_, self.n_slices_, self.slice_names_ = d, v, list(found.names)
        elif (d, v) != (self.n_features_in_, self.n_slices_):
            raise UsageError(
                f"{v} slices of {d} columns were given; {type(self).__name__} was fitted on {self.n_slices_} "
                f"of {self.n_features_in_}: give the same relations."
            )
        return found

    def unit(self, X: Slices) -> float:
        unit = self.unit_of_values(X.values())
        odd = int(np.log2(unit)) % 2 and any(isinstance(one, Product) for one in X.slices)
        return unit / 2 if odd else unit

    def extent(self, X: Slices) -> tuple[float, int]:
        values = X.values()
        return float(values.max(initial=0)), len(values)

    def unit_of_values(self, values: np.ndarray) -> float:
        """The power of two that numbers like these are divided by before they are fitted."""
        return unit_of(values)

    def divided(self, X: Slices, unit: float) -> Slices:
        return X.divided(unit)

    def keep(self, X: Slices, says: np.ndarray) -> Kept | None:
        if says.all() or not relates_documents(X):
            return super().keep(X, says)
        kept = worth_keeping(says | self.words_used(X), max(self.cluster_pair()))
        return None if kept is None else Kept(kept, kept)

    def only(self, X: Slices, kept: Kept) -> Slices:
        return X.only(kept)

    def has_words(self, X: Slices) -> np.ndarray:
        return np.asarray(np.sum([_sums(one, 1) for one in X.slices], axis=0) > 0)

    def words_used(self, X: Slices) -> np.ndarray:
        return np.asarray(np.sum([_sums(one, 0) for one in X.slices], axis=0) > 0)


class SliceSweeps(WithSlices, SweepModel[AnyState]):
    """Sweeps over the slices side by side."""

    def open(self, X: Slices) -> Matrix:
        products = [i for i, one in enumerate(X.slices) if isinstance(one, Product)]
        return self.adapt(open_slices(list(map(_values, X.slices)), products, self.device, self.n_jobs))


def is_tensor(X: Any) -> bool:
    """Whether X is more than a matrix: slices in a list, a cube, or a relation tensor."""
    if isinstance(X, RelationTensor | Product) or getattr(X, "ndim", 2) == 3:
        return True
    first = X[0] if isinstance(X, list | tuple) and len(X) else None
    return isinstance(first, Product) or sparse.issparse(first) or getattr(first, "ndim", 0) == 2


def relates_documents(X: Slices) -> bool:
    """Whether the columns are the documents again: a slice is a product, or all are symmetric."""
    products = [isinstance(one, Product) for one in X.slices]
    return any(products) or all(is_symmetric(_values(one)) for one in X.slices)


def is_symmetric(X: sparse.csr_array) -> bool:
    """Whether a relation is the same from either side, but for rounding."""
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


def _checked(X: Any, *, new: bool) -> Slices:
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
    """The matrix that is held: the slice, or B of a slice B B'."""
    return one.B if isinstance(one, Product) else one


def _sums(one: sparse.csr_array | Product, axis: int) -> np.ndarray:
    if isinstance(one, Product):
        return np.asarray(one @ np.ones(one.shape[0]))
    return np.asarray(one.sum(axis=axis), dtype=np.float64)


def _in_one_precision(
    slices: Sequence[sparse.csr_array | Product],
) -> tuple[sparse.csr_array | Product, ...]:
    """float32 if all are, else float64."""
    single = all(_values(one).dtype == np.float32 for one in slices)
    dtype = np.float32 if single else np.float64
    return tuple(
        Product(one.B.astype(dtype)) if isinstance(one, Product) else one.astype(dtype, copy=False)
        for one in slices
    )
