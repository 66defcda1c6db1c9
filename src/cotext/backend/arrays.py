"""Array helpers of the formulas, for NumPy and CuPy alike."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias, TypeGuard, cast

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from cotext.backend.native import formulas

TINY = 1e-30  # a larger floor breaks monotonicity on small-valued data

Array: TypeAlias = np.ndarray[Any, Any]  # or CuPy's, with the same interface
Sparse: TypeAlias = sparse.csr_array | sparse.csc_array | sparse.coo_array  # SciPy has no public type for all
MatrixLike: TypeAlias = ArrayLike | sparse.sparray
Float: TypeAlias = np.float32 | np.float64


class Namespace(Protocol):
    """NumPy, or CuPy: a module of functions that make arrays."""

    def __getattr__(self, name: str) -> Callable[..., Array]: ...


def is_sparse(value: object) -> TypeGuard[Sparse]:
    """Whether ``value`` is one of SciPy's sparse arrays or matrices."""
    return bool(sparse.issparse(value))


def namespace(array: Array) -> Namespace:
    """The module (NumPy or CuPy) whose functions work on ``array``."""
    cupy = sys.modules.get("cupy")
    return cast(Namespace, cupy if cupy is not None and isinstance(array, cupy.ndarray) else np)


def to_host(array: Array) -> np.ndarray:
    """``array`` as NumPy's."""
    return array if isinstance(array, np.ndarray) else cast(np.ndarray, array.get())


def guard(denominator: Array) -> Array:
    """The denominator, at least ``TINY``."""
    return namespace(denominator).maximum(denominator, TINY)


def inverse(sizes: Array, dtype: np.dtype[Any]) -> Array:
    """1 / size; 0 if it is zero, or so small that the product of two would be infinite."""
    large = sizes > np.sqrt(np.finfo(dtype).tiny)
    xp = namespace(sizes)
    inverses: Array = xp.where(large, 1 / xp.where(large, sizes, 1), 0).astype(dtype)
    return inverses


def widen(F: Array) -> Array:
    """Restarts side by side: (R, rows, k) becomes (rows, R k), so that one product serves all of them."""
    if F.ndim == 2:
        return F
    R, rows, k = F.shape
    return namespace(F).ascontiguousarray(F.swapaxes(0, 1)).reshape(rows, R * k)


def narrow(wide: Array, like: Array) -> Array:
    """Undo :func:`widen` for a product of something shaped ``like`` the factor that was widened."""
    if like.ndim == 2:
        return wide
    restarts = wide.reshape(len(wide), len(like), -1).swapaxes(0, 1)
    return namespace(wide).ascontiguousarray(restarts)


def padded(columns: int, dtype: np.dtype[Any]) -> int:
    """The next number of columns that is a multiple of 16 bytes, as the vectors of the kernels are."""
    vector = 16 // dtype.itemsize
    return -(-columns // vector) * vector


def dot(A: Array, B: Array) -> Array:
    """Inner product of two factors, accumulated in float64 over their last two axes."""
    if namespace(A) is not np:
        from cotext.backend.cuda import launch

        return launch.dot(A, B)
    fast = formulas.dot(A, B)
    return (A * B).sum(axis=(-2, -1), dtype=np.float64) if fast is None else fast


def softmax(logits: Array) -> Array:
    """Shares along the last axis."""
    xp = namespace(logits)
    odds = xp.exp(logits - logits.max(axis=-1, keepdims=True))
    return xp.divide(odds, odds.sum(axis=-1, keepdims=True))


def sum_xlogx(Z: Array) -> Array:
    """Sum of z log z over the last two axes, in float64; 0 log 0 is 0."""
    xp = namespace(Z)
    total: Array = (Z * xp.log(xp.where(Z > 0, Z, 1))).sum(axis=(-2, -1), dtype=np.float64)
    return total


def unit_columns(W: Array) -> Array:
    """``W`` with every column scaled to unit length; zero columns stay zero."""
    return W / guard(namespace(W).sqrt((W * W).sum(axis=-2, keepdims=True)))


def step(F: Array, attraction: Array, repulsion: Array) -> Array:
    """One multiplicative update ``F * attraction / repulsion``; denormal numbers become zero."""
    if namespace(F) is not np:
        from cotext.backend.cuda import launch

        return launch.step(F, attraction, repulsion, TINY)
    F = F * attraction / guard(repulsion)
    F[F < TINY] = 0
    return F


def as_python(value: object) -> Any:
    """NumPy's scalars as Python's, also inside a tuple or list; anything else is returned as it is.

    NumPy's integers can overflow, and JSON does not know them.

    Examples
    --------
    >>> as_python(np.uint8(3)), as_python((np.int64(3), 2)), as_python("auto")
    (3, (3, 2), 'auto')
    """
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, tuple | list) and type(value) in (tuple, list):
        changes = any(isinstance(item, np.generic) for item in value)
        return type(value)(map(as_python, value)) if changes else value
    return value


def rows_of(X: sparse.csr_array, a: int, b: int) -> sparse.csr_array:
    """Rows a..b of X as a view; ``X[a:b]`` copies, and ends the process if there is no memory."""
    indptr = X.indptr[a : b + 1]
    start, stop = indptr[0], indptr[-1]
    parts = (X.data[start:stop], X.indices[start:stop], indptr - start)
    return sparse.csr_array(parts, shape=(len(indptr) - 1, X.shape[1]))


def below(threshold: Float) -> Float:
    """The threshold minus a margin for rounding, so that equal similarities stay together."""
    return threshold * (1 - np.finfo(threshold.dtype).eps ** 0.75)


def entry_of_rank(
    rank: int, dtype: np.dtype[Float], digit: int, count: Callable[[int, int, int], np.ndarray]
) -> Float:
    """The entry of a rank, from histograms of ``digit`` bits of the entries at a time.

    Non-negative floats are ordered like the integers of their bits. ``count(shift, width, prefix)`` counts
    the ``width`` bits at ``shift`` among the entries whose higher bits are ``prefix``.
    """
    shift, prefix = dtype.itemsize * 8, 0
    while shift > 0:
        width = min(digit, shift)
        shift -= width
        before = np.cumsum(count(shift, width, prefix))
        bucket = int(np.searchsorted(before, rank, side="right"))
        rank -= int(before[bucket - 1]) if bucket else 0
        prefix = (prefix << width) | bucket
    entry: Float = np.array([prefix], dtype=f"u{dtype.itemsize}").view(dtype)[0]
    return entry
