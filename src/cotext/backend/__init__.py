"""Where the numbers are crunched: ``sweep`` and a few verbs, in several homes.

In comes a sparse matrix and a rule; out come the documents' answers and the sums they leave for the
words. Models see only the matrix object and the rules, never threads, devices or sparse formats.

``open_matrix`` chooses the home: ``cpu`` (SciPy products on row blocks in a thread pool) or ``cuda``
(CuPy). ``reference.sweep`` is the three-line definition that every home is tested against.
"""

from __future__ import annotations

from typing import Any

from scipy import sparse

from cotext.backend.arrays import dot, guard, namespace, step, unit_columns
from cotext.backend.rules import (
    Argmax,
    CoordinateDescent,
    Multiplicative,
    Sums,
    improve,
    improve_block,
    least_squares,
)
from cotext.backend.threads import quiet_blas

__all__ = [
    "Argmax",
    "CoordinateDescent",
    "Multiplicative",
    "Sums",
    "dot",
    "guard",
    "improve",
    "improve_block",
    "least_squares",
    "namespace",
    "open_matrix",
    "quiet_blas",
    "step",
    "unit_columns",
]


def open_matrix(X: sparse.csr_array, device: str = "cpu", n_threads: int | None = None) -> Any:
    """Bring a CSR matrix to its home.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> X = open_matrix(sparse.csr_array(np.eye(3)))
    >>> (X @ np.ones((3, 1))).ravel()
    array([1., 1., 1.])
    """
    if device == "cuda":
        from cotext.backend.cuda import CudaMatrix

        return CudaMatrix(X)
    from cotext.backend.cpu import CpuMatrix

    return CpuMatrix(X, n_threads)
