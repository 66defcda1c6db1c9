"""The functions of :mod:`cotext.backend.similarity.products` in C++; None or False if they do not apply."""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike
from scipy import sparse

from cotext.backend.native.library import checked_rows, is_plain, kernels
from cotext.backend.threads import thread_count

NARROWEST = 16  # columns of the kernels' tiles


def sandwich(
    Y: sparse.csr_array, S: np.ndarray | None, out: np.ndarray, n_jobs: int | None = None
) -> np.ndarray | None:
    """``out = Y S Y'``, or ``Y Y'`` when S is None."""
    fits = _plain(out, Y.dtype) and (S is None or _plain(S, Y.dtype))
    if not fits or min(Y.shape) < NARROWEST:
        return None
    kernels().sandwich(checked_rows(Y), S, out, thread_count(n_jobs))
    return out


def power_by(S: np.ndarray, scale: np.ndarray, power: float, n_jobs: int | None = None) -> bool:
    """s_ij ** power * scale_i * scale_j, in place."""
    if not _plain(S, scale.dtype):
        return False
    kernels().power_by(S, float(power), scale, thread_count(n_jobs))
    return True


def below(S: np.ndarray, threshold: np.float32 | np.float64, n_jobs: int | None = None) -> bool:
    """Entries below the threshold become zero, in place."""
    if not _plain(S, S.dtype):
        return False
    kernels().below(S, float(threshold), thread_count(n_jobs))
    return True


def count(S: np.ndarray, shift: int, prefix: int, n_jobs: int | None = None) -> np.ndarray | None:
    """Counts of the 16 bits at ``shift`` among entries whose higher bits are ``prefix``."""
    if not _plain(S, S.dtype):
        return None
    counts = np.zeros(1 << 16, dtype=np.int64)
    kernels().count(S, shift, prefix, counts, thread_count(n_jobs))
    return counts


def _plain(S: np.ndarray, dtype: DTypeLike) -> bool:
    """Whether the kernels exist and can change S in place."""
    return kernels() is not None and is_plain(S) and S.dtype == dtype and S.flags.writeable
