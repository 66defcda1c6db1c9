"""From memberships to clusters: argmax over unit columns, and the prior for empty documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from scipy import sparse

ROWS = 1 << 17  # read together: memberships on disk stay there


def column_norms(F: np.ndarray) -> np.ndarray:
    """Length of each column, 1 if it is zero."""
    norms = np.sqrt(sum(np.square(some, dtype=np.float64).sum(axis=0) for some in _some_rows(F)))
    return np.where(norms > 0, norms, 1).astype(F.dtype)


def shares(F: np.ndarray, norms: np.ndarray | float = 1) -> np.ndarray:
    """Share of the nonzero rows in which each column, divided by its norm, is the largest."""
    counts = np.zeros(F.shape[1], dtype=np.int64)
    for some in _some_rows(F):
        counts += np.bincount((some[some.any(axis=1)] / norms).argmax(axis=1), minlength=F.shape[1])
    return np.asarray(counts / max(counts.sum(), 1))


def labels_from(F: np.ndarray, prior: np.ndarray, norms: np.ndarray | float = 1) -> np.ndarray:
    """The largest column of each row; the most common one for a row of zeros."""
    usual = prior.argmax()
    each = [np.where(some.any(axis=1), (some / norms).argmax(axis=1), usual) for some in _some_rows(F)]
    return np.concatenate(each).astype(np.int32)


def all_finite(values: np.ndarray | float) -> bool:
    """Whether all are numbers."""
    if np.ndim(values) < 2:
        return bool(np.isfinite(values).all())
    return all(np.isfinite(some).all() for some in _some_rows(np.asarray(values)))


def _some_rows(F: np.ndarray) -> Iterator[np.ndarray]:
    """The rows of F in pieces, at least one."""
    return (F[start : start + ROWS] for start in range(0, max(len(F), 1), ROWS))


def mean_entries(
    slices: Sequence[sparse.csr_array], rows: np.ndarray, columns: np.ndarray, shape: tuple[int, int]
) -> np.ndarray:
    """Mean entry of each block of document and word clusters, over one matrix or several; 0 if empty."""
    z, w = np.eye(shape[0])[rows], np.eye(shape[1])[columns]
    cells = np.outer(z.sum(axis=0), w.sum(axis=0)) * len(slices)
    mean: np.ndarray = sum(z.T @ (X @ w) for X in slices) / np.maximum(cells, 1)
    return mean
