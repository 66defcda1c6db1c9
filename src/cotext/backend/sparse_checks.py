"""Checks of sparse matrices from outside, in any of SciPy's formats, before they are used.

SciPy's products and conversions do not check indices, and an index outside of the matrix ends the process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from cotext.backend.arrays import MatrixLike, is_sparse
from cotext.backend.memory import available_memory, gigabytes
from cotext.errors import CotextError, UsageError


def sound_csr(X: MatrixLike, name: str) -> sparse.csr_array:
    """X, sparse or dense, as CSR; its indices are checked before they are used.

    Examples
    --------
    >>> sound_csr(sparse.coo_array(np.eye(2)), "X").shape
    (2, 2)
    """
    check_sparse(X, name)
    check_room_for_rows(X, name)
    return sparse.csr_array(X if is_sparse(X) else np.asarray(X))


def check_sparse(X: object, name: str) -> None:
    """Refuse a sparse X whose arrays do not fit its shape; accept any dense one."""
    if not is_sparse(X):
        return
    try:
        _CHECKS[X.format](X)
    except (ValueError, TypeError, AttributeError, LookupError, ArithmeticError) as error:
        raise CotextError(
            f"{name} is not a valid sparse matrix ({X.format}): {error}; make it again from its entries"
        ) from error


def check_room_for_rows(X: object, name: str) -> None:
    """Refuse a sparse X in another format than CSR if there is no room to turn it into CSR.

    A few entries of a very tall matrix are small in every other format; CSR has a number for each row.
    """
    if not is_sparse(X) or X.format == "csr":
        return
    rows = X.shape[0] if X.ndim == 2 else 1
    needed, free = 8.0 * rows + (8.0 + X.dtype.itemsize) * X.nnz, available_memory()
    if needed > free:
        raise UsageError(
            f"{name}, {' x '.join(f'{size:,}' for size in X.shape)} in the format {X.format}, needs about "
            f"{gigabytes(needed)} of memory as CSR, and {gigabytes(free)} are free: leave out empty rows."
        )


def _compressed(X: sparse.csr_array | sparse.csc_array | sparse.bsr_array) -> None:
    """CSR, CSC and BSR: SciPy's check, and ours for matrices that seem to be empty."""
    rows, columns = (1, *X.shape)[-2:]
    rows, columns = (columns, rows) if X.format == "csc" else (rows, columns)
    if X.format == "bsr":
        (rows, left), (columns, over) = divmod(rows, X.blocksize[0]), divmod(columns, X.blocksize[1])
        _expect(not left and not over, f"blocks of shape {X.blocksize} in a matrix of shape {X.shape}")
    starts, index = _integers(X.indptr, "indptr"), _integers(X.indices, "indices")
    _expect(starts.shape == (rows + 1,), f"indptr has {len(starts)} numbers, expected {rows + 1}")
    _expect(len(X.data) == len(index), f"{len(X.data)} values, expected one for each of {len(index)} indices")
    rising = starts[0] == 0 and (starts[1:] >= starts[:-1]).all() and starts[-1] <= len(index)
    _expect(bool(rising), f"indptr does not rise from 0 to at most {len(index)}")
    _within(index[: starts[-1]], columns, "indices")
    X.check_format(full_check=True)


def _coordinates(X: sparse.coo_array) -> None:
    _expect(len(X.coords) == X.ndim, f"{len(X.coords)} index arrays, expected {X.ndim}")
    for axis, (index, size) in enumerate(zip(X.coords, X.shape, strict=True)):
        _within(index, size, f"indices of axis {axis}")
        fits = X.data.shape == index.shape
        _expect(fits, f"{len(X.data)} values, expected one for each of {len(index)} indices")


def _lists(X: sparse.lil_array) -> None:
    n, d = X.shape
    _expect(X.rows.shape == X.data.shape == (n,), f"lists for {X.rows.shape} rows, expected {n}")
    _expect(
        all(type(row) is type(values) is list for row, values in zip(X.rows, X.data, strict=True))
        and list(map(len, X.rows)) == list(map(len, X.data)),
        "rows and data are not lists of the same lengths",
    )
    _within(_row(chain.from_iterable(X.rows)), d, "columns")


def _diagonals(X: sparse.dia_array) -> None:
    offsets = _integers(X.offsets, "offsets")
    fits = X.data.ndim == 2 and len(X.data) == len(offsets) == len(np.unique(offsets))
    shape = X.data.shape
    _expect(
        fits, f"diagonals of shape {shape}, expected one for each of {len(offsets)} offsets, all different"
    )
    low, high = int(offsets.min(initial=0)), int(offsets.max(initial=0))
    fits = max(-low, high) + max(X.shape) <= np.iinfo(offsets.dtype).max  # SciPy adds them
    _expect(fits, f"offsets from {low} to {high} in a matrix of shape {X.shape}")


def _keys(X: sparse.dok_array) -> None:
    keys = list(X.keys())
    if X.ndim == 1:
        keys = [(key,) for key in keys]
    _expect(all(len(key) == X.ndim for key in keys), f"keys that are not {X.ndim} numbers")
    for axis, size in enumerate(X.shape):
        _within(_row(key[axis] for key in keys), size, f"keys of axis {axis}")


def _row(numbers: Iterable[Any]) -> np.ndarray:
    array = np.array(list(numbers))
    return array if array.size else array.astype(np.int64)


def _integers(index: ArrayLike, what: str) -> np.ndarray:
    array = np.asarray(index)
    is_row = array.ndim == 1 and array.dtype.kind in "iu"
    _expect(is_row, f"{what} of {array.dtype} and shape {array.shape}, expected a row of integers")
    return array


def _within(index: ArrayLike, size: int, what: str) -> None:
    array = _integers(index, what)
    if array.size:
        low, high = array.min(), array.max()
        _expect(low >= 0 and high < size, f"{what} from {low} to {high}, expected 0 to {size - 1}")


def _expect(fits: bool, otherwise: str) -> None:
    if not fits:
        raise ValueError(otherwise)


_CHECKS: dict[str, Callable[[Any], None]] = {
    "csr": _compressed,
    "csc": _compressed,
    "bsr": _compressed,
    "coo": _coordinates,
    "lil": _lists,
    "dia": _diagonals,
    "dok": _keys,
}
