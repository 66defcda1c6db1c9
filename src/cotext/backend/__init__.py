"""Where the numbers are crunched: ``sweep`` and a few verbs, in several homes.

In comes a sparse matrix and a rule; out come the documents' answers and the sums they leave for the
words. Models see only the matrix object and the rules, never threads, devices or sparse formats.

``matrix.Matrix`` declares what every home can do, ``open_matrix`` chooses one: ``native`` (C++ kernels),
``cpu`` (SciPy products on row blocks in a thread pool), ``cuda`` (CuPy), ``blocks`` for what lies on disk, or
``dask`` where workers on many machines open the blocks.
``reference.sweep`` is the three-line definition that every home is tested against.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING

from scipy import sparse

from cotext.backend.arrays import (
    Array,
    dot,
    guard,
    is_sparse,
    namespace,
    softmax,
    step,
    sum_xlogx,
    unit_columns,
)
from cotext.backend.chunks.source import Blocks, Entries
from cotext.backend.homes import open_in_memory
from cotext.backend.matrix import Matrix
from cotext.backend.rules import (
    Argmax,
    CoordinateDescent,
    Multiplicative,
    Rule,
    Softmax,
    Sums,
    one_hot,
)
from cotext.backend.solve import answer, assign, improve, improve_block, least_squares
from cotext.backend.sparse_checks import check_room_for_rows, check_sparse, sound_csr
from cotext.backend.threads import quiet_blas

if TYPE_CHECKING:
    from cotext.backend.chunks.matrix import BlockMatrix

__all__ = [
    "Argmax",
    "Array",
    "Blocks",
    "CoordinateDescent",
    "Entries",
    "Matrix",
    "Multiplicative",
    "Rule",
    "Softmax",
    "Sums",
    "answer",
    "assign",
    "check_room_for_rows",
    "check_sparse",
    "dot",
    "guard",
    "improve",
    "improve_block",
    "is_elsewhere",
    "is_sparse",
    "least_squares",
    "namespace",
    "one_hot",
    "open_blocks",
    "open_matrix",
    "open_slices",
    "quiet_blas",
    "softmax",
    "sound_csr",
    "step",
    "sum_xlogx",
    "unit_columns",
]


def open_matrix(X: Entries, device: str = "cpu", n_threads: int | None = None) -> Matrix:
    """Bring a CSR matrix, or one in blocks, to its home.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> X = open_matrix(sparse.csr_array(np.eye(3)))
    >>> (X @ np.ones((3, 1))).ravel()
    array([1., 1., 1.])
    """
    if isinstance(X, Blocks):
        return open_blocks(X, n_threads, device)
    return open_in_memory(X, device, n_threads)


def open_blocks(X: Blocks, n_threads: int | None = None, device: str = "cpu") -> BlockMatrix:
    """Blocks in their home: this process, or the workers of the cluster that it is connected to.

    With ``device="cuda"`` each block is visited on a GPU, one after the other; everything else stays here.
    """
    from cotext.backend.chunks.matrix import BlockMatrix
    from cotext.backend.chunks.scratch_dirs import sweep_up
    from cotext.backend.dask.connected import client_here

    sweep_up(X.room)
    if (client := client_here()) is None:
        return BlockMatrix(X, n_threads, device=device)
    from cotext.backend.dask.matrix import DaskMatrix

    return DaskMatrix(X, n_threads, device=device, client=client)


def is_elsewhere(X: Entries) -> bool:
    """Whether other machines, with memory and devices of their own, will open X."""
    from cotext.backend.dask.connected import client_here

    return isinstance(X, Blocks) and client_here() is not None


def open_slices(
    slices: Sequence[sparse.csr_array],
    products: Container[int] = (),
    device: str = "cpu",
    n_threads: int | None = None,
) -> Matrix:
    """Bring the slices of a tensor to their home; those numbered in ``products`` are factors B of B B'."""
    from cotext.backend.stack import ProductMatrix, Stack

    homes = [open_matrix(one, device, n_threads) for one in slices]
    return Stack([ProductMatrix(home) if i in products else home for i, home in enumerate(homes)])
