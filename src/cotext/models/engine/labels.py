"""From memberships to clusters: argmax over unit columns, and the prior for what says nothing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse


def column_norms(F: np.ndarray) -> np.ndarray:
    """Length of each column, 1 where it is zero."""
    norms = np.sqrt(np.square(F, dtype=np.float64).sum(axis=0))
    return np.where(norms > 0, norms, 1).astype(F.dtype)


def shares(F: np.ndarray) -> np.ndarray:
    """Share of the rows that each column wins, among rows that say anything."""
    says = F.any(axis=1)
    counts = np.bincount(F[says].argmax(axis=1), minlength=F.shape[1])
    return np.asarray(counts / max(says.sum(), 1))


def labels_from(F: np.ndarray, prior: np.ndarray) -> np.ndarray:
    """The winning column of each row; an all-zero row goes to the most common one."""
    return np.where(F.any(axis=1), F.argmax(axis=1), prior.argmax()).astype(np.int32)


def mean_entries(
    slices: Sequence[sparse.csr_array], rows: np.ndarray, columns: np.ndarray, shape: tuple[int, int]
) -> np.ndarray:
    """Mean entry of each block of document and word clusters, over one matrix or several; 0 if empty."""
    z, w = np.eye(shape[0])[rows], np.eye(shape[1])[columns]
    cells = np.outer(z.sum(axis=0), w.sum(axis=0)) * len(slices)
    mean: np.ndarray = sum(z.T @ (X @ w) for X in slices) / np.maximum(cells, 1)
    return mean
